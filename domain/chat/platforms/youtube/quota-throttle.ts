/**
 * Spreads a platform's daily quota over the day: the faster the quota is used up, the longer each creator waits between two
 * messages.
 */
import type { QuotaState } from '../../../../db/queries/chat/quota-days.ts'

export interface QuotaThrottle {
  /** How many messages may be sent now. It is 0 when the quota is used up, or when what remains is reserved for funded goals. */
  messages: number
  /** How many milliseconds a creator waits between two messages. */
  gapMs: number
  /** Whether usage is so far ahead of the day that only larger tips get a message. */
  isScarce: boolean
}

/** The part of a day's quota that is reserved for funded goals. */
const reserve = 0.1
/**
 * The fraction of the day's quota by which usage may be ahead of the time of day. Beyond that, messages are scarce, and a creator's
 * have to keep a distance, which grows until, at twice this lead, it is 0.9 of the time after which a message expires.
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
  const usable = countLinesLeft({ units, budget }, messageCost, isUrgent)
  const ahead = units / budget - dayGone
  const isScarce = !isUrgent && ahead > slack
  if (usable === 0) return { messages: 0, gapMs: 0, isScarce }
  const free = Math.floor(((2 * slack - ahead) * budget * burst) / messageCost)
  const excess = Math.max((ahead - slack) / slack, 0)
  return {
    messages: Math.min(Math.max(free, 1), usable),
    gapMs: isUrgent ? 0 : Math.round(Math.max(excess, excess ** 2) * lifetimeMs * 0.9),
    isScarce,
  }
}

/** Returns how many messages are left today for all creators: for tips, or with what is reserved for funded goals. */
export function countLinesLeft(
  { units, budget }: Pick<QuotaState, 'units' | 'budget'>,
  messageCost: number,
  isUrgent: boolean,
): number {
  const remaining = isUrgent ? budget - units : budget - units - reserve * budget
  return Math.max(Math.floor(remaining / messageCost), 0)
}
