import { useState } from 'react'
import type { ViewedCreator } from '../../../../contract/entities.ts'
import { coverSizes, sourcesOf } from '../../../../contract/pages/pictures.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { Artwork } from '../../ui/artwork.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Picture } from '../../ui/picture.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VerifiedName } from '../../parts/accounts/verified-badge.tsx'
import { CreatorLinks } from './creator-links.tsx'

/** The header of a creator's page: cover, picture, names, bio and links. */
export function ProfileHead({ creator, shareUrl }: { creator: ViewedCreator; shareUrl: string }) {
  return (
    <header>
      <Picture
        src={creator.coverImage}
        srcSet={creator.coverImage ? sourcesOf(creator.coverImage, 'cover') : undefined}
        sizes={coverSizes}
        className={`${coverBox} bg-sunken object-cover object-[50%_70%]`}
        fallback={<Artwork seed={creator.userName} ratio={3} className={coverBox} />}
      />
      <div className="mx-auto max-w-6xl px-4 sm:px-6 lg:px-12">
        <div className="-mt-10 grid grid-cols-[auto_minmax(0,1fr)] items-end gap-x-4 gap-y-3 sm:-mt-14 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
          <Avatar
            src={creator.profileImage}
            name={creator.displayName}
            seed={creator.userName}
            width={112}
            className="size-20 border-4 border-paper shadow-soft sm:size-28"
          />
          <div className="justify-self-end sm:order-1">
            <ShareButton url={shareUrl} title={creator.displayName} />
          </div>
          <div className="order-2 col-span-full">
            <h1 className="text-2xl break-words sm:text-3xl">
              <VerifiedName
                name={creator.displayName}
                isVerified={creator.isverified}
                badgeClassName="size-5 align-baseline sm:size-6"
              />
            </h1>
            <p className="text-muted">@{creator.userName}</p>
            {creator.bio && <Bio text={creator.bio} />}
          </div>
          <div className="order-3 col-span-full empty:hidden sm:order-none sm:col-span-1 sm:justify-self-end">
            <CreatorLinks creator={creator} />
          </div>
        </div>
      </div>
    </header>
  )
}

/**
 * Full width on small screens, and no wider than the page on large ones, so that a 3:1 cover keeps most of its height.
 */
const coverBox =
  'block h-32 w-full sm:h-52 lg:mx-auto lg:mt-6 lg:h-72 lg:w-[min(69rem,100%-3rem)] lg:rounded-sheet'

const longBioLength = 160

/** Clamps a long bio to two lines until it is expanded. */
function Bio({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const isLong = text.length > longBioLength || text.split('\n').length > 2
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

/** The skeleton of the profile header. */
export function ProfileHeadSkeleton() {
  return (
    <div>
      <Skeleton className={`${coverBox} rounded-none`} />
      <div className="mx-auto max-w-6xl px-4 sm:px-6 lg:px-12">
        <Skeleton className="-mt-10 size-20 rounded-full border-4 border-paper sm:-mt-14 sm:size-28" />
        <Skeleton className="mt-3 h-8 w-56 sm:h-10" />
        <Skeleton className="mt-1.5 h-5 w-32" />
        <Skeleton className="mt-3 h-11 max-w-2xl" />
      </div>
    </div>
  )
}
