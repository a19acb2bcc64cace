import { missedAlerts } from '../../../../../contract/alerts/overlay-calls.ts'
import type { MissedAlerts } from '../../../../../contract/alerts/overlay-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { toast } from '../../../lib/toast.ts'
import { Card } from '../../../ui/card.tsx'
import { Select } from '../../../ui/field.tsx'
import { useOverlaySettings } from './use-overlay-settings.ts'

const texts: Record<MissedAlerts, () => string> = {
  all: m.missed_all,
  'last-five': m.missed_last_five,
  digest: m.missed_digest,
  none: m.missed_none,
}

/** Lets the creator choose which missed alerts the alert box shows when it reconnects. */
export function MissedAlertsCard() {
  const { settings, isDisabled, save } = useOverlaySettings()

  async function handleChange(value: string) {
    if (await save({ missedAlerts: missedAlerts.parse(value) })) toast.success(m.missed_saved())
  }
  return (
    <Card id="missed-alerts" title={m.missed_title()} hint={m.missed_hint()}>
      <Select
        label={m.missed_label()}
        hint={m.missed_skipped()}
        value={settings?.missedAlerts ?? 'last-five'}
        disabled={isDisabled}
        onChange={(event) => void handleChange(event.target.value)}
        options={missedAlerts.options.map((value) => [value, texts[value]()] as const)}
        className="max-w-md"
      />
    </Card>
  )
}
