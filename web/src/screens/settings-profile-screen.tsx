import { m } from '../../../i18n/compiled/messages.js'
import { AddressCard } from '../features/settings/profile/address-card.tsx'
import { PicturesCard } from '../features/settings/profile/pictures-card.tsx'
import { ProfileCard } from '../features/settings/profile/profile-card.tsx'
import { useTitle } from '../lib/use-title.ts'
import { WithProfile } from '../ui/with-profile.tsx'

/** The profile tab of the settings. */
export function SettingsProfileScreen() {
  useTitle(`${m.settings_tab_profile()} · ${m.settings_title()}`)
  return (
    <WithProfile>
      {(profile) => (
        <div className="grid grid-cols-1 gap-4">
          <ProfileCard profile={profile} />
          <AddressCard name={profile.brimfulUserName} />
          <PicturesCard profile={profile} />
        </div>
      )}
    </WithProfile>
  )
}
