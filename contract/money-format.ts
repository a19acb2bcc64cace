/** Formats money. This file contains no schemas, so that the overlay's bundle does not include Zod. */
import type { Currency } from './currencies.ts'
import { minorPerUnit } from './minor-units.ts'

/** Returns the symbol of a currency, such as `£`, `CA$` or `SEK`; `$` while no currency is chosen. */
export function currencySymbol(of: Currency | null | undefined, locale = 'en'): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: of ?? 'usd' })
  return format.formatToParts(0).find(({ type }) => type === 'currency')!.value
}

/** Formats two amounts as a range: `£8.91 – £9.15`, in German `8,91–9,15 £`; as one amount if they are equal. */
export function formatMoneyRange(
  leastMinor: number,
  mostMinor: number,
  currency: Currency,
  locale = 'en',
): string {
  if (leastMinor === mostMinor) return formatMoney(leastMinor, currency, locale)
  const unit = minorPerUnit(currency)
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return format.formatRange(leastMinor / unit, mostMinor / unit)
}

/** Formats an amount with its symbol and without `.00`: `£1,200`, `£9.50` or `¥500`, in German `9,50 £`. */
export function formatMoney(amountMinor: number, currency: Currency, locale = 'en'): string {
  const units = amountMinor / minorPerUnit(currency)
  const digits = Number.isInteger(units) ? 0 : 2
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return units.toLocaleString(locale, { style: 'currency', currency, ...options })
}
