import type { Goal } from '../../../../contract/entities.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { formatAmount } from '../../lib/format.ts'

const dayMs = 86_400_000

/** Describes how much time a goal has left; undefined when it has no end date or has ended. */
export function describeTimeLeft({ end_date: end, status }: Goal, now = Date.now()): string | undefined {
  if (!end || status !== 'ACTIVE') return undefined
  const days = Math.ceil((Date.parse(end) - now) / dayMs)
  if (days < 1) return undefined
  return days === 1 ? m.goal_last_day() : m.goal_days_left({ count: days })
}

/** Describes when a goal counts from zero again; undefined if it never does, or is over. */
export function describeRestart(goal: Goal, now = Date.now()): string | undefined {
  const { starts_anew: anew, starts_anew_at: at, end_date: end, status } = goal
  const isFunded = status === 'COMPLETED' && goal.amount_received >= goal.amount
  if (!anew || (status !== 'ACTIVE' && !isFunded)) return undefined
  if (anew === 'stream' || !at) return m.goal_anew_stream()
  if (end && Date.parse(end) <= Date.parse(at)) return undefined
  return m.goal_anew_days({ count: Math.max(Math.ceil((Date.parse(at) - now) / dayMs), 1) })
}

/** Describes how much is missing to the target amount, or by how much it was exceeded; undefined if a closed goal was not filled. */
export function describeRemaining(goal: Goal): string | undefined {
  const { amount, amount_received: received, currency, status } = goal
  if (received < amount && status !== 'ACTIVE') return undefined
  if (received < amount) return m.goal_to_go({ amount: formatAmount(amount - received, currency) })
  if (received === amount) return m.goal_full()
  return m.goal_over({ amount: formatAmount(received - amount, currency) })
}

const statusLabels: Record<Goal['status'], () => string> = {
  ACTIVE: m.goal_label,
  COMPLETED: m.goal_label_done,
  EXPIRED: m.goal_label_over,
  ARCHIVED: m.goal_label_over,
}

/** Returns the label of a goal's status. A goal that its creator closed before it was filled is not called funded. */
export function statusLabel({ status, amount, amount_received: received }: Goal): string {
  if (status === 'COMPLETED' && received < amount) return m.own_goals_state_closed()
  return statusLabels[status]()
}

/** Returns the goals that accept tips. */
export function activeGoals(goals: readonly Goal[]): Goal[] {
  return goals.filter(({ status }) => status === 'ACTIVE')
}

/** Returns the goals that were filled, closed or expired. */
export function closedGoals(goals: readonly Goal[]): Goal[] {
  return goals.filter(({ status }) => status === 'COMPLETED' || status === 'EXPIRED')
}
