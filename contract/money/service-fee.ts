/** The service fee. This file contains no schemas, so that the landing page does not load Zod. */
import { smallestStep } from './currencies.ts'
import type { Currency } from './currencies.ts'

/** The percentage of an installation that does not set `SERVICE_FEE_PERCENT`. */
export const defaultFeePercent = 5

/**
 * Returns the service fee on an amount: `percent` of it, a whole number, rounded half up to what every provider can charge in that
 * currency.
 */
export function serviceFee(amountMinor: number, of: Currency, percent: number): number {
  const step = smallestStep(of)
  return Math.floor((amountMinor * percent + 50 * step) / (100 * step)) * step
}
