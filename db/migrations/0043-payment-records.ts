/** The provider's own record of a payment: when it is read next, and which of its transactions an entry is. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  -- Null once everything is booked, 'infinity' once it was given up. The default covers the tips so far, too, and those that
  -- an older release records.
  alter table tip add column records_due_at timestamptz default now();
  alter table tip add column records_attempts integer not null default 0 check (records_attempts >= 0);
  -- Only Stripe books its fee apart from the payment.
  create index tip_records_due on tip (records_due_at) where provider = 'stripe' and records_due_at is not null;
  create index tip_fee_pending on tip (creator_uid)
    where provider = 'stripe' and records_due_at is not null and provider_fee_minor is null;

  -- The provider's id of the transaction that an entry was booked from; null where the tip, refund or dispute names it.
  alter table ledger_entry add column transaction_id text check (transaction_id <> '');
  create unique index ledger_entry_transaction on ledger_entry (provider, transaction_id, account)
    where transaction_id is not null;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
