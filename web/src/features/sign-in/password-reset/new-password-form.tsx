import { useState } from 'react'
import { resetPassword } from '../../../../../contract/security-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { hasCode } from '../../../lib/call-error.ts'
import { call } from '../../../lib/call.ts'
import { useForm } from '../../../lib/use-form.ts'
import { FormError } from '../../../ui/form-error.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

interface NewPasswordFormProps {
  token: string
  onChanged: () => void
}

/** Sets a new password by the token of an emailed link. When the link has expired, it offers to request another. */
export function NewPasswordForm({ token, onChanged }: NewPasswordFormProps) {
  const [isExpired, setIsOver] = useState(false)
  const form = useForm({
    initial: { token, password: '' },
    schema: resetPassword.body,
    onSubmit: async (body) => {
      try {
        await call(resetPassword, { body }, { errorsTo: 'caller' })
      } catch (error) {
        setIsOver(hasCode(error, 'link_expired'))
        throw error
      }
      onChanged()
    },
  })
  return (
    <form noValidate onSubmit={form.handleSubmit} className="flex flex-col gap-4">
      <PasswordField
        {...form.text('password')}
        label={m.reset_password()}
        hint={m.signup_password_hint()}
        autoComplete="new-password"
      />
      <FormError>{form.errors.form ?? form.errors.token}</FormError>
      {isExpired && <TextLink to="/authentication/reset-password">{m.reset_again()}</TextLink>}
      <SubmitButton isBusy={form.isBusy}>{m.reset_submit()}</SubmitButton>
    </form>
  )
}
