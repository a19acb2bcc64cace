/** Amounts on invoices and in exports. */
import type { Currency } from '../../../contract/money/currencies.ts'
import { dateLocale } from '../../../contract/locale.ts'
import type { Locale } from '../../../contract/locale.ts'
import { decimalsOf } from '../../../contract/money/minor-units.ts'

/** Formats a signed amount with its currency, always with its decimals: £1,200.00, −£0.50. */
export function formatInvoiceMoney(minor: number, currency: Currency, locale: Locale): string {
  return format(minor, currency, locale, decimalsOf(currency))
}

/** Formats an amount in the currency of the VAT's country, in hundredths of it. */
export function formatLocalMoney(minor: number, currency: string, locale: Locale): string {
  return format(minor, currency, locale, 2)
}

function format(minor: number, currency: string, locale: Locale, decimals: number): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const money = new Intl.NumberFormat(dateLocale(locale), { style: 'currency', currency, ...digits })
  return money.format(minor / 10 ** decimals).replace('-', '−')
}
