import type { ReactNode } from 'react'
import { renewRecoveryCodes, stopTwoFactor } from '../../../../contract/two-factor-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { call } from '../../lib/call.ts'
import { useForm } from '../../lib/use-form.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

interface RenewCodesFormProps {
  onCodes: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Replaces the recovery codes; asks for a code of the authenticator app first. */
export function RenewCodesForm({ onCodes, onCancel }: RenewCodesFormProps) {
  const form = useForm({
    initial: { code: '' },
    schema: renewRecoveryCodes.body,
    fieldOfCode: { wrong_code: 'code' },
    onSubmit: async (body) =>
      onCodes((await call(renewRecoveryCodes, { body }, { errorsTo: 'caller' })).recoveryCodes),
  })
  return (
    <form noValidate onSubmit={form.handleSubmit} className="grid gap-4">
      <p>{m.two_factor_renew_text()}</p>
      <CodeField {...form.text('code')} />
      <FormError>{form.errors.form}</FormError>
      <FormButtons isBusy={form.isBusy} label={m.two_factor_renew()} onCancel={onCancel} />
    </form>
  )
}

interface StopTwoFactorFormProps {
  /** Shown above the password field. */
  hint: ReactNode
  onStopped: () => void
  onCancel: () => void
}

/** Turns two-factor authentication off; asks for the password and a code first. */
export function StopTwoFactorForm({ hint, onStopped, onCancel }: StopTwoFactorFormProps) {
  const form = useForm({
    initial: { password: '', code: '' },
    schema: stopTwoFactor.body,
    fieldOfCode: { wrong_password: 'password', wrong_code: 'code' },
    onSubmit: async (body) => {
      await call(stopTwoFactor, { body }, { errorsTo: 'caller' })
      onStopped()
    },
  })
  return (
    <form noValidate onSubmit={form.handleSubmit} className="grid gap-4">
      <p>{m.two_factor_stop_text()}</p>
      <CodeField {...form.text('code')} />
      {hint}
      <PasswordField
        {...form.text('password')}
        label={m.account_password_current()}
        autoComplete="current-password"
      />
      <FormError>{form.errors.form}</FormError>
      <FormButtons isBusy={form.isBusy} label={m.two_factor_stop()} kind="danger" onCancel={onCancel} />
    </form>
  )
}
