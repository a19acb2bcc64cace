import { m } from '../../../i18n/compiled/messages.js'
import { ProfileCard } from '../features/settings/profile-card.tsx'
import { useTitle } from '../lib/use-title.ts'
import { WithProfile } from './with-profile.tsx'

/** The profile tab of the settings. */
export function SettingsProfileScreen() {
  useTitle(`${m.settings_tab_profile()} · ${m.settings_title()}`)
  return <WithProfile>{(profile) => <ProfileCard profile={profile} />}</WithProfile>
}
