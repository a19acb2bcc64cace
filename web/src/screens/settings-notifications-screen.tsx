import { m } from '../../../i18n/compiled/messages.js'
import { NotificationsCard } from '../features/settings/notifications/notifications-card.tsx'
import { PushCard } from '../features/settings/notifications/push-card.tsx'
import { isCreator, useSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'

/** The notifications tab of the settings. */
export function SettingsNotificationsScreen() {
  useTitle(`${m.settings_tab_notifications()} · ${m.settings_title()}`)
  const { user, profile } = useSession()
  return (
    <div className="grid gap-6">
      <NotificationsCard profile={profile} />
      {user && isCreator(user) && <PushCard />}
    </div>
  )
}
