import type { Goal } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format-amount.ts'

const dayMs = 86_400_000

/** How long a goal still runs, in words; undefined when it has no end or has ended. */
export function describeTimeLeft({ end_date: end, status }: Goal, now = Date.now()): string | undefined {
  if (!end || status !== 'ACTIVE') return undefined
  const days = Math.ceil((Date.parse(end) - now) / dayMs)
  if (days < 1) return undefined
  return days === 1 ? m.goal_last_day() : m.goal_days_left({ count: days })
}

/** What is missing to the brim, or how much is over it, in words. */
export function describeRemaining({ amount, amount_received: received, currency }: Goal): string {
  if (received < amount) return m.goal_to_go({ amount: formatAmount(amount - received, currency) })
  if (received === amount) return m.goal_full()
  return m.goal_over({ amount: formatAmount(received - amount, currency) })
}

/** A goal's state as a label. */
export function statusLabel({ status }: Goal): string {
  switch (status) {
    case 'ACTIVE':
      return m.goal_label()
    case 'COMPLETED':
      return m.goal_label_done()
    case 'EXPIRED':
    case 'ARCHIVED':
      return m.goal_label_over()
  }
}

/** Only active goals take tips. */
export function activeGoals(goals: readonly Goal[]): Goal[] {
  return goals.filter(({ status }) => status === 'ACTIVE')
}

/** Goals that are over: filled, closed as done, or past their end. */
export function closedGoals(goals: readonly Goal[]): Goal[] {
  return goals.filter(({ status }) => status === 'COMPLETED' || status === 'EXPIRED')
}
