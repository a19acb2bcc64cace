/** The currencies that a tip can be in, and what providers and we require of amounts in them. */
import type { PayoutProvider } from '../providers.ts'
import { decimalsOf } from './minor-units.ts'

/**
 * What is known of a currency. Amounts at Stripe have the decimals of `minor-units.ts`; it pays HUF out without decimals, but charges
 * it with two: https://docs.stripe.com/currencies#special-cases
 */
export interface CurrencyRules {
  /**
   * The limits of a tip in whole units. The lowest is above Stripe's minimum charge, also where Stripe converts it
   * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts); the highest, with a covered fee, is below the maximum
   * of both providers.
   */
  min: number
  max: number
  /** The amounts that the tip box suggests, in whole units. */
  quick: readonly number[]
  /** The decimals that PayPal takes, where it takes fewer: https://developer.paypal.com/docs/api/reference/currency-codes/ */
  paypal?: number
  /** Only of currencies that creators can be paid in. */
  payout?: PayoutRules
}

interface PayoutRules {
  /** The country that a creator's account at Stripe is proposed for. */
  country: string
  /**
   * The published price of a domestic payment: of one with PayPal's button
   * (https://www.paypal.com/us/webapps/mpp/merchant-fees, https://www.paypal.com/uk/webapps/mpp/merchant-fees) and of a card with
   * Stripe (https://stripe.com/pricing, https://stripe.com/gb/pricing).
   */
  prices: Readonly<Record<PayoutProvider, Price>>
}

/** The share of a payment in hundredths of a percent, and what is added in minor units. */
type Price = readonly [rate: number, fixed: number]

const usual = { min: 1, max: 50_000, quick: [5, 10, 25, 50] } as const
const above = { ...usual, min: 2 } as const
const nordic = { min: 10, max: 500_000, quick: [50, 100, 250, 500] } as const

const rules = {
  usd: { ...usual, payout: { country: 'us', prices: { paypal: [349, 49], stripe: [290, 30] } } },
  gbp: { ...usual, payout: { country: 'gb', prices: { paypal: [290, 30], stripe: [150, 20] } } },
  eur: usual,
  jpy: { min: 100, max: 5_000_000, quick: [500, 1000, 3000, 5000] },
  cad: above,
  aud: above,
  chf: usual,
  sek: nordic,
  nok: nordic,
  dkk: { min: 5, max: 300_000, quick: [25, 50, 100, 250] },
  pln: { min: 5, max: 200_000, quick: [20, 50, 100, 200] },
  czk: { min: 25, max: 900_000, quick: [100, 250, 500, 1000] },
  huf: { paypal: 0, min: 500, max: 5_000_000, quick: [1000, 2500, 5000, 10_000] },
  nzd: above,
  mxn: { min: 20, max: 500_000, quick: [50, 100, 250, 500] },
} as const satisfies Record<string, CurrencyRules>

/** The code of a currency in lower case. */
export type Currency = keyof typeof rules
/** A currency that creators can be paid in. It has two decimals. */
export type PayoutCurrency = {
  [C in Currency]: (typeof rules)[C] extends { payout: PayoutRules } ? C : never
}[Currency]

/** The rules of each currency, the most common currencies first. */
export const currencyRules: Readonly<Record<Currency, CurrencyRules>> = rules
export const currencies = Object.keys(rules) as [Currency, ...Currency[]]
/** The currencies that creators can be paid in, in the order that they see. */
export const payoutCurrencies = currencies.filter((code) => currencyRules[code].payout) as [
  PayoutCurrency,
  ...PayoutCurrency[],
]

/** Returns the smallest amount in minor units that every provider can charge: 1 for pounds, 100 for forint. */
export function smallestStep(currency: Currency): number {
  return 10 ** (decimalsOf(currency) - paypalDecimals(currency))
}

/** Returns how many decimals PayPal takes of a currency. */
export function paypalDecimals(currency: Currency): number {
  return currencyRules[currency].paypal ?? decimalsOf(currency)
}
