import { startSignUp } from '../../../../../contract/sign-up-calls.ts'
import type { SignUp } from '../../../../../contract/sign-up-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { call } from '../../../lib/call.ts'
import { useStore } from '../../../lib/store.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Field } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TermsBox } from './terms-box.tsx'
import { saveDraft } from './sign-up-draft.ts'

/**
 * The first step: email, name, password and terms. The password is sent to the server and stored nowhere in the
 * browser.
 */
export function StartForm({ onStarted }: { onStarted: (signUp: SignUp) => void }) {
  const typed = useStore.getState().signupwizard
  const form = useForm({
    initial: {
      email: typed.email,
      username: typed.username,
      password: '',
      acceptPrivacyTerms: typed.acceptPrivacyTerms,
    },
    schema: startSignUp.body,
    onDraft: ({ password: _, ...harmless }) => saveDraft(harmless),
    onSubmit: async (body) => {
      onStarted(await call(startSignUp, { body }, { errorsTo: 'caller' }))
    },
  })
  return (
    <form noValidate onSubmit={form.handleSubmit} className="flex flex-col gap-4">
      <Field
        {...form.text('email')}
        label={m.login_email()}
        type="email"
        inputMode="email"
        autoComplete="username"
      />
      <Field
        {...form.text('username')}
        label={m.signup_name()}
        hint={m.signup_name_hint()}
        autoComplete="name"
        maxLength={50}
      />
      <PasswordField
        {...form.text('password')}
        label={m.login_password()}
        hint={m.signup_password_hint()}
        autoComplete="new-password"
      />
      <TermsBox
        checked={form.values.acceptPrivacyTerms}
        error={form.errors.acceptPrivacyTerms}
        onChange={(on) => form.set('acceptPrivacyTerms', on)}
      />
      <FormError>{form.errors.form}</FormError>
      <SubmitButton isBusy={form.isBusy}>{m.signup_start()}</SubmitButton>
    </form>
  )
}
