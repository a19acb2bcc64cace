/** Fees that a fan covers, and how far a creator has come in connecting an account to be paid into. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  -- What the fan pays on top of the tip: nothing, or the whole service fee. What is charged is the sum of both.
  alter table tip_order add column covered_fee_minor bigint not null default 0
    check (covered_fee_minor in (0, fee_minor));
  alter table tip add column covered_fee_minor bigint not null default 0
    check (covered_fee_minor in (0, fee_minor));

  -- Neither ready nor restricted: begun and not finished.
  alter table payout_account add column is_restricted boolean not null default false;
  alter table payout_account add check (not (is_ready and is_restricted));

  -- What was begun at a provider: the mark under which it will be found there. It stays when a creator disconnects, so that
  -- connecting again leads to the same account.
  create table payout_onboarding (
    uid uuid not null references account on delete cascade,
    provider text not null check (provider in ('paypal', 'stripe')),
    reference text not null,
    created_at timestamptz not null default now(),
    primary key (uid, provider),
    unique (provider, reference)
  );
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
