import { useState } from 'react'
import { changeEmail } from '../../../../contract/security-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/call.ts'
import { useForm } from '../../lib/use-form.ts'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'

/**
 * Shows the account's email address and a form to change it. The new address takes effect when the link mailed to it is
 * opened.
 */
export function EmailCard({ email }: { email: string }) {
  const [requestedEmail, setRequestedEmail] = useState<string>()
  const form = useForm({
    initial: { email: '', password: '' },
    schema: changeEmail.body,
    fieldOfCode: { wrong_password: 'password' },
    onSubmit: async (body) => {
      await call(changeEmail, { body }, { errorsTo: 'caller' })
      setRequestedEmail(body.email)
      form.reset()
    },
  })
  return (
    <Card id="email" title={m.login_email()} hint={m.account_email_hint()}>
      <p className="mb-4 font-semibold break-words">{email}</p>
      {requestedEmail && (
        <output className="mb-4 block rounded-card bg-mint/12 px-4 py-3 text-sm font-medium break-words">
          {m.account_email_asked({ email: requestedEmail })}
        </output>
      )}
      <form noValidate onSubmit={form.handleSubmit} className="grid gap-4">
        <Field
          {...form.text('email')}
          label={m.account_email_new()}
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <PasswordField
          {...form.text('password')}
          label={m.account_password_current()}
          autoComplete="current-password"
        />
        <FormError>{form.errors.form}</FormError>
        <SubmitButton kind="dark" size="medium" className="justify-self-start" isBusy={form.isBusy}>
          {m.account_email_submit()}
        </SubmitButton>
      </form>
    </Card>
  )
}
