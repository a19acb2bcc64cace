/** Converts amounts of PayPal's API from and to minor units. */
import { balanceIn, currencies, findRate } from '../currencies.ts'

/** An amount in PayPal's API: the value is a decimal string. */
export interface Money {
  currency_code: string
  value: string
}

const rowOf = (currency: string) => currencies[currency.toLowerCase()]

/** Returns whether PayPal takes payments in this currency. */
export function isSupportedCurrency(currency: string): boolean {
  return rowOf(currency)?.paypal !== undefined
}

/**
 * PayPal's own rates contain its fee, so that it is taken off both when it converts to a currency and from it:
 * https://www.ebayfeescalculator.com/uk-paypal-calculator/
 */
const spread = 0.03

/** Returns the price of one unit of `from` in `to` as PayPal writes it; undefined for a currency that this stand-in does not convert. */
export function exchangeRate(from: string, to: string): string | undefined {
  const rate = findRate(from.toLowerCase(), to.toLowerCase())
  return rate === undefined ? undefined : (rate * (1 - spread)).toPrecision(9)
}

/** Returns the number of decimals of a currency. */
export function decimalsOf(currency: string): number {
  return rowOf(currency)?.paypal?.decimals ?? 2
}

/** Converts a valid amount to minor units, without floating-point fractions. */
export function toMinor({ currency_code, value }: Money): number {
  const decimals = decimalsOf(currency_code)
  const negative = value.startsWith('-')
  const [whole = '', fraction = ''] = value.replace('-', '').split('.')
  const minor = Number(whole || '0') * 10 ** decimals + Number(fraction.padEnd(decimals, '0') || '0')
  return negative ? -minor : minor
}

/** Converts minor units to an amount in PayPal's API. */
export function fromMinor(minor: number, currency: string): Money {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const whole = decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits
  return { currency_code: currency, value: minor < 0 ? `-${whole}` : whole }
}

/** Computes PayPal's own fee in minor units: 2.9 % and the fixed part (docs/sandbox.md has the source), but at most what the platform's fee leaves of the payment. */
export function paypalFee(grossMinor: number, platformFeeMinor: number, currency: string): number {
  const fee = Math.round(grossMinor * 0.029) + (rowOf(currency)?.paypal?.fixedFee ?? 30)
  return Math.min(fee, grossMinor - platformFeeMinor)
}

/** Returns the Standard Dispute Fee in minor units of the payment's currency; docs/sandbox.md has the sources. */
export function disputeFee(currency: string): number {
  return feeIn(currency, 'paypal')
}

/** Returns the chargeback fee in minor units of the payment's currency; docs/sandbox.md has the sources. */
export function chargebackFee(currency: string): number {
  return feeIn(currency, 'chargeback')
}

/** Returns a fee as it is in this currency, or what that in euros is worth, in whole units. */
function feeIn(currency: string, kind: 'paypal' | 'chargeback'): number {
  const row = rowOf(currency)
  if (row?.balance) return row.balance.disputes[kind]
  const euros = balanceIn('eur').disputes[kind] / 100
  return Math.round(euros * (row?.perEuro ?? 1)) * 10 ** decimalsOf(currency)
}

/** Returns the amount for display. */
export function formatMoney({ currency_code, value }: Money): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency: currency_code }).format(Number(value))
}
