import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import { Liquid } from '../../ui/liquid.tsx'

const made = [
  { title: m.landing_example_goal_2, level: 0.45 },
  { title: m.landing_example_goal_3, level: 1.32 },
]

/** A drawing of the goal form beside two goals in progress. */
export function GoalsPicture() {
  return (
    <figure>
      <div aria-hidden className="grid gap-4 sm:grid-cols-[1.4fr_1fr]">
        <div className="rounded-sheet border border-line bg-card p-5 shadow-lift sm:p-6">
          <Row label={m.landing_goal_title()} value={m.landing_example_goal_1()} />
          <Row label={m.landing_goal_amount()} value={formatAmount(1200_00, 'gbp')} isMoney />
          <Row label={m.landing_goal_end()} value={m.landing_goal_end_value()} />
          <p className="accent-fill mt-5 rounded-full py-3 text-center font-semibold">
            {m.landing_goal_create()}
          </p>
        </div>
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-1">
          {made.map(({ title, level }) => (
            <div
              key={level}
              className="flex items-center gap-3 rounded-card border border-line bg-card p-4 shadow-soft max-sm:flex-col max-sm:text-center"
            >
              <Liquid level={level} className="w-16" />
              <p className="min-w-0 text-sm font-semibold">{title()}</p>
            </div>
          ))}
        </div>
      </div>
      <figcaption className="sr-only">{m.landing_goals_picture()}</figcaption>
    </figure>
  )
}

function Row({ label, value, isMoney = false }: { label: string; value: string; isMoney?: boolean }) {
  return (
    <div className="mb-4">
      <p className="text-sm font-semibold">{label}</p>
      <p className={`mt-1 rounded-card border border-line px-3.5 py-2.5 ${isMoney ? 'money text-2xl' : ''}`}>
        {value}
      </p>
    </div>
  )
}
