import type { ComponentType } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import type { TabProps } from '../../features/settings/tabs.ts'
import { useSession } from '../../lib/accounts/session.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { pageAt } from '../../parts/rooms/rooms.ts'

interface SettingsTabScreenProps {
  /** The last part of its address. */
  path: string
  Tab: ComponentType<TabProps>
}

/** A page of the settings under its title. Renders inside the protected layout, so that a user is signed in. */
export function SettingsTabScreen({ path, Tab }: SettingsTabScreenProps) {
  const page = pageAt(`/dashboard/${path}`)
  const title = page?.title()
  useTitle(page?.isTab ? `${title} · ${m.settings_title()}` : title)
  const { user, profile } = useSession()
  return user && <Tab user={user} profile={profile} />
}
