import type { OwnGoal } from '../../../../../contract/goals/own-goal-calls.ts'
import { m } from '../../../../../i18n/compiled/messages.js'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { OwnGoalRow } from './own-goal-row.tsx'
import type { OwnGoalActions } from './own-goal-row.tsx'

interface OwnGoalListProps extends OwnGoalActions {
  goals: OwnGoal[]
  userName: string
}

/** All goals of the creator: active ones in their order, then ended ones, then a collapsed archive. */
export function OwnGoalList({ goals, userName, onMove, ...actions }: OwnGoalListProps) {
  const running = goals.filter(({ status }) => status === 'ACTIVE')
  const ended = goals.filter(({ status }) => status === 'COMPLETED' || status === 'EXPIRED')
  const archived = goals.filter(({ status }) => status === 'ARCHIVED')
  const rows = (some: OwnGoal[], move?: OwnGoalActions['onMove']) => (
    <ul className="divide-y divide-line rounded-card border border-line bg-card shadow-soft">
      {some.map((goal, place) => (
        <OwnGoalRow
          key={goal.goaluuid}
          {...{ goal, userName, onMove: some.length > 1 ? move : undefined, ...actions }}
          isFirst={place === 0}
          isLast={place === some.length - 1}
        />
      ))}
    </ul>
  )
  return (
    <div className="grid grid-cols-1 gap-8">
      <section aria-labelledby="goals-running">
        <h2 id="goals-running" className="text-xl">
          {m.own_goals_running({ count: running.length })}
        </h2>
        <p className="mb-3 text-sm text-muted">
          {running.length > 0 ? m.own_goals_order() : m.own_goals_none_running()}
        </p>
        {running.length > 0 && rows(running, onMove)}
      </section>
      {ended.length > 0 && (
        <section aria-labelledby="goals-ended">
          <h2 id="goals-ended" className="mb-3 text-xl">
            {m.own_goals_ended({ count: ended.length })}
          </h2>
          {rows(ended)}
        </section>
      )}
      {archived.length > 0 && (
        <details className="group">
          <summary className="mb-3 flex min-h-11 cursor-pointer items-center rounded-sm font-semibold">
            {m.own_goals_archive_title({ count: archived.length })}
          </summary>
          {rows(archived)}
        </details>
      )}
    </div>
  )
}

/** The skeleton of the list of the creator's goals. */
export function OwnGoalListSkeleton() {
  return (
    <output
      aria-label={m.own_goals_loading()}
      className="block divide-y divide-line rounded-card border border-line bg-card shadow-soft"
    >
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex gap-5 p-5">
          <Skeleton className="h-24 w-16 sm:w-20" />
          <div className="grow">
            <Skeleton className="h-4 w-20" />
            <Skeleton className="mt-2 h-6 w-64 max-w-full" />
            <Skeleton className="mt-2 h-7 w-40" />
          </div>
        </div>
      ))}
    </output>
  )
}
