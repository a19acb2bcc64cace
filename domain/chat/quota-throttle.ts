/**
 * Spreads a platform's daily quota over the day: the faster the quota is used up, the longer each creator waits between two
 * messages.
 */
import type { QuotaState } from '../../db/queries/quota-days.ts'

export interface QuotaThrottle {
  /** How many messages may be sent now. It is 0 when the quota is used up, or when what remains is reserved for funded goals. */
  messages: number
  /** How many milliseconds a creator waits between two messages. */
  gapMs: number
}

/** The part of a day's quota that is reserved for funded goals. */
const reserve = 0.1
/**
 * Fraction of the day's quota. Usage may be ahead of the time of day by this much before messages have to wait. When it is ahead by
 * twice as much, a creator waits for 0.9 of a tip's lifetime.
 */
const slack = 0.15
/**
 * Usage may be ahead of the time of day by at most twice `slack`. This fraction of what remains up to that limit may be spent in
 * one burst.
 */
const burst = 0.1

/**
 * Computes the throttle for messages that cost `messageCost` quota units each, and for tips that expire after `lifetimeMs`
 * milliseconds. Funded goals never wait. If even one message per lifetime would exceed the day's quota, the wait becomes longer
 * than the lifetime and some tips expire.
 */
export function throttleQuota(
  { units, budget, dayGone }: QuotaState,
  messageCost: number,
  lifetimeMs: number,
  isUrgent: boolean,
): QuotaThrottle {
  const remaining = budget - units
  const usable = Math.floor((isUrgent ? remaining : remaining - reserve * budget) / messageCost)
  if (usable <= 0) return { messages: 0, gapMs: 0 }
  const ahead = units / budget - dayGone
  const free = Math.floor(((2 * slack - ahead) * budget * burst) / messageCost)
  const excess = Math.max((ahead - slack) / slack, 0)
  return {
    messages: Math.min(Math.max(free, 1), usable),
    gapMs: isUrgent ? 0 : Math.round(Math.max(excess, excess ** 2) * lifetimeMs * 0.9),
  }
}
