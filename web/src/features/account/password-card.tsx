import { changePassword } from '../../../../contract/accounts/security-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { toast } from '../../lib/toast.ts'
import { Card } from '../../ui/card.tsx'
import { useCallForm } from '../../lib/forms/use-form.ts'
import { NewPasswordField, UsernameField } from '../../parts/accounts/account-fields.tsx'
import { Form } from '../../ui/form.tsx'

interface PasswordCardProps {
  /** The account's address. */
  email: string
  onChanged: () => void
}

/** Changes the password, or sets the first one. The server then logs out all other sessions. */
export function PasswordCard({ email, onChanged }: PasswordCardProps) {
  const form = useCallForm({
    definition: changePassword,
    initial: { password: '' },
    onDone: () => {
      form.reset()
      toast.success(m.account_password_done())
      onChanged()
    },
  })
  return (
    <Card id="password" title={m.login_password()} hint={m.account_password_hint()}>
      <Form form={form} submit={m.account_password_submit()} kind="dark" size="medium">
        <UsernameField email={email} />
        <NewPasswordField {...form.text('password')} label={m.account_password_new()} />
      </Form>
    </Card>
  )
}
