/** Movements that write off a fee which a creator has owed for long. docs/platform-books.md. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const kinds = `'capture', 'fee_set_off', 'fee_write_off', 'provider_fee', 'refund', 'reversal', 'dispute_opened', 'dispute_won', 'dispute_lost',
  'correction', 'adjustment'`

const statements = [
  'alter table ledger_entry drop constraint ledger_entry_kind_check',
  `alter table ledger_entry add constraint ledger_entry_kind_check check (kind in (${kinds})) not valid`,
  'alter table ledger_entry validate constraint ledger_entry_kind_check',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
