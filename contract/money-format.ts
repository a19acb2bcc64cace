/** Formats money. This file contains no schemas, so that the overlay's bundle does not include Zod. */
import { minorPerUnit } from './currencies.ts'
import type { Currency } from './currencies.ts'

/** Formats by language, currency and decimals, because creating one takes longer than formatting with it. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(locale: string, currency: Currency, digits: number): Intl.NumberFormat {
  const key = `${locale} ${currency} ${digits}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  formats.set(key, format)
  return format
}

/** Returns the symbol of a currency, such as `£`, `CA$` or `SEK`; `$` while no currency is chosen. */
export function currencySymbol(of: Currency | null | undefined, locale = 'en'): string {
  const parts = formatOf(locale, of ?? 'usd', 0).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')!.value
}

/** Formats an amount with its symbol and without `.00`: `£1,200`, `£9.50` or `¥500`, in German `9,50 £`. */
export function formatMoney(amountMinor: number, of: Currency, locale = 'en'): string {
  const units = amountMinor / minorPerUnit(of)
  return formatOf(locale, of, Number.isInteger(units) ? 0 : 2).format(units)
}
