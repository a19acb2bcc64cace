import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import { levelOf } from '../../ui/liquid-level.ts'
import { Liquid } from '../../ui/liquid.tsx'
import type { RefObject } from 'react'
import { prefersReducedMotion } from '../../lib/media-query.ts'

/** Each goal's amount before the first example tip. */
const goals = [
  { title: m.landing_example_goal_1, before: 1022_00, amount: 1200_00, ratio: 1.9 },
  { title: m.landing_example_goal_2, before: 450_00, amount: 1000_00, ratio: 1.55 },
  { title: m.landing_example_goal_3, before: 635_00, amount: 500_00, ratio: 2.3 },
]

/** Three example goals that fill up as example tips arrive. */
export function HeroGoals() {
  const picture = useRef<HTMLElement>(null)
  const { count, tip, receivedBy } = useExampleTips(picture)
  return (
    <figure ref={picture} className="relative mx-auto w-full max-w-2xl lg:max-w-none">
      <div aria-hidden className="grid grid-cols-[1.3fr_1fr_0.86fr] justify-center gap-x-2 sm:gap-x-5">
        {goals.map(({ title, before, amount, ratio }, index) => {
          const received = before + receivedBy(index)
          return (
            <div key={amount} className="row-span-2 grid min-w-0 grid-rows-subgrid items-end">
              <Liquid level={levelOf(received, amount)} ratio={ratio} hasLabel={false} className="w-full" />
              <div className="self-start sm:pl-[7%]">
                <p className="mt-3 text-sm font-semibold text-balance sm:text-base">{title()}</p>
                <p className="text-sm text-muted">
                  <span className="font-semibold text-ink tabular-nums">{formatAmount(received, 'gbp')}</span>{' '}
                  {m.goal_of({ amount: formatAmount(amount, 'gbp') })}
                </p>
              </div>
            </div>
          )
        })}
      </div>
      <LandedTip key={count} tip={tip} />
      <figcaption className="sr-only">{m.landing_example()}</figcaption>
    </figure>
  )
}

const places = ['left-[4%] top-[44%]', 'left-[22%] top-[52%]', 'right-0 top-[40%]'] as const

function LandedTip({ tip: { name, message, amountMinor, goal } }: { tip: ExampleTip }) {
  return (
    <div
      aria-hidden
      className={clsx(
        'absolute flex max-w-[92%] animate-rise items-center gap-3 rounded-card border border-line bg-card py-3 pr-5 pl-3 shadow-lift sm:gap-4 sm:py-4 sm:pl-4',
        places[goal],
      )}
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-linear-135 from-amber to-coral font-display text-lg font-bold text-on-accent">
        {name().slice(0, 1)}
      </span>
      <div className="min-w-0">
        <p className="font-display text-lg leading-6 font-bold">
          {name()} <span className="money text-coral-ink">{formatAmount(amountMinor, 'gbp')}</span>
        </p>
        <p className="truncate text-sm text-muted">{message()}</p>
      </div>
    </div>
  )
}

interface ExampleTip {
  name: () => string
  message: () => string
  /** The index of the goal that the tip goes towards. */
  goal: 0 | 1 | 2
  amountMinor: number
}

/** The example tips, in the order of their arrival. */
const tips: readonly [ExampleTip, ...ExampleTip[]] = [
  { name: m.landing_example_name, message: m.landing_example_message, goal: 0, amountMinor: 10_00 },
  { name: m.landing_tip_2_name, message: m.landing_tip_2_message, goal: 1, amountMinor: 50_00 },
  { name: m.landing_tip_3_name, message: m.landing_tip_3_message, goal: 2, amountMinor: 25_00 },
  { name: m.landing_tip_4_name, message: m.landing_tip_4_message, goal: 0, amountMinor: 80_00 },
  { name: m.landing_tip_5_name, message: m.landing_tip_5_message, goal: 1, amountMinor: 120_00 },
]
const intervalMs = 3600

/**
 * Plays the example tips once, then leaves the page at rest; returns the latest one and the amount received by each goal. Stands still
 * while the picture is out of view, and under reduced motion.
 */
function useExampleTips(picture: RefObject<HTMLElement | null>) {
  const [count, setCount] = useState(1)
  useEffect(() => {
    const element = picture.current
    if (!element || prefersReducedMotion() || typeof IntersectionObserver === 'undefined') return undefined
    let timer: ReturnType<typeof setInterval> | undefined
    let shown = 1
    function playNext() {
      shown += 1
      setCount(shown)
      if (shown === tips.length) stop()
    }
    function stop() {
      observer.disconnect()
      clearInterval(timer)
    }
    const observer = new IntersectionObserver(([entry]) => {
      clearInterval(timer)
      if (entry?.isIntersecting) timer = setInterval(playNext, intervalMs)
    })
    observer.observe(element)
    return stop
  }, [picture])

  const landed = tips.slice(0, count)
  const receivedBy = (goal: number) =>
    landed.filter((tip) => tip.goal === goal).reduce((sum, tip) => sum + tip.amountMinor, 0)
  return { count, tip: landed.at(-1) ?? tips[0], receivedBy }
}
