import { Link } from 'react-router-dom'
import type { CallResponse } from '../../../../contract/call.ts'
import type { getTotalEarnings } from '../../../../contract/insights/insight-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { LevelBar } from '../../ui/level-bar.tsx'
import { levelOf, percentOf } from '../../ui/liquid-level.ts'
import { EmptyNote } from '../../ui/notes.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Earnings = CallResponse<typeof getTotalEarnings>

/** The gross amounts raised in total, per goal, by tips without a goal, and by imported tips. */
export function TotalEarnings({ earnings, userName }: { earnings: Earnings; userName: string }) {
  const { currency, total, general, imported, goals } = earnings
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card>
        <p className="text-sm text-muted">{m.earnings_total()}</p>
        <p className="money text-4xl break-all">{formatAmount(total, currency)}</p>
        <p className="mt-1 text-sm text-muted">{m.earnings_hint()}</p>
      </Card>
      <Card id="per-goal" title={m.earnings_per_goal()}>
        {goals.length === 0 ? (
          <EmptyNote text={m.own_goals_empty()} to="/dashboard/goals-overview" label={m.own_goals_first()} />
        ) : (
          <ul className="divide-y divide-line">
            {goals.map((goal) => (
              <Row key={goal.goaluuid} goal={goal} userName={userName} />
            ))}
          </ul>
        )}
        <dl className="border-t border-line pt-4">
          <Part name={m.earnings_general()} value={formatAmount(general, currency)} />
          {imported > 0 && <Part name={m.earnings_imported()} value={formatAmount(imported, currency)} />}
        </dl>
      </Card>
    </div>
  )
}

function Part({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="font-semibold">{name}</dt>
      <dd className="money text-lg">{value}</dd>
    </div>
  )
}

function Row({ goal, userName }: { goal: Earnings['goals'][number]; userName: string }) {
  const { title, amount, amount_received: received, currency, status } = goal
  const level = levelOf(received, amount)
  return (
    <li className="py-3">
      <div className="flex items-baseline justify-between gap-4">
        <Link
          to={pageOf(goal, userName)}
          className="min-w-0 rounded-sm font-semibold break-words hover:underline"
        >
          {title}
        </Link>
        <span className="money text-lg">{formatAmount(received, currency)}</span>
      </div>
      <LevelBar level={level} />
      <p className="text-sm text-muted">
        <span>{m.liquid_percent({ percent: percentOf(level) })}</span>{' '}
        <span>{m.goal_of({ amount: formatAmount(amount, currency) })}</span>
        <span>{status === 'ARCHIVED' && ` · ${m.own_goals_state_archived()}`}</span>
      </p>
    </li>
  )
}

/** Returns the goal's page; that of an archived goal is the list where it can be reopened. */
function pageOf({ goaluuid, status }: Earnings['goals'][number], userName: string): string {
  if (status === 'ARCHIVED') return '/dashboard/goals-overview'
  return `/user/${userName}/${status === 'ACTIVE' ? 'current' : 'completed'}-goals/${goaluuid}`
}

/** The skeleton of the total earnings. */
export function TotalEarningsSkeleton() {
  return (
    <output aria-label={m.insights_loading()} className="grid gap-4">
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-64 w-full" />
    </output>
  )
}
