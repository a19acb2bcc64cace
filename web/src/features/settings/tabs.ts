import type { SessionUser } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import type { StoredUser } from '../../lib/store-state.ts'

/** The titles of the tabs of the settings, by the last segment of their address, in display order. */
export const tabTitles = {
  'profile-setting': m.settings_tab_profile,
  'payment-setting': m.settings_tab_payment,
  'stream-setting': m.settings_tab_stream,
  'notifications-setting': m.settings_tab_notifications,
  'chatbot-setting': m.settings_tab_chatbot,
} as const

/** The titles of the pages with settings that are places of their own in the dashboard. */
const placeTitles = {
  'tools-setting': m.settings_tab_tools,
  'import-setting': m.settings_tab_import,
  'Integrations-setting': m.x_title,
  'donothon-timer-setting': m.donothon_title,
} as const

export const settingsTitles = { ...tabTitles, ...placeTitles }
export type SettingsPath = keyof typeof settingsTitles

/** Returns the title of a page with settings that is not a tab. Case is ignored, as in the routes. */
export function titleOfOwnPlace(pathname: string): string | undefined {
  const page = pathname.split('/').findLast((segment) => segment !== '')
  const own = Object.entries(placeTitles).find(([path]) => path.toLowerCase() === page?.toLowerCase())
  return own?.[1]()
}

/** The props of every tab. The profile is undefined until it is loaded. */
export interface TabProps {
  user: StoredUser
  profile: SessionUser | undefined
}
