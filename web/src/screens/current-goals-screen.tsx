import { useState } from 'react'
import { m } from '../../../i18n/compiled/messages.js'
import { GoalCard, GoalCardSkeleton } from '../features/goals/goal-card.tsx'
import { activeGoals } from '../features/goals/goal-progress.ts'
import { TipJump } from '../features/tip/tip-jump.tsx'
import { showTipBox } from '../features/tip/show-tip-box.ts'
import type { Goal } from '../../../contract/entities.ts'
import { ErrorNote } from '../ui/notes.tsx'
import { CreatorBoard, CreatorColumns } from './creator-columns.tsx'
import { useCreatorContext } from './creator-layout.tsx'
import { TipCorner } from './tip-corner.tsx'

/** A creator's home: the goals that run, the tip box, the leaderboard. */
export function CurrentGoalsScreen() {
  const page = useCreatorContext()
  const { creator, goals } = page
  const active = activeGoals(goals.data ?? [])
  const [choice, setChoice] = useState<string | null>()
  const target = chosenTarget(choice, active)

  return (
    <CreatorColumns>
      <section aria-label={m.goals_title()} className="flex flex-col gap-4">
        {goals.hasFailed && <ErrorNote text={m.creator_goals_failed()} onRetry={goals.retry} />}
        {!goals.data && !goals.hasFailed && <GoalCardSkeleton />}
        {goals.data && active.length === 0 && (
          <p className="text-muted">{m.creator_no_goals({ name: creator.displayName })}</p>
        )}
        {active.map((goal) => (
          <GoalCard
            key={goal.goaluuid}
            goal={goal}
            to={`/${creator.userName}/current-goals/${goal.goaluuid}`}
            isChosen={goal.goaluuid === target}
            onTip={() => {
              setChoice(goal.goaluuid)
              showTipBox()
            }}
          />
        ))}
      </section>
      <TipCorner page={page} goals={active} target={target} onTargetChange={setChoice} />
      <CreatorBoard page={page} />
      <TipJump />
    </CreatorColumns>
  )
}

/** The goal that was chosen while it runs, else the first one; null is a general tip. */
function chosenTarget(choice: string | null | undefined, active: Goal[]): string | null {
  if (choice === null) return null
  const chosen = active.find(({ goaluuid }) => goaluuid === choice) ?? active[0]
  return chosen?.goaluuid ?? null
}
