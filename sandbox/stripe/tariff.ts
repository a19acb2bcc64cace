/**
 * Computes Stripe's fees by its published prices for a standard domestic card, a bank debit and a dispute:
 * https://stripe.com/pricing (US), https://stripe.com/gb/pricing, https://stripe.com/ie/pricing. Taxes on fees, international
 * cards and the markup on currency conversion are left out. Fees are rounded to the nearest minor unit, half up.
 */
import { balanceIn, currencies, findRate } from '../currencies.ts'
import type { Price } from '../currencies.ts'
import type { Intent } from './store.ts'

/** Returns how many minor units a unit has in Stripe's API. */
export function minorPerUnit(currency: string): number {
  return 10 ** (currencies[currency]?.stripe?.decimals ?? 2)
}

/** Whether this stand-in charges in a currency. */
export function isCharged(currency: string): boolean {
  return currencies[currency]?.stripe !== undefined
}

/** Returns Stripe's error code for an amount that it does not charge on an account with a balance in `settled`. */
export function findAmountError(
  amount: number,
  currency: string,
  settled: string,
): 'amount_too_small' | 'amount_too_large' | undefined {
  if (amount > currencies[currency]!.stripe!.max) return 'amount_too_large'
  return settleMinor(amount, currency, settled) < balanceIn(settled).minCharge
    ? 'amount_too_small'
    : undefined
}

/** Converts an amount in minor units to those of the account's balance. */
export function settleMinor(amount: number, from: string, to: string): number {
  const rate = exchangeRate(from, to)
  if (rate === null) return amount
  return Math.sign(amount) * Math.round(((Math.abs(amount) * rate) / minorPerUnit(from)) * minorPerUnit(to))
}

/** Returns Stripe's fee for a payment of this amount, both in the settled currency. */
export function paymentFee(method: Intent['method'], amount: number, currency: string): number {
  const { card, debit } = balanceIn(currency)
  const { rate, fixed, min = 0, max = Infinity }: Price = method === 'card' ? card : debit
  return Math.min(max, Math.max(min, Math.floor((amount * rate + 5_000) / 10_000) + fixed))
}

/** Returns the bank debit with which a payment in this currency can be made; undefined if there is none. */
export function bankDebitIn(currency: string): 'bacs_debit' | 'us_bank_account' | undefined {
  return currencies[currency]?.balance?.debit.method
}

/** Returns the fee for receiving a dispute. The fee for countering it is the same again, and is returned when the dispute is won. */
export function disputeFee(currency: string): number {
  return balanceIn(currency).disputes.stripe
}

/** Returns the price of one unit of `from` in `to`; null if both are the same currency. */
export function exchangeRate(from: string, to: string): number | null {
  if (from === to) return null
  return Number(findRate(from, to)!.toFixed(8))
}
