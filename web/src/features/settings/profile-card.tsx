import type { SessionUser } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { isCreator } from '../../lib/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { VerifiedBadge } from '../../ui/verified-badge.tsx'
import { Fact, Facts } from './fact.tsx'

/** The user's own profile as it stands, with the way to the public page. */
export function ProfileCard({ profile }: { profile: SessionUser }) {
  const isOwner = isCreator(profile)
  return (
    <Card
      id="profile"
      title={m.profile_title()}
      hint={isOwner ? m.profile_hint_creator() : m.profile_hint_supporter()}
    >
      <ProfileHead profile={profile} />
      <Facts>
        <Fact label={m.profile_email()} aside={m.profile_email_hint()}>
          {profile.email}
        </Fact>
        <Fact label={m.profile_bio()}>
          {profile.bio ? (
            <p className="whitespace-pre-line">{profile.bio}</p>
          ) : (
            <span className="text-muted">{m.profile_no_bio()}</span>
          )}
        </Fact>
        {isOwner && <PublicFacts profile={profile} />}
      </Facts>
      <p className="mt-6 text-sm text-muted">{m.profile_read_only()}</p>
    </Card>
  )
}

function ProfileHead({ profile }: { profile: SessionUser }) {
  const { displayName, brimfulUserName, userImg, isVerified } = profile
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
      <Avatar src={userImg} name={displayName} className="size-16 text-2xl sm:size-20 sm:text-3xl" />
      <div className="min-w-0 grow basis-40">
        <p className="font-display text-xl font-bold break-words">
          {displayName}
          {isVerified && (
            <>
              {' '}
              <VerifiedBadge className="size-5 align-[-0.15em]" />
            </>
          )}
        </p>
        <p className="text-muted">@{brimfulUserName}</p>
      </div>
      {isCreator(profile) && (
        <ButtonLink to={`/${brimfulUserName}/current-goals`} kind="primary">
          {m.profile_open()}
        </ButtonLink>
      )}
    </div>
  )
}

function PublicFacts({ profile }: { profile: SessionUser }) {
  const links = listLinks(profile)
  return (
    <>
      <Fact label={m.profile_links()}>
        {links.length === 0 && <span className="text-muted">{m.profile_no_links()}</span>}
        <ul>
          {links.map((url) => (
            <li key={url} className="py-0.5">
              {url.replace(/^https?:\/\/(www\.)?/i, '')}
            </li>
          ))}
        </ul>
      </Fact>
      <Fact label={m.profile_tags()}>
        {profile.selectedTags.length === 0 && <span className="text-muted">{m.profile_no_tags()}</span>}
        <ul className="flex flex-wrap gap-2">
          {profile.selectedTags.map((tag) => (
            <li key={tag} className="rounded-full border border-line bg-sunken px-3 py-1 text-sm">
              {tag}
            </li>
          ))}
        </ul>
      </Fact>
    </>
  )
}

function listLinks({ ytUrl, twitterUrl, instaUrl, fbUrl, socialLinks }: SessionUser): string[] {
  return [...new Set([ytUrl, twitterUrl, instaUrl, fbUrl, ...socialLinks].filter((url) => url !== null))]
}
