/** Service fees that supporters cover, and the onboarding of creators' payout accounts. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  -- What the supporter pays on top of the tip: nothing, or the whole service fee. Tip and covered fee together are charged.
  alter table tip_order add column covered_fee_minor bigint not null default 0
    check (covered_fee_minor in (0, fee_minor));
  alter table tip add column covered_fee_minor bigint not null default 0
    check (covered_fee_minor in (0, fee_minor));

  -- An account that is neither ready nor restricted was begun and not finished.
  alter table payout_account add column is_restricted boolean not null default false;
  alter table payout_account add check (not (is_ready and is_restricted));

  -- The reference by which an onboarding that was begun is found at its provider. It stays when a creator disconnects, so that
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
