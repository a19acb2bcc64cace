import { m } from '../../../i18n/compiled/messages.js'
import { GoalWidgetCard } from '../features/settings/stream/goal-widget-card.tsx'
import { StreamAlertsCard } from '../features/settings/stream/stream-alerts-card.tsx'
import { useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'

/** The stream tab of the settings. */
export function SettingsStreamScreen() {
  useTitle(`${m.settings_tab_stream()} · ${m.settings_title()}`)
  const { user, profile } = useSession()
  const creator = user && { uid: user.uid, currency: profile?.currency ?? null }
  return (
    creator && (
      <div className="flex flex-col gap-6">
        <StreamAlertsCard {...creator} />
        <GoalWidgetCard {...creator} />
      </div>
    )
  )
}
