import type { SessionUser } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import type { StoredUser } from '../../lib/store-state.ts'

/** The title of each settings page, by the last segment of its address. */
export const settingsTitles = {
  'profile-setting': m.settings_tab_profile,
  'payment-setting': m.settings_tab_payment,
  'stream-setting': m.settings_tab_stream,
  'notifications-setting': m.settings_tab_notifications,
  'chatbot-setting': m.settings_tab_chatbot,
  'tools-setting': m.settings_tab_tools,
  'import-setting': m.settings_tab_import,
  'Integrations-setting': m.x_title,
  'donothon-timer-setting': m.donothon_title,
} as const

export type SettingsPath = keyof typeof settingsTitles

/** The props of every tab. The profile is undefined until it is loaded. */
export interface TabProps {
  user: StoredUser
  profile: SessionUser | undefined
}
