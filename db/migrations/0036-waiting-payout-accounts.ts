/** Payout accounts that were connected to an account that has been paid before: they take no tips for a day. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  -- payout_account stays what takes tips now, so nothing that pays reads this table.
  create table waiting_payout_account (
    uid uuid not null references account on delete cascade,
    provider text not null check (provider in ('paypal', 'stripe')),
    payee_id text not null,
    email text,
    is_ready boolean not null default false,
    is_restricted boolean not null default false,
    created_at timestamptz not null default now(),
    takes_from timestamptz not null default now() + interval '24 hours',
    primary key (uid, provider),
    check (not (is_ready and is_restricted)),
    check (takes_from >= created_at + interval '24 hours')
  );
  create index waiting_payout_account_payee on waiting_payout_account (provider, payee_id);
  create index waiting_payout_account_due on waiting_payout_account (takes_from);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
