import type { SessionUser } from '../../../../contract/entities.ts'
import { changePassword } from '../../../../contract/security-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { toast } from '../../lib/toast.ts'
import { Card } from '../../ui/card.tsx'
import { PasswordHint } from './password-hint.tsx'
import { useCallForm } from '../../lib/use-form.ts'
import { NewPasswordField, PasswordField } from '../../ui/account-fields.tsx'
import { Form } from '../../ui/form.tsx'

interface PasswordCardProps {
  profile: Pick<SessionUser, 'email' | 'isGoogleAccount'>
  onChanged: () => void
}

/** Changes the password. The server then logs out all other sessions. */
export function PasswordCard({ profile, onChanged }: PasswordCardProps) {
  const form = useCallForm({
    definition: changePassword,
    initial: { currentPassword: '', password: '' },
    fieldOfCode: { wrong_password: 'currentPassword' },
    onDone: () => {
      form.reset()
      toast.success(m.account_password_done())
      onChanged()
    },
  })
  return (
    <Card id="password" title={m.login_password()} hint={m.account_password_hint()}>
      <Form form={form} submit={m.account_password_submit()} kind="dark" size="medium">
        <PasswordHint {...profile} />
        <PasswordField {...form.text('currentPassword')} />
        <NewPasswordField {...form.text('password')} label={m.account_password_new()} />
      </Form>
    </Card>
  )
}
