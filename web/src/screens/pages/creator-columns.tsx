import type { ReactNode } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import type { CreatorPage } from '../../features/creator/use-creator-page.ts'
import { GoalCardSkeleton } from '../../features/goals/goal-card.tsx'
import { LeaderboardCard } from '../../features/leaderboard/leaderboard-card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'

interface CreatorColumnsProps {
  /** Goals, tip box and leaderboard, in this order. */
  children: ReactNode
}

/**
 * One column on a phone. On a wide screen the second child, the tip box, is a column on the right that sticks while the others
 * scroll.
 */
export function CreatorColumns({ children }: CreatorColumnsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26rem] lg:grid-rows-[auto_1fr] lg:gap-x-8 lg:gap-y-6 lg:[&>:nth-child(2)]:sticky lg:[&>:nth-child(2)]:top-20 lg:[&>:nth-child(2)]:col-start-2 lg:[&>:nth-child(2)]:row-span-2 lg:[&>:nth-child(2)]:row-start-1">
      {children}
    </div>
  )
}

/** The skeleton of the columns. At least as high as the window, so that loading does not shift visible content. */
export function CreatorColumnsSkeleton() {
  return (
    <output aria-label={m.loading()} className="block min-h-dvh">
      <CreatorColumns>
        <div className="flex flex-col gap-4">
          {['a', 'b', 'c'].map((place) => (
            <GoalCardSkeleton key={place} />
          ))}
        </div>
        <Skeleton className="h-160 w-full" />
      </CreatorColumns>
    </output>
  )
}

/** The leaderboard of the current creator. */
export function CreatorBoard({ page: { board, creator } }: { page: CreatorPage }) {
  return <LeaderboardCard board={board} userName={creator.userName} currency={creator.currency} />
}

/** The link back to all goals of a creator. */
export function AllGoalsLink({ userName, className }: { userName: string; className: string }) {
  return (
    <p className={className}>
      <TextLink to={`/${userName}/current-goals`} className="inline-flex min-h-11 items-center">
        {m.creator_all_goals()}
      </TextLink>
    </p>
  )
}
