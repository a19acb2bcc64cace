/**
 * Amounts in PayPal's form: decimal strings with as many decimals as PayPal takes in that currency.
 * https://developer.paypal.com/docs/api/reference/currency-codes/
 */
import { paypalDecimals } from '../../../contract/money/currencies.ts'
import { decimalsOf } from '../../../contract/money/minor-units.ts'
import { currency as currencySchema, parseDecimal, toDecimal } from '../../../contract/money/money.ts'
import type { Currency } from '../../../contract/money/money.ts'
import type { Exchange } from '../provider/reports.ts'

/** Returns our decimals of a currency, and PayPal's; two each for one that is not ours, as in a refund made elsewhere. */
function formsOf(code: string): { decimals: number; paypal: number } {
  const known = currencySchema.safeParse(code.toLowerCase())
  if (!known.success) return { decimals: 2, paypal: 2 }
  return { decimals: decimalsOf(known.data), paypal: paypalDecimals(known.data) }
}

/** Converts PayPal's value to minor units: `"7.00"` → 700; undefined when it is no amount of that currency. */
export function toMinor(value: string, code: string): number | undefined {
  const { decimals, paypal } = formsOf(code)
  const units = parseDecimal(value, paypal)
  return units === undefined ? undefined : units * 10 ** (decimals - paypal)
}

/** Converts minor units to PayPal's form. Throws when PayPal cannot express the amount. */
export function toMoney(amountMinor: number, currency: Currency): { currencyCode: string; value: string } {
  const { decimals, paypal } = formsOf(currency)
  const units = amountMinor / 10 ** (decimals - paypal)
  if (!Number.isInteger(units)) throw new Error(`PayPal has no ${amountMinor} minor units of ${currency}`)
  return { currencyCode: currency.toUpperCase(), value: toDecimal(units, paypal) }
}

/** Converts PayPal's rate of whole units to one of minor units. */
export function toExchange(
  from: string,
  to: string | undefined,
  rate: string | undefined,
): Exchange | undefined {
  if (to === undefined || rate === undefined || !/^\d{1,12}(\.\d{1,20})?$/.test(rate)) return undefined
  const shift = formsOf(to).decimals - formsOf(from).decimals
  return { currency: to.toLowerCase(), factor: (Number(rate) * 10 ** shift).toPrecision(12) }
}
