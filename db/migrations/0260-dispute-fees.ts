/**
 * The fee in a transaction of a dispute that no report of the dispute contains, so that it is booked from the transaction.
 * docs/ledger.md.
 */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // Negative if the provider returned the fee.
  'alter table provider_transaction add column dispute_fee_minor bigint not null default 0',
  `alter table provider_transaction add constraint provider_transaction_dispute_fee
    check (dispute_fee_minor = 0 or kind = 'dispute') not valid`,
  'alter table provider_transaction validate constraint provider_transaction_dispute_fee',
  // The unique index of transaction ids then admits each fee once.
  `alter table ledger_entry add constraint ledger_entry_dispute_fee
    check (kind <> 'provider_fee' or source_id is null or transaction_id is not null) not valid`,
  'alter table ledger_entry validate constraint ledger_entry_dispute_fee',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
