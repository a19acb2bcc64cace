import type { ReactNode } from 'react'
import { renewRecoveryCodes, stopTwoFactor } from '../../../../contract/two-factor-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { useCallForm } from '../../lib/use-form.ts'
import { CodeField, PasswordField } from '../../ui/account-fields.tsx'
import { Form } from '../../ui/form.tsx'

interface RenewCodesFormProps {
  onCodes: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Replaces the recovery codes; asks for a code of the authenticator app first. */
export function RenewCodesForm({ onCodes, onCancel }: RenewCodesFormProps) {
  const form = useCallForm({
    definition: renewRecoveryCodes,
    initial: { code: '' },
    fieldOfCode: { wrong_code: 'code' },
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
  return (
    <Form form={form} submit={m.two_factor_renew()} kind="dark" size="medium" onCancel={onCancel}>
      <p>{m.two_factor_renew_text()}</p>
      <CodeField {...form.text('code')} />
    </Form>
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
  const form = useCallForm({
    definition: stopTwoFactor,
    initial: { password: '', code: '' },
    fieldOfCode: { wrong_password: 'password', wrong_code: 'code' },
    onDone: onStopped,
  })
  return (
    <Form form={form} submit={m.two_factor_stop()} kind="danger" size="medium" onCancel={onCancel}>
      <p>{m.two_factor_stop_text()}</p>
      <CodeField {...form.text('code')} />
      {hint}
      <PasswordField {...form.text('password')} />
    </Form>
  )
}
