import type { SessionUser } from '../../../../../contract/entities.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { isCreator } from '../../../lib/accounts/session.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { VerifiedName } from '../../../parts/accounts/verified-badge.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { ProfileForm } from './profile-form.tsx'

/** The user's profile, with a link to the public page. */
export function ProfileCard({ profile }: { profile: SessionUser }) {
  const isOwner = isCreator(profile)
  return (
    <Card
      id="profile"
      title={m.profile_title()}
      hint={isOwner ? m.profile_hint_creator() : m.profile_hint_supporter()}
    >
      <ProfileHead profile={profile} />
      <ProfileForm profile={profile} />
      <p className="mt-6 text-sm text-muted">
        {m.profile_email_is({ email: profile.email })}{' '}
        <TextLink to="/dashboard/account-setting">{m.account_title()}</TextLink>
      </p>
    </Card>
  )
}

function ProfileHead({ profile }: { profile: SessionUser }) {
  const { displayName, brimfulUserName, userImg, isVerified } = profile
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
      <Avatar
        src={userImg}
        name={displayName}
        seed={brimfulUserName}
        width={80}
        className="size-16 sm:size-20"
      />
      <div className="min-w-0 grow basis-40">
        <p className="font-display text-xl font-bold break-words">
          <VerifiedName name={displayName} isVerified={isVerified} badgeClassName="size-5 align-[-0.15em]" />
        </p>
        <p className="text-muted">@{brimfulUserName}</p>
      </div>
      {isCreator(profile) && (
        <ButtonLink to={`/${brimfulUserName}/current-goals`}>{m.profile_open()}</ButtonLink>
      )}
    </div>
  )
}
