import { useState } from 'react'
import { requestPasswordReset, resetPassword } from '../../../../../contract/accounts/security-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { TextLink } from '../../../ui/text-link.tsx'
import { useCallForm } from '../../../lib/forms/use-form.ts'
import { EmailField, NewPasswordField } from '../../../parts/accounts/account-fields.tsx'
import { Form, FormError } from '../../../ui/form.tsx'

interface NewPasswordFormProps {
  token: string
  onChanged: () => void
}

/** Sets a new password with the token of an emailed link. If the link has expired, offers to request another. */
export function NewPasswordForm({ token, onChanged }: NewPasswordFormProps) {
  const [isExpired, setIsExpired] = useState(false)
  const form = useCallForm({
    definition: resetPassword,
    initial: { token, password: '' },
    onDone: onChanged,
    onRefused: (code) => setIsExpired(code === 'link_expired'),
  })
  return (
    <Form
      form={form}
      submit={m.reset_submit()}
      note={isExpired && <TextLink to="/authentication/reset-password">{m.reset_again()}</TextLink>}
    >
      <NewPasswordField {...form.text('password')} label={m.reset_password()} />
      <FormError>{form.errors.token}</FormError>
    </Form>
  )
}

interface RequestResetFormProps {
  email: string
  onRequested: (email: string) => void
}

/**
 * Requests an email with a link to set a new password. The response does not reveal whether the address has an account.
 */
export function RequestResetForm({ email, onRequested }: RequestResetFormProps) {
  const form = useCallForm({
    definition: requestPasswordReset,
    initial: { email },
    isGuarded: false,
    onDone: (_, body) => onRequested(body.email),
  })
  return (
    <Form form={form} submit={m.reset_ask()}>
      <EmailField {...form.text('email')} />
    </Form>
  )
}
