import { useEffect, useState } from 'react'
import type { GoalProgress } from '../../../../contract/goals/goal-progress.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import { prefersReducedMotion } from '../../lib/media-query.ts'
import { levelOf } from '../../ui/liquid-level.ts'
import { Liquid } from '../../ui/liquid.tsx'

/**
 * The glass of a thank-you: it rises from what the goal had before the tip to what it has with the tip, and says by how much. With
 * reduced motion it shows the latter at once.
 */
export function RisingVessel({ progress }: { progress: GoalProgress }) {
  const { amount, before, after, currency } = progress
  const [hasRisen, setHasRisen] = useState(prefersReducedMotion)
  useEffect(() => {
    const timer = setTimeout(() => setHasRisen(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  const received = hasRisen ? after : before
  return (
    <div className="liquid-rising flex flex-col items-center gap-3 text-center">
      <Liquid level={levelOf(received, amount)} className="w-36" />
      {currency && (
        <p>
          <span className="money block text-2xl text-coral-ink">
            {m.payment_goal_added({ amount: formatAmount(after - before, currency) })}
          </span>
          <span className="text-muted tabular-nums">
            {m.payment_goal_now({
              received: formatAmount(received, currency),
              amount: formatAmount(amount, currency),
            })}
          </span>
        </p>
      )}
    </div>
  )
}

/** How long the level before the tip is shown, so that the supporter sees where the liquid starts. */
const delayMs = 500
