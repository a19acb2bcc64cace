/** Converts amounts of PayPal's API from and to minor units. */

/** An amount in PayPal's API: the value is a decimal string. */
export interface Money {
  currency_code: string
  value: string
}

const withDecimals =
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN RUB SEK SGD THB USD'.split(' ')
const withoutDecimals = ['HUF', 'JPY', 'TWD']

/** Returns whether PayPal takes payments in this currency. */
export function isSupportedCurrency(currency: string): boolean {
  return withDecimals.includes(currency) || withoutDecimals.includes(currency)
}

/** Returns the number of decimals of a currency. */
export function decimalsOf(currency: string): number {
  return withoutDecimals.includes(currency) ? 0 : 2
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

/**
 * Computes PayPal's own fee in minor units: 2.9 % plus 30 minor units, but at most what remains of the payment after the
 * platform's fee.
 */
export function paypalFee(grossMinor: number, platformFeeMinor: number): number {
  return Math.min(Math.round(grossMinor * 0.029) + 30, grossMinor - platformFeeMinor)
}

/** Returns the amount for display. */
export function formatMoney({ currency_code, value }: Money): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency: currency_code }).format(Number(value))
}
