import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Goal } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import { useMinute } from '../../lib/page-data.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { describeRemaining, describeRestart, describeTimeLeft, statusLabel } from './goal-progress.ts'
import { GoalVessel } from './goal-vessel.tsx'

interface GoalCardProps {
  goal: Goal
  /** The address of the goal's page. */
  to: string
  isChosen: boolean
  onTip: () => void
}

/** A goal in a creator's list: progress, amounts, and a button to tip towards it. */
export function GoalCard({ goal, to, isChosen, onTip }: GoalCardProps) {
  return (
    <article
      className={clsx(
        'flex gap-4 rounded-card sm:gap-6 sm:p-5 border bg-card p-4 shadow-soft transition-colors',
        isChosen ? 'border-coral' : 'border-line',
      )}
    >
      <GoalVessel goal={goal} className="w-26 self-center sm:w-32" />
      <div className="flex min-w-0 grow flex-col">
        <p className="text-xs font-semibold tracking-wide text-coral-ink uppercase">{statusLabel(goal)}</p>
        <h2 className="mt-0.5 line-clamp-3 text-xl break-words">
          <Link to={to} className="rounded-sm hover:underline">
            {goal.title}
          </Link>
        </h2>
        <GoalMoney goal={goal} />
        <Button
          size="small"
          className="mt-3 max-w-full self-start whitespace-normal!"
          aria-pressed={isChosen}
          aria-label={`${m.goal_tip()}: ${goal.title}`}
          onClick={onTip}
        >
          {isChosen && <Check aria-hidden className="size-4 text-coral-ink" />}
          <span>{m.goal_tip()}</span>
        </Button>
      </div>
    </article>
  )
}

/** The received and the target amount of a goal, and how much is missing. */
export function GoalMoney({ goal }: { goal: Goal }) {
  const now = useMinute()
  const parts = [describeRemaining(goal), describeTimeLeft(goal, now), describeRestart(goal, now)]
  const left = parts.filter(Boolean).join(' · ')
  return (
    <>
      <p className="mt-1.5 flex flex-wrap items-baseline gap-x-2">
        <span className="money text-2xl">{formatAmount(goal.amount_received, goal.currency)}</span>
        <span className="text-muted">{m.goal_of({ amount: formatAmount(goal.amount, goal.currency) })}</span>
      </p>
      <p className="text-sm text-muted">{left}</p>
      <GoalCounted goal={goal} />
    </>
  )
}

/** What subscriptions and bits count toward a goal, apart from its money; nothing if they count nothing. */
export function GoalCounted({ goal: { counted = 0, currency } }: { goal: Goal }) {
  if (counted === 0) return null
  return <p className="text-sm text-violet">{m.goal_counted({ amount: formatAmount(counted, currency) })}</p>
}

/** The skeleton of a goal card. */
export function GoalCardSkeleton() {
  return (
    <div className="flex gap-4 rounded-card border border-line bg-card p-4 shadow-soft sm:gap-6 sm:p-5">
      <Skeleton className="h-33 w-26 shrink-0 self-center sm:h-41 sm:w-32" />
      <div className="grow">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="mt-1.5 h-7 w-4/5" />
        <Skeleton className="mt-2 h-8 w-32" />
        <Skeleton className="mt-1.5 h-4 w-2/3" />
        <Skeleton className="mt-3.5 h-10 w-28 rounded-full" />
      </div>
    </div>
  )
}
