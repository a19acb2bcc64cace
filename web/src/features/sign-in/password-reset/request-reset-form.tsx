import { requestPasswordReset } from '../../../../../contract/security-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { useCallForm } from '../../../lib/use-form.ts'
import { EmailField } from '../../../ui/account-fields.tsx'
import { Form } from '../../../ui/form.tsx'

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
    onDone: (_, body) => onRequested(body.email),
  })
  return (
    <Form form={form} submit={m.reset_ask()}>
      <EmailField {...form.text('email')} />
    </Form>
  )
}
