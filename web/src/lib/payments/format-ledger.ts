/** Formats what is on statements, receipts, invoices, in the platform's own ledger and in payouts to a bank. */
import { decimalsOf, toUnits } from '../../../../contract/money/minor-units.ts'
import type { Invoice } from '../../../../contract/payments/invoice.ts'
import { currentLocale, dateLocale } from '../locale.ts'

/** Formats a signed amount, always with its decimals. The currency may be one that no tip has, such as that of a bank account. */
export function formatLedgerAmount(minor: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return toUnits(minor, currency)
    .toLocaleString(currentLocale(), { style: 'currency', currency, ...digits })
    .replace('-', '−')
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
