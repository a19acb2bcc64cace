import { Check } from 'lucide-react'
import type { Goal } from '../../../../contract/entities.ts'
import { getGoalPeriods } from '../../../../contract/goals/goal-calls.ts'
import type { GoalPeriod } from '../../../../contract/goals/goal-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { useCall } from '../../lib/calls/use-call.ts'
import { formatAmount, formatDays } from '../../lib/format.ts'

interface GoalHistoryProps {
  goal: Goal
  /** Which periods are shown; by default all. */
  isShown?: (period: GoalPeriod) => boolean
  className?: string
}

/** The months or streams of a goal that are over; nothing if there are none, or while they load. */
export function GoalHistory({ goal, ...props }: GoalHistoryProps) {
  const past = goal.past_periods ?? 0
  return past > 0 ? <Periods key={past} goal={goal} {...props} /> : null
}

function Periods({ goal: { goaluuid, currency }, isShown = () => true, className }: GoalHistoryProps) {
  const { data } = useCall(getGoalPeriods, { query: { goaluuid } }, { staleTime: 0 })
  const periods = data?.filter(isShown) ?? []
  if (periods.length === 0) return null
  return (
    <details className={className}>
      <summary className="min-h-11 cursor-pointer py-3 text-sm font-semibold">
        {m.goal_history({ count: periods.length })}
      </summary>
      <ul className="divide-y divide-line">
        {periods.map(({ from, to, amount, amount_received: received }) => (
          <li
            key={`${from} ${to} ${received}`}
            className="flex flex-wrap items-baseline gap-x-3 py-2 text-sm"
          >
            <span className="grow text-muted">{formatDays(from, to)}</span>
            <span>
              <span className="money">{formatAmount(received, currency)}</span>{' '}
              <span className="text-muted">{m.goal_of({ amount: formatAmount(amount, currency) })}</span>
            </span>
            {received >= amount && (
              <span className="inline-flex items-center gap-1 font-semibold text-coral-ink">
                <Check aria-hidden className="size-4 self-center" />
                {m.goal_label_done()}
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
