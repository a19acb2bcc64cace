import { m } from '../../../../i18n/compiled/messages.js'
import { showMoney } from '../../lib/show-money.ts'
import { levelOf } from '../../ui/liquid-level.ts'
import { Liquid } from '../../ui/liquid.tsx'

const examples = [
  { title: m.landing_example_goal_1, received: 103_200, amount: 120_000, ratio: 1.75 },
  { title: m.landing_example_goal_2, received: 45_000, amount: 100_000, ratio: 1.5 },
  { title: m.landing_example_goal_3, received: 66_000, amount: 50_000, ratio: 2.2 },
]

/** Three example goals as they look to fans, with a tip that has just landed. */
export function HeroGoals() {
  return (
    <figure className="relative mx-auto w-full max-w-xl">
      <div className="grid grid-cols-[1.25fr_1fr_0.9fr] justify-center gap-x-2 sm:gap-x-4">
        {examples.map(({ title, received, amount, ratio }) => (
          <div key={received} className="row-span-2 grid min-w-0 grid-rows-subgrid items-end">
            <Liquid level={levelOf(received, amount)} ratio={ratio} hasLabel={false} className="w-full" />
            <div className="self-start sm:pl-[7%]">
              <p className="mt-3 text-sm font-semibold text-balance">{title()}</p>
              <p className="text-sm text-muted">
                <span className="font-semibold text-ink tabular-nums">{showMoney(received, 'gbp')}</span>{' '}
                {m.goal_of({ amount: showMoney(amount, 'gbp') })}
              </p>
            </div>
          </div>
        ))}
      </div>
      <LandedTip />
      <figcaption className="sr-only">{m.landing_example()}</figcaption>
    </figure>
  )
}

function LandedTip() {
  return (
    <div className="absolute top-[38%] left-[12%] flex animate-rise items-center gap-3 rounded-card border border-line bg-card py-3 pr-5 pl-3 shadow-lift">
      <span
        aria-hidden
        className="grid size-11 place-items-center rounded-full bg-linear-135 from-amber to-coral font-display text-lg font-bold text-on-accent"
      >
        A
      </span>
      <div>
        <p className="font-display text-lg leading-6 font-bold">
          {m.landing_example_name()} <span className="money text-coral-ink">{showMoney(1000, 'gbp')}</span>
        </p>
        <p className="text-sm text-muted">{m.landing_example_message()}</p>
      </div>
    </div>
  )
}
