/** Amounts on invoices and in exports. */
import { dateLocale } from '../../../contract/locale.ts'
import { toDecimal } from '../../../contract/money.ts'

/** Formats a signed amount with the sign of its currency, always with its decimals: £1,200.00, −£0.50. */
export function formatInvoiceMoney(minor: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(dateLocale(locale === 'de' ? 'de' : 'en'), {
    style: 'currency',
    currency,
  })
  return format.format(minor / 100).replace('-', '−')
}

/**
 * Returns a signed amount for a file of a spreadsheet: a number and not a text, because the escaping of formulas would change the
 * minus sign.
 */
export function toSignedNumber(minor: number): number {
  return Number((minor < 0 ? '-' : '') + toDecimal(Math.abs(minor)))
}
