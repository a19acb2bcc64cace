/**
 * Money that providers captured and that is not what its order asked for is kept until it is refunded, or a person has decided. And
 * the sums of the ledger are written by their trigger alone, for every role.
 */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const unmatchedPayments = `
  create table unmatched_payment (
    provider text not null check (provider in ('paypal', 'stripe')),
    -- The provider's id of the capture; of the order for payments that were found before this table was there.
    capture_id text not null,
    order_id uuid not null references tip_order (id),
    creator_uid uuid not null,
    mode text not null check (mode in ('test', 'live')),
    -- What was captured; null for payments that were found before this table was there.
    charged_minor bigint check (charged_minor >= 0),
    currency text,
    found_at timestamptz not null default now(),
    primary key (provider, capture_id)
  );
  create index unmatched_payment_creator on unmatched_payment (creator_uid, mode);

  insert into unmatched_payment (provider, capture_id, order_id, creator_uid, mode, found_at)
  select provider, coalesce(provider_order_id, id::text), id, creator_uid, mode, updated_at
  from tip_order where status = 'MISMATCH';
  drop index tip_order_mismatch;
`

/**
 * A function that runs with its owner's rights finds its tables by a fixed path, in which temporary ones come last, and nobody else
 * may put it on a table of their own.
 * https://www.postgresql.org/docs/current/sql-createfunction.html#SQL-CREATEFUNCTION-SECURITY
 */
const ledgerTrigger = `
  alter function keep_ledger_sums() security definer set search_path = public, pg_temp;
  revoke execute on function keep_ledger_sums() from public;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const group of [unmatchedPayments, ledgerTrigger]) await sql.raw(group).execute(db)
}
