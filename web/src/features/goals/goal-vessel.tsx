import type { Goal } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'
import { levelOf } from '../../ui/liquid-level.ts'
import { Liquid } from '../../ui/liquid.tsx'

/** A goal's progress, drawn as a glass that fills up. */
export function GoalVessel({ goal, className }: { goal: Goal; className?: string }) {
  const { title, amount, amount_received: received, currency } = goal
  const name = m.goal_meter({
    title,
    received: formatAmount(received, currency),
    amount: formatAmount(amount, currency),
  })
  return <Liquid level={levelOf(received, amount)} name={name} {...(className ? { className } : {})} />
}
