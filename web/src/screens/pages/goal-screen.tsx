import { GoalDetails } from '../../features/goals/goal-details.tsx'
import { ReopenNote } from '../../features/goals/reopen-note.tsx'
import { TipJump } from '../../features/tip/tip-jump.tsx'
import { useSiteUrl } from '../../lib/pages/site-settings.ts'
import { AllGoalsLink, CreatorBoard, CreatorColumns } from './creator-columns.tsx'
import { GoalTip } from './goal-tip.tsx'
import { WithGoal } from './with-goal.tsx'

/** A goal with all its details and its tip box. */
export function GoalScreen() {
  const site = useSiteUrl()
  return (
    <WithGoal>
      {(goal, page) => {
        const { userName } = page.creator
        const list = goal.status === 'ACTIVE' ? 'current-goals' : 'completed-goals'
        return (
          <>
            <AllGoalsLink userName={userName} className="mb-2" />
            <ReopenNote goal={goal} userName={userName} />
            <CreatorColumns>
              <GoalDetails goal={goal} shareUrl={`${site}/${userName}/${list}/${goal.goaluuid}`} />
              <GoalTip key={goal.goaluuid} page={page} goal={goal} />
              <CreatorBoard page={page} />
              {goal.status === 'ACTIVE' && <TipJump />}
            </CreatorColumns>
          </>
        )
      }}
    </WithGoal>
  )
}
