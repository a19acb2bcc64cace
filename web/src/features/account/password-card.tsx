import type { SessionUser } from '../../../../contract/entities.ts'
import { changePassword } from '../../../../contract/security-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/call.ts'
import { useForm } from '../../lib/use-form.ts'
import { toast } from '../../lib/toast.ts'
import { Card } from '../../ui/card.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { PasswordHint } from './password-hint.tsx'

interface PasswordCardProps {
  profile: Pick<SessionUser, 'email' | 'isGoogleAccount'>
  onChanged: () => void
}

/** Changes the password. The server then logs out all other sessions. */
export function PasswordCard({ profile, onChanged }: PasswordCardProps) {
  const form = useForm({
    initial: { currentPassword: '', password: '' },
    schema: changePassword.body,
    fieldOfCode: { wrong_password: 'currentPassword' },
    onSubmit: async (body) => {
      await call(changePassword, { body }, { errorsTo: 'caller' })
      form.reset()
      toast.success(m.account_password_done())
      onChanged()
    },
  })
  return (
    <Card id="password" title={m.login_password()} hint={m.account_password_hint()}>
      <form noValidate onSubmit={form.handleSubmit} className="grid gap-4">
        <PasswordHint {...profile} />
        <PasswordField
          {...form.text('currentPassword')}
          label={m.account_password_current()}
          autoComplete="current-password"
        />
        <PasswordField
          {...form.text('password')}
          label={m.account_password_new()}
          hint={m.signup_password_hint()}
          autoComplete="new-password"
        />
        <FormError>{form.errors.form}</FormError>
        <SubmitButton kind="dark" size="medium" className="justify-self-start" isBusy={form.isBusy}>
          {m.account_password_submit()}
        </SubmitButton>
      </form>
    </Card>
  )
}
