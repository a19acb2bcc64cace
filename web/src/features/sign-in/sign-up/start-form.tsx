import { startSignUp } from '../../../../../contract/accounts/sign-up-calls.ts'
import type { SignUp } from '../../../../../contract/accounts/sign-up-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useStore } from '../../../lib/store.ts'
import { Field } from '../../../ui/field.tsx'
import { saveDraft } from '../../../lib/accounts/sign-up-draft.ts'
import { useCallForm } from '../../../lib/forms/use-form.ts'
import { EmailField, NewPasswordField } from '../../../parts/accounts/account-fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { useId } from 'react'
import { TextLink } from '../../../ui/text-link.tsx'

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

interface TermsBoxProps {
  checked: boolean
  error: string | undefined
  onChange: (on: boolean) => void
}

/** The checkbox to accept the terms. The links open in a new tab, so that nothing typed is lost. */
function TermsBox({ checked, error, onChange }: TermsBoxProps) {
  const id = useId()
  return (
    <div>
      <div className="-ml-3 flex items-start gap-1">
        <span className="grid size-11 shrink-0 place-items-center">
          <input
            id={id}
            type="checkbox"
            name="acceptPrivacyTerms"
            checked={checked}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-note` : undefined}
            onChange={(event) => onChange(event.target.checked)}
            className="size-5"
          />
        </span>
        <p className="py-2.5">
          <label htmlFor={id}>{m.signup_accept()}</label>{' '}
          <TextLink to="/terms-of-service" isNewTab>
            {m.policy_terms()}
          </TextLink>{' '}
          {m.signup_accept_and()}{' '}
          <TextLink to="/privacy-policy" isNewTab>
            {m.policy_privacy()}
          </TextLink>
        </p>
      </div>
      {error && (
        <p id={`${id}-note`} role="alert" className="text-sm font-medium text-rose">
          {error}
        </p>
      )}
    </div>
  )
}
