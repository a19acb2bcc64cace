import { m } from '../../../../i18n/compiled/messages.js'
import { closedGoals } from '../../features/goals/goal-progress.ts'
import { GoalStrip } from '../../features/goals/goal-strip.tsx'
import { GoalsNav } from '../../features/goals/goals-nav.tsx'
import { EmptyNote, ErrorNote } from '../../ui/notes.tsx'
import { CreatorBoard, CreatorColumnsSkeleton } from './creator-columns.tsx'
import { useCreatorContext } from './creator-layout.tsx'

/** A creator's completed and expired goals. */
export function CompletedGoalsScreen() {
  const page = useCreatorContext()
  const { creator, goals } = page
  const closed = closedGoals(goals.data ?? [])
  if (!goals.data && !goals.hasFailed) {
    return (
      <>
        <GoalsNav userName={creator.userName} name={creator.displayName} />
        <CreatorColumnsSkeleton />
      </>
    )
  }
  return (
    <>
      <GoalsNav userName={creator.userName} name={creator.displayName} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-8">
        <section aria-label={m.goals_completed()} className="flex flex-col gap-4">
          {goals.hasFailed && <ErrorNote text={m.creator_goals_failed()} onRetry={goals.refetch} />}
          {goals.data && closed.length === 0 && (
            <EmptyNote
              text={m.creator_completed_empty({ name: creator.displayName })}
              to={`/${creator.userName}/current-goals`}
              label={m.creator_all_goals()}
            />
          )}
          {closed.map((goal) => (
            <GoalStrip
              key={goal.goaluuid}
              goal={goal}
              to={`/${creator.userName}/completed-goals/${goal.goaluuid}`}
            />
          ))}
        </section>
        <CreatorBoard page={page} />
      </div>
    </>
  )
}
