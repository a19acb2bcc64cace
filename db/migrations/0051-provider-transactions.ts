/** What a provider has booked on its accounts of our payments, how far it is compared with the ledger, and payouts to banks. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  -- How far an account at a provider is compared, and when it is next.
  create table reconciled_account (
    provider text not null check (provider in ('paypal', 'stripe')),
    mode text not null check (mode in ('test', 'live')),
    payee_id text not null,
    complete_to timestamptz not null,
    -- When something last moved. Quiet accounts are compared less often.
    moved_at timestamptz not null default now(),
    due_at timestamptz not null default now(),
    primary key (provider, mode, payee_id)
  );
  create index reconciled_account_due on reconciled_account (due_at);

  -- The payments of entries up to this id have been listed for comparison.
  create table reconciled_ledger (
    is_only boolean primary key default true check (is_only),
    listed_id bigint not null,
    -- The largest id at the time of a listing. Entries with smaller ids may have become visible after it.
    seen_id bigint not null check (seen_id >= listed_id),
    seen_at timestamptz not null default now()
  );
  insert into reconciled_ledger (listed_id, seen_id)
  select coalesce(max(id), 0), coalesce(max(id), 0) from ledger_entry;

  -- A movement of an account's balance that belongs to a payment of ours.
  create table provider_transaction (
    provider text not null check (provider in ('paypal', 'stripe')),
    transaction_id text not null,
    mode text not null check (mode in ('test', 'live')),
    payee_id text not null,
    -- The provider's id of the payment, refund or dispute.
    source_id text not null,
    capture_id text not null,
    kind text not null check (kind in ('payment', 'refund', 'dispute')),
    -- The change of the balance, in the currency of the account.
    settled_minor bigint not null,
    settled_currency text not null,
    -- The same in the currency of the payment.
    net_minor bigint not null,
    currency text not null,
    created_at timestamptz not null,
    available_at timestamptz not null,
    payout_id text,
    primary key (provider, transaction_id)
  );
  create index provider_transaction_capture on provider_transaction (provider, capture_id);
  create index provider_transaction_payout on provider_transaction (provider, payout_id) where payout_id is not null;
  create index provider_transaction_unpaid on provider_transaction (provider, payee_id, available_at) where payout_id is null;

  -- Payments that are to be compared, and those that were and differ. What is equal is deleted.
  create table payment_comparison (
    provider text not null check (provider in ('paypal', 'stripe')),
    capture_id text not null,
    mode text not null check (mode in ('test', 'live')),
    payee_id text not null,
    -- The id of our order in the payment's metadata, which the payee can write, too.
    marked_order text,
    listed_at timestamptz not null default now(),
    -- Null until a comparison found a difference.
    found_at timestamptz,
    differences jsonb,
    primary key (provider, capture_id),
    check ((found_at is null) = (differences is null))
  );
  create index payment_comparison_payee on payment_comparison (provider, mode, payee_id);
  create index payment_comparison_found on payment_comparison (found_at) where found_at is not null;

  create table payout (
    provider text not null check (provider in ('paypal', 'stripe')),
    payout_id text not null,
    mode text not null check (mode in ('test', 'live')),
    payee_id text not null,
    amount_minor bigint not null,
    currency text not null,
    status text not null check (status in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
    created_at timestamptz not null,
    arrives_at timestamptz not null,
    -- Whether the payments that it held are known.
    is_itemized boolean not null default false,
    primary key (provider, payout_id)
  );
  create index payout_payee on payout (provider, payee_id, created_at);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
