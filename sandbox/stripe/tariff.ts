/**
 * Computes Stripe's fees by its published prices for a standard domestic card, a bank debit and a dispute:
 * https://stripe.com/pricing (US), https://stripe.com/gb/pricing, https://stripe.com/ie/pricing. Taxes on fees, international
 * cards and the markup on currency conversion are left out. Fees are rounded to the nearest minor unit, half up.
 */
import type { Intent } from './store.ts'

/** The currencies that an account's balance can be in. */
export type Settled = 'usd' | 'gbp' | 'eur'

interface Price {
  /** The share of the amount, in hundredths of a percent. */
  rate: number
  fixed: number
  min?: number
  max?: number
}

const cards: Record<Settled, Price> = {
  usd: { rate: 290, fixed: 30 },
  gbp: { rate: 150, fixed: 20 },
  eur: { rate: 150, fixed: 25 },
}
const bankDebits: Record<Settled, Price> = {
  usd: { rate: 80, fixed: 0, max: 500 },
  gbp: { rate: 100, fixed: 0, min: 20, max: 200 },
  eur: { rate: 0, fixed: 35 },
}
/** The fee for receiving a dispute, which is not returned when the dispute is won. */
const disputes: Record<Settled, number> = { usd: 1500, gbp: 2000, eur: 2000 }

/** The value of one unit of each currency in US dollars. */
const inDollars: Record<string, number> = { usd: 1, gbp: 1.25, eur: 1.1 }

/** Returns the currency in which accounts of a country are paid. Charges in another currency are converted. */
export function settledBy(country: string): Settled {
  if (country === 'us') return 'usd'
  return country === 'gb' ? 'gbp' : 'eur'
}

/** Returns Stripe's fee for a payment of this amount, both in the settled currency. */
export function paymentFee(method: Intent['method'], amount: number, currency: Settled): number {
  const { rate, fixed, min = 0, max = Infinity } = (method === 'card' ? cards : bankDebits)[currency]
  return Math.min(max, Math.max(min, Math.floor((amount * rate + 5_000) / 10_000) + fixed))
}

export function disputeFee(currency: Settled): number {
  return disputes[currency]
}

/** Returns the price of one unit of `from` in `to`; null if both are the same currency. */
export function exchangeRate(from: string, to: Settled): number | null {
  if (from === to) return null
  return Number((inDollars[from]! / inDollars[to]!).toFixed(6))
}
