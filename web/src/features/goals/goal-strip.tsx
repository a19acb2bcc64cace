import { Link } from 'react-router-dom'
import type { Goal } from '../../../../contract/entities.ts'
import { GoalMoney } from './goal-card.tsx'
import { statusLabel } from './goal-progress.ts'
import { GoalVessel } from './goal-vessel.tsx'

/** A goal in brief, shown above its tip box. */
export function GoalStrip({ goal, to }: { goal: Goal; to: string }) {
  return (
    <article className="flex items-center gap-4 rounded-card border border-line bg-card p-4 shadow-soft">
      <GoalVessel goal={goal} className="w-22" />
      <div className="min-w-0">
        <p className="text-xs font-semibold tracking-wide text-coral-ink uppercase">{statusLabel(goal)}</p>
        <h2 className="text-xl break-words">
          <Link to={to} className="rounded-sm hover:underline">
            {goal.title}
          </Link>
        </h2>
        <GoalMoney goal={goal} />
      </div>
    </article>
  )
}
