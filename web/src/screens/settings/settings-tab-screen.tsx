import type { ComponentType } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import { settingsTitles, tabTitles } from '../../features/settings/tabs.ts'
import type { SettingsPath, TabProps } from '../../features/settings/tabs.ts'
import { useSession } from '../../lib/accounts/session.ts'
import { useTitle } from '../../lib/pages/use-title.ts'

interface SettingsTabScreenProps {
  path: SettingsPath
  Tab: ComponentType<TabProps>
}

/** A page of the settings under its title. Renders inside the protected layout, so that a user is signed in. */
export function SettingsTabScreen({ path, Tab }: SettingsTabScreenProps) {
  const title = settingsTitles[path]()
  useTitle(path in tabTitles ? `${title} · ${m.settings_title()}` : title)
  const { user, profile } = useSession()
  return user && <Tab user={user} profile={profile} />
}
