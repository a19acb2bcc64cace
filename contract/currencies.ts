/** The currencies that a tip can be in, and what providers and we require of amounts in them. */
import { decimalsOf } from './minor-units.ts'

/**
 * - `stripe`: the decimals of an amount in Stripe's API. Stripe pays HUF out without decimals, but charges it with two:
 *   https://docs.stripe.com/currencies#special-cases
 * - `paypal`: the decimals that PayPal takes. It refuses decimals of HUF, JPY and TWD:
 *   https://developer.paypal.com/docs/api/reference/currency-codes/
 * - `min`, `max`: the limits of a tip in whole units. The lowest is above Stripe's minimum charge, also where Stripe converts it
 *   (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts); the highest, with a covered fee, is below the
 *   maximum of both providers.
 * - `quick`: the amounts that the tip box suggests, in whole units.
 */
const rules = {
  usd: { stripe: 2, paypal: 2, min: 1, max: 50_000, quick: [5, 10, 25, 50] },
  gbp: { stripe: 2, paypal: 2, min: 1, max: 50_000, quick: [5, 10, 25, 50] },
  eur: { stripe: 2, paypal: 2, min: 1, max: 50_000, quick: [5, 10, 25, 50] },
  jpy: { stripe: 0, paypal: 0, min: 100, max: 5_000_000, quick: [500, 1000, 3000, 5000] },
  cad: { stripe: 2, paypal: 2, min: 2, max: 50_000, quick: [5, 10, 25, 50] },
  aud: { stripe: 2, paypal: 2, min: 2, max: 50_000, quick: [5, 10, 25, 50] },
  chf: { stripe: 2, paypal: 2, min: 1, max: 50_000, quick: [5, 10, 25, 50] },
  sek: { stripe: 2, paypal: 2, min: 10, max: 500_000, quick: [50, 100, 250, 500] },
  nok: { stripe: 2, paypal: 2, min: 10, max: 500_000, quick: [50, 100, 250, 500] },
  dkk: { stripe: 2, paypal: 2, min: 5, max: 300_000, quick: [25, 50, 100, 250] },
  pln: { stripe: 2, paypal: 2, min: 5, max: 200_000, quick: [20, 50, 100, 200] },
  czk: { stripe: 2, paypal: 2, min: 25, max: 900_000, quick: [100, 250, 500, 1000] },
  huf: { stripe: 2, paypal: 0, min: 500, max: 5_000_000, quick: [1000, 2500, 5000, 10_000] },
  nzd: { stripe: 2, paypal: 2, min: 2, max: 50_000, quick: [5, 10, 25, 50] },
  mxn: { stripe: 2, paypal: 2, min: 20, max: 500_000, quick: [50, 100, 250, 500] },
} as const

/** The code of a currency in lower case. */
export type Currency = keyof typeof rules

export interface CurrencyRules {
  stripe: number
  paypal: number
  min: number
  max: number
  quick: readonly number[]
}

/** The decimals, limits and suggestions of each currency, the most common currencies first. */
export const currencyRules: Readonly<Record<Currency, CurrencyRules>> = rules

/** Returns the smallest amount in minor units that every provider can charge: 1 for pounds, 100 for forint. */
export function smallestStep(currency: Currency): number {
  const { stripe, paypal } = currencyRules[currency]
  return 10 ** (decimalsOf(currency) - Math.min(stripe, paypal))
}
