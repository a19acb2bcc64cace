/**
 * Payments in a currency that the seller's account has no balance in. PayPal converts them, or they wait until the seller accepts
 * them, by the account's payment receiving preferences:
 * https://developer.paypal.com/docs/api/reference/currency-codes/#payment-receiving-preferences
 */
import { balanceOf } from '../currencies.ts'
import { exchangeRate, fromMinor, decimalsOf, type Money, toMinor } from './money.ts'
import type { Capture, Merchant, Payee, Store } from './store.ts'

export interface Conversion {
  /** The currency of the account. */
  currency: string
  rate: string
  convert(amount: Money): Money
}

/** Returns how a captured payment is converted; undefined if the account has a balance in its currency. */
export function conversionOf(store: Store, { payee, amount }: Capture): Conversion | undefined {
  const merchant = store.merchants[payee.merchant_id ?? '']
  if (!merchant || hasBalance(merchant, amount.currency_code)) return undefined
  const currency = ownCurrency(merchant)
  const rate = exchangeRate(amount.currency_code, currency)
  return rate === undefined
    ? undefined
    : { currency, rate, convert: (given) => convert(given, currency, rate) }
}

/** Returns whether a payment has to wait until the seller accepts its currency. */
export function isToBeAccepted(store: Store, payee: Payee, currency: string): boolean {
  const merchant = store.merchants[payee.merchant_id ?? '']
  return merchant?.receiving === 'ask' && !hasBalance(merchant, currency)
}

function convert(amount: Money, currency: string, rate: string): Money {
  const shift = 10 ** (decimalsOf(currency) - decimalsOf(amount.currency_code))
  return fromMinor(Math.round(toMinor(amount) * Number(rate) * shift), currency)
}

function hasBalance(merchant: Merchant, currency: string): boolean {
  return currency === ownCurrency(merchant) || (merchant.balances ?? ['USD', 'GBP', 'EUR']).includes(currency)
}

function ownCurrency({ country }: Merchant): string {
  return balanceOf(country).toUpperCase()
}
