import { renewRecoveryCodes, stopTwoFactor } from '../../../../contract/accounts/two-factor-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { useCallForm } from '../../lib/forms/use-form.ts'
import { Form } from '../../ui/form.tsx'

interface RenewCodesFormProps {
  onCodes: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Asks for confirmation, then replaces the recovery codes. */
export function RenewCodesForm({ onCodes, onCancel }: RenewCodesFormProps) {
  const form = useCallForm({
    definition: renewRecoveryCodes,
    initial: {},
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
  return (
    <Form form={form} submit={m.two_factor_renew()} kind="dark" size="medium" onCancel={onCancel}>
      <p>{m.two_factor_renew_text()}</p>
    </Form>
  )
}

interface StopTwoFactorFormProps {
  onStopped: () => void
  onCancel: () => void
}

/** Asks for confirmation, then turns two-factor authentication off. */
export function StopTwoFactorForm({ onStopped, onCancel }: StopTwoFactorFormProps) {
  const form = useCallForm({ definition: stopTwoFactor, initial: {}, onDone: onStopped })
  return (
    <Form form={form} submit={m.two_factor_stop()} kind="danger" size="medium" onCancel={onCancel}>
      <p>{m.two_factor_stop_text()}</p>
    </Form>
  )
}
