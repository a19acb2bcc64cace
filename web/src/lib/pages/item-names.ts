import type { ComparedKind } from '../../../../contract/payments/statement-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'

/** The names of what reconciliation compares, and of what a payout contains. */
export const itemNames: Record<ComparedKind, () => string> = {
  payment: m.statement_kind_capture,
  refund: m.statement_kind_refund,
  dispute: m.statement_difference_dispute,
}
