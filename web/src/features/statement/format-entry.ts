/** Formats the entries of a statement. */
import type { MovementKind, StatementEntry } from '../../../../contract/payments/statement-calls.ts'
import { m } from '../../../../i18n/compiled/messages.js'
import { dateLocale } from '../../lib/locale.ts'

export const kindNames: Record<MovementKind, () => string> = {
  capture: m.statement_kind_capture,
  fee_set_off: m.statement_kind_fee_set_off,
  fee_write_off: m.statement_kind_fee_write_off,
  provider_fee: m.statement_kind_provider_fee,
  refund: m.statement_kind_refund,
  reversal: m.statement_kind_reversal,
  dispute_opened: m.statement_kind_dispute_opened,
  dispute_won: m.statement_kind_dispute_won,
  dispute_lost: m.statement_kind_dispute_lost,
  correction: m.statement_kind_correction,
  adjustment: m.statement_kind_adjustment,
}

/** Returns the name of an entry. A service fee may have an entry of its own when a provider returns it on a refund. */
export function nameOfEntry({ kind, amount }: StatementEntry): string {
  return kind === 'refund' && amount > 0 ? m.statement_fee_returned() : kindNames[kind]()
}

export function formatEntryDay(time: string): string {
  return new Date(time).toLocaleDateString(dateLocale(), { day: 'numeric', month: 'short', year: 'numeric' })
}
