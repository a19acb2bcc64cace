/** The service fee. This file contains no schemas, so that the landing page does not load Zod. */
import { smallestStep } from './currencies.ts'
import type { Currency } from './currencies.ts'

export const serviceFeePercent = 5

/** Returns the service fee on an amount: 5 %, rounded half up to what every provider can charge in that currency. */
export function serviceFee(amountMinor: number, of: Currency): number {
  const step = smallestStep(of)
  return Math.floor((amountMinor * serviceFeePercent + 50 * step) / (100 * step)) * step
}
