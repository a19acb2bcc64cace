import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import { prefersReducedMotion } from '../../lib/media-query.ts'

export interface ExampleTip {
  name: () => string
  message: () => string
  /** The index of the goal that the tip goes towards. */
  goal: 0 | 1 | 2
  amountMinor: number
}

/** The example tips in turn. After the last one the goals start over. */
const tips: readonly [ExampleTip, ...ExampleTip[]] = [
  { name: m.landing_example_name, message: m.landing_example_message, goal: 0, amountMinor: 10_00 },
  { name: m.landing_tip_2_name, message: m.landing_tip_2_message, goal: 1, amountMinor: 50_00 },
  { name: m.landing_tip_3_name, message: m.landing_tip_3_message, goal: 2, amountMinor: 25_00 },
  { name: m.landing_tip_4_name, message: m.landing_tip_4_message, goal: 0, amountMinor: 80_00 },
  { name: m.landing_tip_5_name, message: m.landing_tip_5_message, goal: 1, amountMinor: 120_00 },
]
const intervalMs = 3600

/**
 * The latest example tip and the amount received by each goal. Runs while the picture is in view, and not under reduced
 * motion.
 */
export function useExampleTips(picture: RefObject<HTMLElement | null>) {
  const [count, setCount] = useState(1)
  useEffect(() => {
    const element = picture.current
    if (!element || prefersReducedMotion() || typeof IntersectionObserver === 'undefined') return undefined
    let timer: ReturnType<typeof setInterval> | undefined
    const observer = new IntersectionObserver(([entry]) => {
      clearInterval(timer)
      if (entry?.isIntersecting) timer = setInterval(() => setCount((now) => now + 1), intervalMs)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      clearInterval(timer)
    }
  }, [picture])

  const landed = tips.slice(0, ((count - 1) % tips.length) + 1)
  const receivedBy = (goal: number) =>
    landed.filter((tip) => tip.goal === goal).reduce((sum, tip) => sum + tip.amountMinor, 0)
  return { count, tip: landed.at(-1) ?? tips[0], receivedBy }
}
