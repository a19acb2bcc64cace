import { startSignUp } from '../../../../../contract/sign-up-calls.ts'
import type { SignUp } from '../../../../../contract/sign-up-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useStore } from '../../../lib/store.ts'
import { Field } from '../../../ui/field.tsx'
import { TermsBox } from './terms-box.tsx'
import { saveDraft } from './sign-up-draft.ts'
import { useCallForm } from '../../../lib/use-form.ts'
import { EmailField, NewPasswordField } from '../../../ui/account-fields.tsx'
import { Form } from '../../../ui/form.tsx'

/**
 * The first step: email, name, password and terms. The password is sent to the server and stored nowhere in the
 * browser.
 */
export function StartForm({ onStarted }: { onStarted: (signUp: SignUp) => void }) {
  const typed = useStore.getState().signupwizard
  const form = useCallForm({
    definition: startSignUp,
    initial: {
      email: typed.email,
      username: typed.username,
      password: '',
      acceptPrivacyTerms: typed.acceptPrivacyTerms,
    },
    onDraft: ({ password: _, ...harmless }) => saveDraft(harmless),
    onDone: onStarted,
  })
  return (
    <Form form={form} submit={m.signup_start()}>
      <EmailField {...form.text('email')} />
      <Field
        {...form.text('username')}
        label={m.signup_name()}
        hint={m.signup_name_hint()}
        autoComplete="name"
        maxLength={50}
      />
      <NewPasswordField {...form.text('password')} label={m.login_password()} />
      <TermsBox
        checked={form.values.acceptPrivacyTerms}
        error={form.errors.acceptPrivacyTerms}
        onChange={(on) => form.set('acceptPrivacyTerms', on)}
      />
    </Form>
  )
}
