/** Amounts on invoices and in exports. */
import type { Currency } from '../../../contract/currencies.ts'
import { dateLocale } from '../../../contract/locale.ts'
import type { Locale } from '../../../contract/locale.ts'
import { decimalsOf } from '../../../contract/minor-units.ts'

/** Formats a signed amount with its currency, always with its decimals: £1,200.00, −£0.50. */
export function formatInvoiceMoney(minor: number, currency: Currency, locale: Locale): string {
  const decimals = decimalsOf(currency)
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const format = new Intl.NumberFormat(dateLocale(locale), { style: 'currency', currency, ...digits })
  return format.format(minor / 10 ** decimals).replace('-', '−')
}
