import type { ReactNode } from 'react'
import type { Goal } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyNote } from '../../ui/notes.tsx'
import { RowSkeletons } from '../../ui/skeleton.tsx'
import { activeGoals, describeRemaining } from './goal-progress.ts'
import { GoalVessel } from './goal-vessel.tsx'
import type { Loaded } from '../../lib/calls/use-call.ts'
import { Loadable } from '../../ui/loadable.tsx'

interface GoalsInProgressProps {
  goals: Loaded<Goal[]>
  /** The link to all goals, shown even when there are no active ones. */
  link: ReactNode
}

/** The card of active goals on the dashboard. */
export function GoalsInProgress({ goals, link }: GoalsInProgressProps) {
  return (
    <Card id="in-progress" title={m.dashboard_goals()}>
      <Loadable
        loaded={goals}
        failedText={m.creator_goals_failed()}
        skeleton={<RowSkeletons label={m.own_goals_loading()} count={2} />}
      >
        {(all) => <Running goals={activeGoals(all)} link={link} />}
      </Loadable>
    </Card>
  )
}

function Running({ goals, link }: { goals: Goal[]; link: ReactNode }) {
  if (goals.length === 0) return <EmptyNote text={m.own_goals_none_running()}>{link}</EmptyNote>
  return (
    <>
      <ul className="grid grid-cols-1 gap-4">
        {goals.map((goal) => (
          <li key={goal.goaluuid} className="flex items-center gap-4">
            <GoalVessel goal={goal} className="w-14 shrink-0" />
            <div className="min-w-0">
              <p className="font-semibold break-words">{goal.title}</p>
              <p className="flex flex-wrap items-baseline gap-x-1.5">
                <span className="money">{formatAmount(goal.amount_received, goal.currency)}</span>
                <span className="text-sm text-muted">
                  {m.goal_of({ amount: formatAmount(goal.amount, goal.currency) })} ·{' '}
                  {describeRemaining(goal)}
                </span>
              </p>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-4">{link}</div>
    </>
  )
}
