/**
 * The currencies that a tip can be in. This file contains no schemas, so that the overlay's bundle does not include Zod.
 *
 * - `decimals`: how many decimals our minor units have, as in ISO 4217
 *   (https://www.six-group.com/en/products-services/financial-information/data-standards.html). `Intl` is used only to display
 *   amounts: which decimals it knows depends on the version of its data, which has 0 for HUF, and 2 for TWD.
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
  usd: { decimals: 2, stripe: 2, paypal: 2, min: 1, max: 50_000, quick: [5, 10, 25, 50] },
  gbp: { decimals: 2, stripe: 2, paypal: 2, min: 1, max: 50_000, quick: [5, 10, 25, 50] },
  eur: { decimals: 2, stripe: 2, paypal: 2, min: 1, max: 50_000, quick: [5, 10, 25, 50] },
  jpy: { decimals: 0, stripe: 0, paypal: 0, min: 100, max: 5_000_000, quick: [500, 1000, 3000, 5000] },
  cad: { decimals: 2, stripe: 2, paypal: 2, min: 2, max: 50_000, quick: [5, 10, 25, 50] },
  aud: { decimals: 2, stripe: 2, paypal: 2, min: 2, max: 50_000, quick: [5, 10, 25, 50] },
  chf: { decimals: 2, stripe: 2, paypal: 2, min: 1, max: 50_000, quick: [5, 10, 25, 50] },
  sek: { decimals: 2, stripe: 2, paypal: 2, min: 10, max: 500_000, quick: [50, 100, 250, 500] },
  nok: { decimals: 2, stripe: 2, paypal: 2, min: 10, max: 500_000, quick: [50, 100, 250, 500] },
  dkk: { decimals: 2, stripe: 2, paypal: 2, min: 5, max: 300_000, quick: [25, 50, 100, 250] },
  pln: { decimals: 2, stripe: 2, paypal: 2, min: 5, max: 200_000, quick: [20, 50, 100, 200] },
  czk: { decimals: 2, stripe: 2, paypal: 2, min: 25, max: 900_000, quick: [100, 250, 500, 1000] },
  huf: { decimals: 2, stripe: 2, paypal: 0, min: 500, max: 5_000_000, quick: [1000, 2500, 5000, 10_000] },
  nzd: { decimals: 2, stripe: 2, paypal: 2, min: 2, max: 50_000, quick: [5, 10, 25, 50] },
  mxn: { decimals: 2, stripe: 2, paypal: 2, min: 20, max: 500_000, quick: [50, 100, 250, 500] },
} as const

/** The code of a currency in lower case. */
export type Currency = keyof typeof rules

export interface CurrencyRules {
  decimals: number
  stripe: number
  paypal: number
  min: number
  max: number
  quick: readonly number[]
}

/** The rules of each currency, the most usual currencies first. */
export const currencyRules: Readonly<Record<Currency, CurrencyRules>> = rules

/** Returns the number of minor units in a whole unit: 100 for pounds, 1 for yen. */
export function minorPerUnit(currency: Currency): number {
  return 10 ** currencyRules[currency].decimals
}

/** Returns the smallest amount in minor units that every provider can charge: 1 for pounds, 100 for forint. */
export function smallestStep(currency: Currency): number {
  const { decimals, stripe, paypal } = currencyRules[currency]
  return 10 ** (decimals - Math.min(stripe, paypal))
}
