import { useState } from 'react'
import { getPushSettings } from '../../../../../contract/push-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { toast } from '../../../lib/toast.ts'
import { useCall } from '../../../lib/use-call.ts'
import { Card } from '../../../ui/card.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { PushBlockedError, canPush, startPush, stopPush } from './push-messages.ts'

/** Turns push messages to this browser on or off. Renders nothing where the installation sends none. */
export function PushCard() {
  const settings = useCall(getPushSettings, {}, { errorsTo: 'log' })
  const [isBusy, setIsBusy] = useState(false)
  if (!settings.data?.publicKey) return null
  const { publicKey, isOn } = settings.data

  async function handleChange(on: boolean) {
    setIsBusy(true)
    const show = (now: boolean) => settings.setData((data) => data && { ...data, isOn: now })
    show(on)
    try {
      await (on ? startPush(publicKey ?? '') : stopPush())
      toast.success(on ? m.push_on() : m.push_off())
    } catch (error) {
      show(!on)
      toast.error(explain(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Card id="push" title={m.push_title()}>
      {canPush() ? (
        <SwitchRow
          label={m.push_label()}
          hint={m.push_hint()}
          checked={isOn}
          disabled={isBusy}
          onChange={(on) => void handleChange(on)}
        />
      ) : (
        <p className="text-muted">{m.push_missing()}</p>
      )}
    </Card>
  )
}

function explain(error: unknown): string {
  return error instanceof PushBlockedError ? m.push_blocked() : m.push_failed()
}
