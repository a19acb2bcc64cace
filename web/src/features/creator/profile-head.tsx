import { useState } from 'react'
import type { ViewedCreator } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { Avatar } from '../../ui/avatar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VerifiedBadge } from '../../ui/verified-badge.tsx'
import { CreatorLinks } from './creator-links.tsx'

/** Who the page is about: cover, picture, names, words and links. */
export function ProfileHead({ creator }: { creator: ViewedCreator }) {
  return (
    <header>
      <Cover src={creator.coverImage} />
      <div className="mx-auto max-w-6xl px-4 sm:px-6 lg:px-12">
        <div className="-mt-10 flex items-end justify-between gap-4 sm:-mt-14">
          <Avatar
            src={creator.profileImage}
            name={creator.displayName}
            className="size-20 border-4 border-paper text-3xl shadow-soft sm:size-28 sm:text-4xl"
          />
          <CreatorLinks creator={creator} />
        </div>
        <h1 className="mt-3 text-2xl break-words sm:text-3xl">
          {creator.displayName}
          {creator.isverified && (
            <>
              {' '}
              <VerifiedBadge className="size-5 align-baseline sm:size-6" />
            </>
          )}
        </h1>
        <p className="text-muted">@{creator.userName}</p>
        {creator.bio && <Bio text={creator.bio} />}
      </div>
    </header>
  )
}

/** From edge to edge, and on a wide screen no wider than the page, so that a picture made three to one keeps most of its height. */
const coverBox =
  'block h-32 w-full sm:h-52 lg:mx-auto lg:mt-6 lg:h-72 lg:w-[min(69rem,100%-3rem)] lg:rounded-sheet'

/** A cover that is missing or does not load leaves the house's own waves. */
function Cover({ src }: { src: string | null }) {
  const [broken, setBroken] = useState<string | null>(null)
  if (src && src !== broken) {
    return (
      <img
        src={src}
        alt=""
        onError={() => setBroken(src)}
        className={`${coverBox} bg-sunken object-cover object-[50%_70%]`}
      />
    )
  }
  return (
    <svg aria-hidden viewBox="0 0 1440 208" preserveAspectRatio="xMidYMax slice" className={coverBox}>
      <rect width="1440" height="208" fill="#2A1E52" />
      <circle cx="900" cy="84" r="62" fill="var(--color-amber)" />
      <path d={`M0 140${swell(-46)}V208H0z`} fill="var(--color-violet-fill)" />
      <path d={`M-90 176${swell(-34)}V208H-90z`} fill="var(--color-coral)" />
    </svg>
  )
}

/** Six swells in a row, each 270 wide. */
function swell(height: number): string {
  return `q67.5 ${height} 135 0${'t135 0'.repeat(11)}`
}

const longBio = 160

/** Long words fold to two lines until somebody wants them all. */
function Bio({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const isLong = text.length > longBio || text.split('\n').length > 2
  return (
    <div className="mt-2 max-w-2xl">
      <p className={`break-words whitespace-pre-line ${isLong && !isWhole ? 'line-clamp-2' : ''}`}>{text}</p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
          className="min-h-11 font-semibold text-violet underline-offset-3 hover:underline"
        >
          {isWhole ? m.creator_less_bio() : m.creator_more_bio()}
        </button>
      )}
    </div>
  )
}

/** The shape of the head while it loads. */
export function ProfileHeadSkeleton() {
  return (
    <div>
      <Skeleton className={`${coverBox} rounded-none`} />
      <div className="mx-auto max-w-6xl px-4 sm:px-6 lg:px-12">
        <Skeleton className="-mt-10 size-20 rounded-full border-4 border-paper sm:-mt-14 sm:size-28" />
        <Skeleton className="mt-4 h-8 w-56" />
        <Skeleton className="mt-2 h-5 w-32" />
      </div>
    </div>
  )
}
