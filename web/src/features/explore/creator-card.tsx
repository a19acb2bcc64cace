import { memo } from 'react'
import { Link } from 'react-router-dom'
import type { Creator } from '../../../../contract/entities.ts'
import { sourcesOf } from '../../../../contract/pages/pictures.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { Artwork } from '../../ui/artwork.tsx'
import { formatAmount } from '../../lib/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { LevelBar } from '../../ui/level-bar.tsx'
import { levelOf } from '../../ui/liquid-level.ts'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VerifiedName } from '../../parts/accounts/verified-badge.tsx'
import { creatorHomePath, selectCreator } from './select-creator.ts'
import { useOpenCreatorPreview } from './open-creator-preview.ts'
import { previewBio } from './match-creators.ts'

const frame =
  'relative flex flex-col overflow-hidden rounded-card border border-line bg-card shadow-soft [contain-intrinsic-size:auto_20rem] [content-visibility:auto]'

interface CreatorCardProps {
  creator: Creator
  /** Whether visitors see the card without scrolling, so that its picture is loaded before the page is laid out. */
  isAtTop?: boolean
}

/** A creator in a list. The card links to the creator's goals, its tags to creators with the same tag. */
export const CreatorCard = memo(function CreatorCard({ creator, isAtTop = false }: CreatorCardProps) {
  const { display_name: name, user_name: userName, bio, tagNames, goal } = creator
  const openPreview = useOpenCreatorPreview()
  return (
    <article className={`${frame} transition-shadow focus-within:shadow-lift hover:shadow-lift`}>
      <Picture
        src={creator.cover_image}
        srcSet={creator.cover_image ? sourcesOf(creator.cover_image, 'cover') : undefined}
        sizes="(min-width: 40rem) 24rem, 100vw"
        loading={isAtTop ? 'eager' : 'lazy'}
        className="h-28 w-full bg-sunken object-cover"
        fallback={<Artwork seed={userName} ratio={3} className="h-28 w-full" />}
      />
      <div className="flex grow flex-col px-4 pb-4">
        <button
          type="button"
          aria-label={m.explore_look({ name })}
          onClick={() => void openPreview(creator)}
          className="relative z-1 -mt-8 self-start rounded-full"
        >
          <Avatar src={creator.image} name={name} seed={userName} className="size-16 border-4 border-card" />
        </button>
        <h2 className="mt-2 text-xl break-words">
          <VerifiedName
            name={
              <Link
                to={creatorHomePath(creator)}
                onClick={() => selectCreator(creator)}
                className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-violet"
              >
                {name}
              </Link>
            }
            isVerified={creator.isverified}
            badgeClassName="size-5 align-text-bottom"
          />
        </h2>
        <p className="text-sm text-muted">@{userName}</p>
        <p className="mt-2 text-sm break-words">{bio ? previewBio(bio) : m.explore_no_bio()}</p>
        {goal && <CardGoal goal={goal} />}
        {tagNames.length > 0 && (
          <ul className="relative z-1 mt-auto flex flex-wrap gap-1.5 pt-3">
            {tagNames.slice(0, 4).map((tag) => (
              <li key={tag}>
                <Link
                  to={{ pathname: '/explore', search: new URLSearchParams({ tag }).toString() }}
                  className="flex min-h-8 items-center rounded-full bg-sunken px-3 text-xs font-semibold text-muted hover:text-ink"
                >
                  {tag}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </article>
  )
})

/** What the creator collects for at present. */
function CardGoal({ goal }: { goal: NonNullable<Creator['goal']> }) {
  const { title, currency, amount, amount_received: received } = goal
  return (
    <div className="mt-3 text-sm">
      <p className="line-clamp-2 font-semibold break-words">{title}</p>
      <LevelBar level={levelOf(received, amount)} />
      <p className="text-muted">
        <span className="money text-ink">{formatAmount(received, currency)}</span>{' '}
        {m.goal_of({ amount: formatAmount(amount, currency) })}
      </p>
    </div>
  )
}

/** The skeleton of a creator card. */
export function CreatorCardSkeleton() {
  return (
    <div className={frame}>
      <Skeleton className="h-28 rounded-none" />
      <div className="px-4 pb-4">
        <Skeleton className="-mt-8 size-16 rounded-full border-4 border-card" />
        <Skeleton className="mt-3 h-6 w-2/3" />
        <Skeleton className="mt-2 h-4 w-1/3" />
        <Skeleton className="mt-4 h-14" />
      </div>
    </div>
  )
}
