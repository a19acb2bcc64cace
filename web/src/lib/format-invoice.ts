/** Formats what is on invoices and in the platform's own ledger. */
import { decimalsOf } from '../../../contract/minor-units.ts'
import type { Currency } from '../../../contract/currencies.ts'
import type { Invoice } from '../../../contract/invoice.ts'
import { dateLocale } from './locale.ts'

/** Formats a signed amount, always with its decimals. */
export function formatLedgerAmount(minor: number, currency: Currency): string {
  const decimals = decimalsOf(currency)
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const format = new Intl.NumberFormat(dateLocale(), { style: 'currency', currency, ...digits })
  return format.format(minor / 10 ** decimals).replace('-', '−')
}

/** Formats the total of an invoice; that of a credit note is negative. */
export function formatInvoiceAmount({ kind, total, currency }: Invoice): string {
  return formatLedgerAmount(kind === 'invoice' ? total : -total, currency)
}

/** Formats a month (YYYY-MM) as `October 2026`. */
export function formatMonth(month: string): string {
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(dateLocale(), options)
}
