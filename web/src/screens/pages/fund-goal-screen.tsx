import { GoalStrip } from '../../features/goals/goal-strip.tsx'
import { AllGoalsLink } from './creator-columns.tsx'
import { GoalTip } from './goal-tip.tsx'
import { WithGoal } from './with-goal.tsx'

/** The shortest way to fund a goal: the goal in brief and its tip box. */
export function FundGoalScreen() {
  return (
    <WithGoal>
      {(goal, page) => (
        <div className="mx-auto flex max-w-xl flex-col gap-4">
          <GoalStrip goal={goal} to={`/${page.creator.userName}/current-goals/${goal.goaluuid}`} />
          <GoalTip key={goal.goaluuid} page={page} goal={goal} />
          <AllGoalsLink userName={page.creator.userName} className="text-center" />
        </div>
      )}
    </WithGoal>
  )
}
