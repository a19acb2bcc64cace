import { useEffect, useState } from 'react'
import type { GoalProgress } from '../../../../contract/goal-progress.ts'
import { prefersReducedMotion } from '../../lib/media-query.ts'
import { levelOf } from '../../ui/liquid-level.ts'
import { Liquid } from '../../ui/liquid.tsx'

/**
 * The glass of a thank-you: it rises from what the goal had before the tip to what it has with the tip. With reduced motion it
 * shows the latter at once.
 */
export function RisingVessel({ progress: { amount, before, after } }: { progress: GoalProgress }) {
  const [hasRisen, setHasRisen] = useState(prefersReducedMotion)
  useEffect(() => {
    const timer = setTimeout(() => setHasRisen(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  return <Liquid level={levelOf(hasRisen ? after : before, amount)} className="w-36" />
}

/** How long the level before the tip is shown, so that the supporter sees where the liquid starts. */
const delayMs = 500
