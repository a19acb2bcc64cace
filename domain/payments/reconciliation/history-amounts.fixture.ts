/** The currencies of the tips of a random history. */
import type { Chance } from './chance.fixture.ts'

/**
 * The currencies of the tips, and their smallest and largest amounts in minor units. `step` is the smallest amount that all
 * providers charge, and `paypal` how many minor units PayPal's smallest amount has: it takes no decimals of the forint. No currency that is
 * offered has three decimals.
 */
export const amounts = {
  gbp: { min: 1_00, max: 50_00, step: 1, paypal: 1 },
  usd: { min: 1_00, max: 50_00, step: 1, paypal: 1 },
  jpy: { min: 200, max: 9_000, step: 1, paypal: 1 },
  huf: { min: 500_00, max: 20_000_00, step: 100, paypal: 100 },
} as const
export type HistoryCurrency = keyof typeof amounts

/** The currencies that a bank debit at Stripe pays in. */
export const bankDebits: ReadonlySet<string> = new Set(['gbp', 'usd'])

/** Picks an amount of a currency that all providers charge. */
export function pickAmount(chance: Chance, currency: HistoryCurrency, min: number, max: number): number {
  const { step } = amounts[currency]
  return Math.ceil(min / step) * step + step * chance.below(Math.max(1, Math.floor((max - min) / step)))
}
