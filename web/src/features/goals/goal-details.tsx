import type { Goal } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { Picture } from '../../ui/picture.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import { GoalMoney } from './goal-card.tsx'
import { GoalHistory } from './goal-history.tsx'
import { statusLabel } from './goal-progress.ts'
import { GoalVessel } from './goal-vessel.tsx'

/** A goal with its picture, full description and share button. */
export function GoalDetails({ goal, shareUrl }: { goal: Goal; shareUrl: string }) {
  return (
    <article className="overflow-hidden rounded-card border border-line bg-card shadow-soft">
      <Picture src={goal.image} className="h-44 w-full bg-sunken object-cover sm:h-64" />
      <div className="flex flex-col items-center gap-6 p-5 sm:flex-row sm:p-8">
        <GoalVessel goal={goal} className="w-44 sm:w-52" />
        <div className="max-w-full min-w-0 text-center sm:text-left">
          <p className="text-xs font-semibold tracking-wide text-coral-ink uppercase">{statusLabel(goal)}</p>
          <h2 className="mt-1 text-2xl break-words sm:text-3xl">{goal.title}</h2>
          <div className="[&>p]:justify-center sm:[&>p]:justify-start">
            <GoalMoney goal={goal} />
          </div>
          <div className="mt-4">
            <ShareButton url={shareUrl} title={goal.title} />
          </div>
        </div>
      </div>
      <GoalHistory
        goal={goal}
        isShown={({ amount_received: received }) => received > 0}
        className="border-t border-line px-5 py-2 sm:px-8"
      />
      {goal.description && (
        <div className="border-t border-line p-5 sm:p-8">
          <h3 className="mb-2 text-lg">{m.goal_about()}</h3>
          <p className="max-w-prose break-words whitespace-pre-line">{goal.description}</p>
        </div>
      )}
    </article>
  )
}
