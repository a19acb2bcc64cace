/** How a day's quota is made to last: as lines go faster than the day does, each creator waits longer between two. */
import type { QuotaState } from '../../db/queries/quota-days.ts'

export interface QuotaPace {
  /** How many lines may be said on the spot; 0 when what is left is kept for funded goals, or is nothing. */
  lines: number
  /** How long one creator waits between two lines. */
  gapMs: number
}

/** Kept for funded goals, of the whole day. */
const reserve = 0.1
/** So much of the day's quota may be ahead of the day before anybody waits; with twice as much, for as long as a tip is worth telling. */
const slack = 0.15
/** What one burst may have of what is not yet ahead. */
const burst = 0.1

/**
 * The pace of a day, where a line costs `lineCost` units and is worth `lifetimeMs`. Funded goals wait for nothing. Where even one
 * line in a lifetime is more than the day can bear, the wait gets longer still, and some tips are too late to be told of.
 */
export function paceQuota(
  { units, budget, dayGone }: QuotaState,
  lineCost: number,
  lifetimeMs: number,
  isUrgent: boolean,
): QuotaPace {
  const left = budget - units
  const usable = Math.floor((isUrgent ? left : left - reserve * budget) / lineCost)
  if (usable <= 0) return { lines: 0, gapMs: 0 }
  const ahead = units / budget - dayGone
  const free = Math.floor(((2 * slack - ahead) * budget * burst) / lineCost)
  const strain = Math.max((ahead - slack) / slack, 0)
  return {
    lines: Math.min(Math.max(free, 1), usable),
    gapMs: isUrgent ? 0 : Math.round(Math.max(strain, strain ** 2) * lifetimeMs * 0.9),
  }
}
