/** What providers list, compared with the ledger, and the published exchange rates. */
export const reconciliation = `
  -- What a reconciliation of the ledger with a provider found and repaired.
  create table reconcile_report (
    id uuid primary key default gen_random_uuid(),
    started_at timestamptz not null,
    finished_at timestamptz not null default now(),
    since timestamptz not null,
    report jsonb not null
  );
  create index reconcile_report_time on reconcile_report (finished_at);

  -- How far an account at a provider is compared, and when it is next.
  create table reconciled_account (
    provider short_code not null,
    mode text not null check (mode in ('test', 'live')),
    payee_id text not null,
    complete_to timestamptz not null,
    -- When something last moved. Quiet accounts are compared less often.
    moved_at timestamptz not null default now(),
    due_at timestamptz not null default now(),
    -- listed: its sums are compared; unlisted: it does not let us list its transactions; lost: we have no access to it any more.
    -- Null until it has been tried.
    access text check (access in ('listed', 'unlisted', 'lost')),
    primary key (provider, mode, payee_id)
  );
  create index reconciled_account_due on reconciled_account (due_at);
  create index reconciled_account_complete on reconciled_account (provider, mode, complete_to) where access is distinct from 'lost';

  -- The payments of entries up to this id have been listed for comparison.
  create table reconciled_ledger (
    is_only boolean primary key default true check (is_only),
    listed_id bigint not null,
    -- The largest id at the time of a listing. Entries with smaller ids may have become visible after it.
    seen_id bigint not null,
    seen_at timestamptz not null default now(),
    check (seen_id >= listed_id)
  );

  -- A movement of an account's balance that belongs to a payment of ours.
  create table provider_transaction (
    provider short_code not null,
    transaction_id text not null,
    mode text not null check (mode in ('test', 'live')),
    payee_id text not null,
    -- The provider's id of the payment, refund or dispute.
    source_id text not null,
    capture_id text not null,
    kind text not null check (kind in ('payment', 'refund', 'dispute')),
    -- The change of the balance, in the currency of the account.
    settled_minor bigint not null,
    settled_currency currency_code not null,
    -- The same in the currency of the payment.
    net_minor bigint not null,
    currency currency_code not null,
    created_at timestamptz not null,
    available_at timestamptz not null,
    payout_id text,
    dispute_fee_minor bigint not null default 0,
    primary key (provider, transaction_id),
    constraint provider_transaction_dispute_fee check (dispute_fee_minor = 0 or kind = 'dispute')
  );
  create index provider_transaction_capture on provider_transaction (provider, capture_id);
  create index provider_transaction_payout on provider_transaction (provider, payout_id) where payout_id is not null;
  create index provider_transaction_unpaid on provider_transaction (provider, payee_id, available_at) where payout_id is null;
  create index provider_transaction_source on provider_transaction (provider, source_id);

  -- Payments that are to be compared, and those that were and differ. What is equal is deleted.
  create table payment_comparison (
    provider short_code not null,
    capture_id text not null,
    mode text not null check (mode in ('test', 'live')),
    payee_id text not null,
    -- The id of our order in the payment's metadata, which the payee can write, too.
    marked_order text,
    listed_at timestamptz not null default now(),
    -- Null until a comparison found a difference.
    found_at timestamptz,
    differences jsonb,
    check ((found_at is null) = (differences is null)),
    primary key (provider, capture_id)
  );
  create index payment_comparison_payee on payment_comparison (provider, mode, payee_id);
  create index payment_comparison_found on payment_comparison (found_at) where found_at is not null;

  create table payout (
    provider short_code not null,
    payout_id text not null,
    mode text not null check (mode in ('test', 'live')),
    payee_id text not null,
    amount_minor bigint not null,
    currency currency_code not null,
    status text not null check (status in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
    created_at timestamptz not null,
    arrives_at timestamptz not null,
    -- Whether the payments that it held are known.
    is_itemized boolean not null default false,
    primary key (provider, payout_id)
  );
  create index payout_payee on payout (provider, payee_id, created_at);

  -- The latest published rate of each currency: how much of it is paid for one euro.
  create table reference_rate (
    currency currency_code primary key,
    per_euro numeric not null check (per_euro > 0),
    published_on date not null,
    read_at timestamptz not null default now()
  );

  -- The published rates of each day, of all published currencies: how much of each is paid for one euro.
  create table published_rate (
    published_on date not null,
    currency currency_code not null,
    per_euro numeric not null check (per_euro > 0),
    primary key (published_on, currency)
  );

  insert into reconciled_ledger (listed_id, seen_id) values (0, 0);
`
