/** Formats money. This file contains no schemas, so that the overlay's bundle does not include Zod. */
import type { Currency } from './currencies.ts'
import { memoize } from '../memoize.ts'
import { toUnits } from './minor-units.ts'

/** Returns the symbol of a currency, such as `£`, `CA$` or `SEK`; `$` while no currency is chosen. */
export function currencySymbol(of: Currency | null | undefined, locale = 'en'): string {
  return formatOf(locale, of ?? 'usd')
    .formatToParts(0)
    .find(({ type }) => type === 'currency')!.value
}

/** Formats two amounts as a range: `£8.91 – £9.15`, in German `8,91–9,15 £`; as one amount if they are equal. */
export function formatMoneyRange(
  leastMinor: number,
  mostMinor: number,
  currency: Currency,
  locale = 'en',
): string {
  if (leastMinor === mostMinor) return formatMoney(leastMinor, currency, locale)
  return formatOf(locale, currency).formatRange(toUnits(leastMinor, currency), toUnits(mostMinor, currency))
}

/** Formats an amount with its symbol and without `.00`: `£1,200`, `£9.50` or `¥500`, in German `9,50 £`. */
export function formatMoney(amountMinor: number, currency: Currency, locale = 'en'): string {
  const units = toUnits(amountMinor, currency)
  return formatOf(locale, currency, Number.isInteger(units) ? 0 : 2).format(units)
}

/** Returns the format of a currency, by default with its own digits. They are kept, because opening one takes longer than its use. */
function formatOf(locale: string, currency: Currency, digits?: 0 | 2): Intl.NumberFormat {
  return openFormat(`${locale} ${currency} ${digits ?? ''}`)
}

const openFormat = memoize((key) => {
  const [locale, currency, digits] = key.split(' ')
  const shown = digits ? { minimumFractionDigits: Number(digits), maximumFractionDigits: Number(digits) } : {}
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...shown })
})
