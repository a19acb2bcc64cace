import type { ComparedKind } from '../../../contract/statement-calls.ts'
import { m } from '../../../i18n/compiled/messages.js'

/** The names of what reconciliation compares, and of what a payout contains. */
export const itemNames: Record<ComparedKind, () => string> = {
  payment: m.books_kind_capture,
  refund: m.books_kind_refund,
  dispute: m.books_difference_dispute,
}
