/** The numbers of invoices, and the days on them. */
import type { InvoiceKind } from '../../../contract/payments/invoice.ts'
import type { Mode } from '../../../db/schema.ts'

const digits = 6
const prefixes: Record<Mode, string> = { test: 'TEST-', live: '' }

/** Returns a number as it is printed: `2026-000001`, `CN-2026-000001` for a credit note; test money has numbers of its own. */
export function formatInvoiceNumber({
  mode,
  kind,
  year,
  number,
}: {
  mode: Mode
  kind: InvoiceKind
  year: number
  number: number
}): string {
  const series = `${prefixes[mode]}${kind === 'credit_note' ? 'CN-' : ''}`
  return `${series}${year}-${String(number).padStart(digits, '0')}`
}
