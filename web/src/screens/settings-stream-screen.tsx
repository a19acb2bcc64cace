import { m } from '../../../i18n/compiled/messages.js'
import { StreamAlertsCard } from '../features/settings/stream-alerts-card.tsx'
import { useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'

/** The stream tab of the settings. */
export function SettingsStreamScreen() {
  useTitle(`${m.settings_tab_stream()} · ${m.settings_title()}`)
  const { user, profile } = useSession()
  return user && <StreamAlertsCard uid={user.uid} currency={profile?.currency ?? null} />
}
