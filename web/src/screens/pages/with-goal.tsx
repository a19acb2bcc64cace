import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import type { Goal } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import type { CreatorPage } from '../../features/creator/use-creator-page.ts'
import { useTitle } from '../../lib/pages/use-title.ts'
import { EmptyNote, ErrorNote } from '../../ui/notes.tsx'
import { CreatorColumnsSkeleton } from './creator-columns.tsx'
import { useCreatorContext } from './creator-layout.tsx'

interface WithGoalProps {
  children: (goal: Goal, page: CreatorPage) => ReactNode
}

/** Renders the goal whose id is in the address, and sets the document's title. */
export function WithGoal({ children }: WithGoalProps) {
  const page = useCreatorContext()
  const { creator, goals } = page
  const { goaluuid: goalId } = useParams()
  const goal = goals.data?.find(({ goaluuid }) => goaluuid === goalId)
  const missing = goals.data && m.goal_not_found_title()
  useTitle(goal ? `${goal.title} · ${creator.displayName}` : missing)

  if (goals.hasFailed) return <ErrorNote text={m.creator_goals_failed()} onRetry={goals.refetch} />
  if (!goals.data) return <CreatorColumnsSkeleton />
  return goal ? children(goal, page) : <GoalMissing userName={creator.userName} />
}

function GoalMissing({ userName }: { userName: string }) {
  return (
    <div className="py-8">
      <h2 className="text-center text-2xl">{m.goal_not_found_title()}</h2>
      <EmptyNote
        text={m.goal_not_found_text()}
        to={`/${userName}/current-goals`}
        label={m.creator_all_goals()}
      />
    </div>
  )
}
