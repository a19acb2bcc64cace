import { isCreator } from '../../../lib/accounts/session.ts'
import { WithProfile } from '../../../parts/accounts/with-profile.tsx'
import { AddressCard } from './address-card.tsx'
import { PicturesCard } from './pictures-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { TimeZoneCard } from './time-zone-card.tsx'

export function ProfileTab() {
  return (
    <WithProfile>
      {(profile) => (
        <div className="grid grid-cols-1 gap-4">
          <ProfileCard profile={profile} />
          <AddressCard name={profile.brimfulUserName} />
          <PicturesCard profile={profile} />
          {isCreator(profile) && <TimeZoneCard timeZone={profile.timeZone ?? 'UTC'} />}
        </div>
      )}
    </WithProfile>
  )
}
