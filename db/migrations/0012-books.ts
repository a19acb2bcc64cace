/** Refunds, disputes and provider fees: what providers report, and the ledger entries for it. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Each text is one statement group; nothing here depends on a Postgres newer than 15. */
const groups = [
  `
  alter table ledger_entry drop constraint ledger_entry_kind_check;
  alter table ledger_entry add constraint ledger_entry_kind_check check (kind in ('capture', 'fee_set_off',
    'provider_fee', 'refund', 'reversal', 'dispute_opened', 'dispute_won', 'dispute_lost', 'correction'));
  alter table ledger_entry drop constraint ledger_entry_account_check;
  alter table ledger_entry add constraint ledger_entry_account_check check (account in
    ('provider', 'creator', 'platform_fee', 'fee_owed', 'provider_fee', 'disputed'));
  -- The refund or dispute that an entry comes from: 'refund:<id>' or 'dispute:<id>'; null for captures.
  alter table ledger_entry add column source_id text check (source_id ~ '^(refund|dispute):.');

  alter table tip_order add column set_off_minor bigint not null default 0 check (set_off_minor >= 0);
  alter table tip_order add constraint tip_order_split_at_most_all check (fee_minor + set_off_minor <= amount_minor);

  -- The part of a tip that was returned for good. A dispute that is still open has returned nothing yet.
  alter table tip add column returned_minor bigint not null default 0
    check (returned_minor >= 0 and returned_minor <= amount_minor);
  alter table tip add column provider_fee_minor bigint
    check (provider_fee_minor >= 0 and provider_fee_minor <= amount_minor);
  `,
  `
  -- Each refund as the provider last reported it, even if its payment is not recorded yet.
  create table provider_refund (
    provider text not null check (provider in ('paypal', 'stripe')),
    refund_id text not null,
    capture_id text not null,
    mode text not null check (mode in ('test', 'live')),
    kind text not null check (kind in ('refund', 'reversal')),
    status text not null check (status in ('pending', 'completed', 'failed')),
    amount_minor bigint not null check (amount_minor > 0),
    currency text not null,
    -- How much of each fee was given back with the refund. Null means unknown: then the platform's share is computed.
    platform_fee_minor bigint check (platform_fee_minor >= 0),
    provider_fee_minor bigint not null default 0 check (provider_fee_minor >= 0),
    occurred_at timestamptz not null,
    as_of timestamptz not null,
    applied_at timestamptz,
    primary key (provider, refund_id)
  );
  create index provider_refund_capture on provider_refund (provider, capture_id);
  create index provider_refund_open on provider_refund (provider, capture_id) where applied_at is null;

  create table dispute (
    id uuid not null unique default gen_random_uuid(),
    provider text not null check (provider in ('paypal', 'stripe')),
    dispute_id text not null,
    capture_id text not null,
    mode text not null check (mode in ('test', 'live')),
    status text not null check (status in ('open', 'won', 'lost')),
    amount_minor bigint not null check (amount_minor > 0),
    currency text not null,
    -- What the provider charges for the dispute itself, according to the latest report.
    provider_fee_minor bigint not null default 0 check (provider_fee_minor >= 0),
    reason text not null default '',
    respond_by timestamptz,
    opened_at timestamptz not null,
    as_of timestamptz not null,
    applied_at timestamptz,
    primary key (provider, dispute_id)
  );
  create index dispute_capture on dispute (provider, capture_id);
  create index dispute_open on dispute (provider, capture_id) where applied_at is null;
  `,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const group of groups) await sql.raw(group).execute(db)
}
