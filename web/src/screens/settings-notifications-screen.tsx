import { m } from '../../../i18n/compiled/messages.js'
import { NotificationsCard } from '../features/settings/notifications-card.tsx'
import { useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'

/** The notifications tab of the settings. */
export function SettingsNotificationsScreen() {
  useTitle(`${m.settings_tab_notifications()} · ${m.settings_title()}`)
  return <NotificationsCard profile={useSession().profile} />
}
