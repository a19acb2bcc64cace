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

/**
 * The value of one unit of each currency in US dollars. The rates are this stand-in's own; those of the others differ, as they do
 * outside.
 */
const inDollars: Record<string, number> = {
  usd: 1,
  gbp: 1.25,
  eur: 1.1,
  jpy: 0.00665,
  cad: 0.72,
  aud: 0.65,
  chf: 1.15,
  sek: 0.098,
  nok: 0.094,
  dkk: 0.147,
  pln: 0.255,
  czk: 0.044,
  huf: 0.00276,
  nzd: 0.59,
  mxn: 0.054,
  twd: 0.031,
}

/** Stripe's currencies without decimals: https://docs.stripe.com/currencies#zero-decimal. */
const withoutDecimals = new Set(['jpy'])

/** Returns how many minor units a unit has in Stripe's API. */
export function minorPerUnit(currency: string): number {
  return withoutDecimals.has(currency) ? 1 : 100
}

/** Whether this stand-in charges in a currency. */
export function isCharged(currency: string): boolean {
  return currency in inDollars
}

/**
 * Stripe's minimum charge in minor units, for the currencies that an account's balance can be in. What is converted must come to
 * as much: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts.
 */
const minimums: Record<Settled, number> = { usd: 50, gbp: 30, eur: 50 }
/** The largest amount has eight digits, in yen and forint ten. */
const maxOf = (currency: string) => (['jpy', 'huf'].includes(currency) ? 9_999_999_999 : 99_999_999)

/** Returns Stripe's error code for an amount that it does not charge on an account with a balance in `settled`. */
export function findAmountError(
  amount: number,
  currency: string,
  settled: Settled,
): 'amount_too_small' | 'amount_too_large' | undefined {
  if (amount > maxOf(currency)) return 'amount_too_large'
  return settleMinor(amount, currency, settled) < minimums[settled] ? 'amount_too_small' : undefined
}

/** Converts an amount in minor units to those of the account's balance. */
export function settleMinor(amount: number, from: string, to: Settled): number {
  const rate = exchangeRate(from, to)
  if (rate === null) return amount
  return Math.sign(amount) * Math.round(((Math.abs(amount) * rate) / minorPerUnit(from)) * minorPerUnit(to))
}

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

/** Returns the bank debit with which a payment in this currency can be made; undefined if there is none. */
export function bankDebitIn(currency: string): 'bacs_debit' | 'us_bank_account' | undefined {
  if (currency === 'gbp') return 'bacs_debit'
  return currency === 'usd' ? 'us_bank_account' : undefined
}

/** Returns the fee for receiving a dispute. The fee for countering it is the same again, and is returned when the dispute is won. */
export function disputeFee(currency: Settled): number {
  return disputes[currency]
}

/** Returns the price of one unit of `from` in `to`; null if both are the same currency. */
export function exchangeRate(from: string, to: Settled): number | null {
  if (from === to) return null
  return Number((inDollars[from]! / inDollars[to]!).toFixed(8))
}
