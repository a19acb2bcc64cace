/** Spreads a day's quota over the day: the faster it is used up, the longer each creator waits between two messages. */
import type { QuotaState } from '../../db/queries/quota-days.ts'

export interface QuotaThrottle {
  /** How many messages may be sent at once. It is 0 when the quota is used up, or when the rest is reserved for funded goals. */
  messages: number
  /** How many milliseconds a creator waits between two messages. */
  gapMs: number
}

/** The part of a day's quota that is reserved for funded goals. */
const reserve = 0.1
/**
 * Usage may run ahead of the clock by this part of the day's quota before messages have to wait. At twice this part, a creator
 * waits for 0.9 of a tip's lifetime.
 */
const slack = 0.15
/** The part of the allowance saved up so far that may be used in one burst. */
const burst = 0.1

/**
 * Computes the throttle for messages that cost `messageCost` units each and tips that expire after `lifetimeMs`. Funded goals
 * never wait. If even one message per lifetime would exceed the day's quota, the wait becomes longer than the lifetime and some
 * tips expire.
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
