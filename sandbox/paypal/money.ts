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

/**
 * How much of each currency this stand-in pays for one euro. PayPal's own rates contain its fee, so that it is taken off both when
 * it converts to a currency and from it: https://www.ebayfeescalculator.com/uk-paypal-calculator/
 */
const perEuro: Record<string, number> = {
  EUR: 1, USD: 1.1, GBP: 0.88, JPY: 165, CAD: 1.52, AUD: 1.7, CHF: 0.95, SEK: 11.2, NOK: 11.7, DKK: 7.46, PLN: 4.3, CZK: 24.8,
  HUF: 396, NZD: 1.86, MXN: 20.4,
} // prettier-ignore
const spread = 0.03

/** Returns the price of one unit of `from` in `to` as PayPal writes it; undefined for a currency that this stand-in does not convert. */
export function exchangeRate(from: string, to: string): string | undefined {
  const [given, wanted] = [perEuro[from], perEuro[to]]
  if (given === undefined || wanted === undefined) return undefined
  return ((wanted / given) * (1 - spread)).toPrecision(9)
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

/** The fixed part of PayPal's fee in its minor units, for sellers in the UK; 30 in the others: docs/sandbox.md has the source. */
const fixedFees: Record<string, number> = {
  JPY: 40, CHF: 55, SEK: 325, NOK: 280, DKK: 260, PLN: 135, CZK: 1000, HUF: 90, NZD: 45, MXN: 400,
} // prettier-ignore

/** Computes PayPal's own fee in minor units: 2.9 % and the fixed part, but at most what the platform's fee leaves of the payment. */
export function paypalFee(grossMinor: number, platformFeeMinor: number, currency: string): number {
  const fee = Math.round(grossMinor * 0.029) + (fixedFees[currency] ?? 30)
  return Math.min(fee, grossMinor - platformFeeMinor)
}

/** PayPal's fees for disputes and chargebacks in minor units; docs/sandbox.md has the sources. */
const disputeFees: Record<string, number> = { GBP: 12_00, USD: 15_00, EUR: 14_00 }
const chargebackFees: Record<string, number> = { GBP: 14_00, USD: 20_00, EUR: 16_00 }

/** Returns the Standard Dispute Fee in minor units of the payment's currency. */
export function disputeFee(currency: string): number {
  return disputeFees[currency] ?? fromEuros(disputeFees['EUR']!, currency)
}

/** Returns the chargeback fee in minor units of the payment's currency. */
export function chargebackFee(currency: string): number {
  return chargebackFees[currency] ?? fromEuros(chargebackFees['EUR']!, currency)
}

function fromEuros(cents: number, currency: string): number {
  return Math.round((cents / 100) * (perEuro[currency] ?? 1)) * 10 ** decimalsOf(currency)
}

/** Returns the amount for display. */
export function formatMoney({ currency_code, value }: Money): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency: currency_code }).format(Number(value))
}
