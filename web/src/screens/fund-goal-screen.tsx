import { useParams } from 'react-router-dom'
import { m } from '../../../i18n/compiled/messages.js'
import { GoalStrip } from '../features/goals/goal-strip.tsx'
import { useTitle } from '../lib/use-title.ts'
import { ErrorNote } from '../ui/notes.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { CreatorColumnsSkeleton } from './creator-columns.tsx'
import { useCreatorContext } from './creator-layout.tsx'
import { GoalMissing } from './with-goal.tsx'
import { GoalTip } from './goal-tip.tsx'

/** The shortest way to fund a goal: the goal in brief and its tip box. */
export function FundGoalScreen() {
  const page = useCreatorContext()
  const { creator, goals } = page
  const { goaluuid } = useParams()
  const goal = goals.data?.find((one) => one.goaluuid === goaluuid)
  useTitle(goal && `${goal.title} · ${creator.displayName}`)

  if (goals.hasFailed) return <ErrorNote text={m.creator_goals_failed()} onRetry={goals.retry} />
  if (!goals.data) return <CreatorColumnsSkeleton />
  if (!goal) return <GoalMissing userName={creator.userName} />
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-4">
      <GoalStrip goal={goal} to={`/${creator.userName}/current-goals/${goal.goaluuid}`} />
      <GoalTip key={goal.goaluuid} page={page} goal={goal} />
      <p className="text-center">
        <TextLink to={`/${creator.userName}/current-goals`} className="inline-flex min-h-11 items-center">
          {m.creator_all_goals()}
        </TextLink>
      </p>
    </div>
  )
}
