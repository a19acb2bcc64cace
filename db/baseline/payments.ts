/** Payout accounts, orders, tips and refunds. */
export const payments = `
  create table payout_account (
    uid uuid not null references account on delete cascade,
    provider short_code not null,
    payee_id text not null,
    email text,
    is_ready boolean not null default false,
    created_at timestamptz not null default now(),
    -- An account that is neither ready nor restricted was begun and not finished.
    is_restricted boolean not null default false,
    wallet_domain text,
    wallet_tried_at timestamptz,
    primary key (uid, provider),
    check (not (is_ready and is_restricted))
  );
  create index payout_account_provider_account on payout_account (provider, payee_id);
  create index payout_account_wallet on payout_account (provider, wallet_domain, wallet_tried_at) where is_ready;

  -- payout_account stays what takes tips now, so nothing that pays reads this table.
  create table waiting_payout_account (
    uid uuid not null references account on delete cascade,
    provider short_code not null,
    payee_id text not null,
    email text,
    is_ready boolean not null default false,
    is_restricted boolean not null default false,
    created_at timestamptz not null default now(),
    takes_from timestamptz not null default (now() + '24:00:00'::interval),
    check (not (is_ready and is_restricted)),
    check (takes_from >= created_at + interval '24 hours'),
    primary key (uid, provider)
  );
  create index waiting_payout_account_payee on waiting_payout_account (provider, payee_id);
  create index waiting_payout_account_due on waiting_payout_account (takes_from);

  -- The reference by which an onboarding that was begun is found at its provider. It stays when a creator disconnects, so that
  -- connecting again leads to the same account.
  create table payout_onboarding (
    uid uuid not null references account on delete cascade,
    provider short_code not null,
    reference text not null,
    created_at timestamptz not null default now(),
    primary key (uid, provider),
    unique (provider, reference)
  );

  create table tip_order (
    id uuid primary key default gen_random_uuid(),
    provider short_code not null,
    provider_order_id text,
    payee_id text not null,
    mode text not null check (mode in ('test', 'live')),
    creator_uid uuid not null references account,
    goal_id uuid references goal,
    supporter_uid uuid references account,
    supporter_name text not null check (length(supporter_name) between 1 and 50),
    is_anonymous boolean not null,
    is_private boolean not null,
    message text not null check (length(message) <= 500),
    amount_minor bigint not null check (amount_minor > 0),
    fee_minor bigint not null,
    fee_mode text not null check (fee_mode in ('split', 'owed')),
    currency currency_code not null,
    status text not null default 'OPENING' check (status in ('OPENING', 'CREATED', 'CLEARING', 'COMPLETED', 'FAILED',
      'EXPIRED', 'MISMATCH')),
    -- Part of the idempotency key of a capture. It is raised only after a definite refusal.
    capture_attempt integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    -- What the supporter pays on top of the tip: nothing, or the whole service fee. Tip and covered fee together are charged.
    covered_fee_minor bigint not null default 0,
    set_off_minor bigint not null default 0 check (set_off_minor >= 0),
    -- The network that opened an order, as a keyed hash, and the accepted version of the terms: evidence in disputes, and the basis
    -- of limits.
    address_hash text check (address_hash ~ '^[0-9a-f]{64}$'),
    terms_version text,
    wider_address_hashes text[] not null default '{}' check (cardinality(wider_address_hashes) <= 2),
    checkout_id uuid,
    declined_captures integer not null default 0 check (declined_captures >= 0),
    is_capturing boolean not null default false,
    is_for_review boolean not null default false,
    worth_minor bigint check (worth_minor > 0),
    worth_currency currency_code,
    -- Only of an order that is CLEARING.
    waits_for_payee boolean not null default false,
    is_sole boolean not null default false,
    check (fee_minor >= 0 and fee_minor <= amount_minor),
    check (supporter_uid is distinct from creator_uid),
    check (status in ('OPENING', 'EXPIRED', 'FAILED') or provider_order_id is not null),
    unique (provider, provider_order_id),
    check (covered_fee_minor in (0, fee_minor)),
    constraint tip_order_split_at_most_all check (fee_minor + set_off_minor <= amount_minor),
    check ((worth_minor is null) = (worth_currency is null)),
    check (worth_currency <> currency)
  );
  -- When an open order without news is looked up at its provider, in UTC: after two minutes, and the later the longer it has been open, so
  -- that one that is never paid is looked up some twenty times in three days.
  create function order_due_at(created timestamptz, updated timestamptz) returns timestamp immutable language sql as
    $$ select updated at time zone 'utc' + greatest((updated - created) / 2, interval '2 minutes') $$;
  create index tip_order_open on tip_order (order_due_at(created_at, updated_at))
    where status in ('OPENING', 'CREATED', 'CLEARING');
  -- Whether money may still come for a creator or a goal, and what open orders will set off.
  create index tip_order_open_creator on tip_order (creator_uid) where status in ('OPENING', 'CREATED', 'CLEARING');
  create index tip_order_checkout on tip_order (checkout_id) where checkout_id is not null;
  create unique index tip_order_one_capture on tip_order (creator_uid, checkout_id)
    where is_capturing and status not in ('FAILED', 'EXPIRED');
  -- Orders that ended without a tip. Paid ones are found through their tips, open ones by their status.
  create index tip_order_ended_creator on tip_order (creator_uid) where status in ('EXPIRED', 'FAILED', 'MISMATCH');
  create index tip_order_ended_supporter on tip_order (supporter_uid) where status in ('EXPIRED', 'FAILED', 'MISMATCH');
  create index tip_order_given_up on tip_order (updated_at) where status in ('EXPIRED', 'FAILED');
  create unique index tip_order_sole on tip_order (creator_uid, checkout_id) where is_sole and status in ('OPENING', 'CREATED');
  create index tip_order_waiting on tip_order (creator_uid, created_at) where waits_for_payee and status = 'CLEARING';

  create table tip (
    id uuid primary key default gen_random_uuid(),
    order_id uuid not null unique references tip_order,
    provider short_code not null,
    capture_id text not null,
    mode text not null check (mode in ('test', 'live')),
    creator_uid uuid not null references account,
    capture_no bigint not null,
    goal_id uuid references goal,
    supporter_uid uuid references account,
    supporter_name text not null,
    is_anonymous boolean not null,
    is_private boolean not null,
    message text not null,
    amount_minor bigint not null check (amount_minor > 0),
    fee_minor bigint not null,
    currency currency_code not null,
    captured_at timestamptz not null default now(),
    covered_fee_minor bigint not null default 0,
    -- The part of a tip that was returned for good. A dispute that is still open has returned nothing yet.
    returned_minor bigint not null default 0,
    provider_fee_minor bigint,
    -- A held tip counts as money at once. Its alert and chat messages wait while it is 'held', and are never sent when it is
    -- 'dismissed'.
    hold text check (hold in ('held', 'released', 'dismissed')),
    hold_ended_at timestamptz,
    -- Null once everything is booked, 'infinity' once it was given up.
    records_due_at timestamptz default now(),
    records_attempts integer not null default 0 check (records_attempts >= 0),
    worth_minor bigint check (worth_minor > 0),
    worth_currency currency_code,
    -- How much of what it is worth was returned; 0 for a tip in its creator's currency.
    worth_returned_minor bigint not null default 0,
    -- When the provider's own conversion became known. Until then the worth is an estimate by a published rate.
    worth_recorded_at timestamptz,
    is_first boolean not null default false,
    checkout_id uuid,
    repeats_tip_id uuid references tip,
    check (fee_minor >= 0 and fee_minor <= amount_minor),
    unique (provider, capture_id),
    unique (creator_uid, capture_no),
    check (covered_fee_minor in (0, fee_minor)),
    check (returned_minor >= 0 and returned_minor <= amount_minor),
    check (provider_fee_minor >= 0 and provider_fee_minor <= amount_minor),
    check (coalesce(hold in ('released', 'dismissed'), false) = (hold_ended_at is not null)),
    check ((worth_minor is null) = (worth_currency is null)),
    check (worth_currency <> currency),
    check (worth_returned_minor between 0 and coalesce(worth_minor, 0)),
    check (worth_recorded_at is null or worth_minor is not null),
    -- A repeat counts nowhere: all of it counts as returned from the start, and it belongs to no goal.
    constraint tip_repeat_is_none check (repeats_tip_id is null or (checkout_id is null and goal_id is null and
      returned_minor = amount_minor))
  );
  create index tip_supporter on tip (supporter_uid, captured_at desc, id) where supporter_uid is not null;
  create index tip_kept_back on tip (creator_uid) where hold in ('held', 'dismissed');
  -- Only Stripe books its fee apart from the payment.
  create index tip_records_due on tip (records_due_at) where provider = 'stripe' and records_due_at is not null;
  create index tip_fee_pending on tip (creator_uid)
    where provider = 'stripe' and records_due_at is not null and provider_fee_minor is null;
  -- Tips are stored in the order of their captures, so that a block range index is enough, and costs a capture next to nothing.
  create index tip_captured on tip using brin (captured_at) with (autosummarize = on);
  create unique index tip_checkout on tip (creator_uid, checkout_id) where checkout_id is not null;

  create table tip_rule (
    creator_uid uuid primary key references account on delete cascade,
    minimum_minor bigint not null check (minimum_minor > 0),
    -- First tips of at least this amount are held; null holds none.
    hold_from_minor bigint check (hold_from_minor > 0),
    holds_all boolean not null default false,
    holds_first boolean not null default false,
    holds_messages boolean not null default false,
    holds_from_minor bigint check (holds_from_minor > 0)
  );

  create table blocked_supporter (
    id uuid primary key default gen_random_uuid(),
    creator_uid uuid not null references account on delete cascade,
    -- The name that the creator knows the supporter by.
    name text not null,
    supporter_uid uuid references account on delete cascade,
    -- For guests: the normalized name, and the network of the tip for which they were blocked.
    name_key text,
    address_hash text check (address_hash ~ '^[0-9a-f]{64}$'),
    tip_id uuid references tip,
    created_at timestamptz not null default now(),
    check (supporter_uid is null or name_key is null),
    check (coalesce(supporter_uid::text, name_key, address_hash) is not null),
    unique (creator_uid, tip_id)
  );
  create index blocked_supporter_creator on blocked_supporter (creator_uid, created_at desc);
  create index blocked_supporter_account on blocked_supporter (supporter_uid) where supporter_uid is not null;

  -- Each refund as the provider last reported it, even if its payment is not recorded yet.
  create table provider_refund (
    provider short_code not null,
    refund_id text not null,
    capture_id text not null,
    mode text not null check (mode in ('test', 'live')),
    kind text not null check (kind in ('refund', 'reversal')),
    status text not null check (status in ('pending', 'completed', 'failed')),
    amount_minor bigint not null check (amount_minor > 0),
    currency currency_code not null,
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
  create index provider_refund_pending on provider_refund (provider, refund_id) where status = 'pending';

  -- A refund that a creator requests. It is stored before it is sent to the provider, so that it can be sent again when the
  -- response is lost.
  create table refund_request (
    id uuid primary key default gen_random_uuid(),
    tip_id uuid not null references tip,
    amount_minor bigint not null check (amount_minor > 0),
    reason text not null default '' check (length(reason) <= 200),
    status text not null default 'asked' check (status in ('asked', 'done', 'refused')),
    refund_id text,
    issue text,
    created_at timestamptz not null default now(),
    settled_at timestamptz,
    platform_fee_minor bigint not null default 0 check (platform_fee_minor >= 0),
    -- A refusal is repeated for the same idempotency key, so each attempt after one needs another.
    attempt integer not null default 0,
    check ((status = 'asked') = (settled_at is null)),
    check ((status = 'done') = (refund_id is not null))
  );
  create unique index refund_request_one_at_a_time on refund_request (tip_id) where status = 'asked';
  create index refund_request_tip on refund_request (tip_id);

  create table unmatched_payment (
    provider short_code not null,
    capture_id text not null,
    order_id uuid not null references tip_order,
    creator_uid uuid not null,
    mode text not null check (mode in ('test', 'live')),
    charged_minor bigint not null check (charged_minor >= 0),
    currency currency_code not null,
    found_at timestamptz not null default now(),
    -- When a check found nothing left to do. A later report of a refund or dispute opens it again.
    closed_at timestamptz,
    primary key (provider, capture_id)
  );
  create index unmatched_payment_creator on unmatched_payment (creator_uid, mode);
  create index unmatched_payment_open on unmatched_payment (found_at) where closed_at is null;

  -- What settles a payment that matches no order: one admin proposes it and another one decides.
  create table payment_settlement (
    id uuid primary key default gen_random_uuid(),
    provider short_code not null,
    capture_id text not null,
    -- refund: the provider sends back what is left of it. outside: a transaction at the provider, or elsewhere, has settled it.
    way text not null check (way in ('refund', 'outside')),
    -- The provider's id of that transaction, or of the refund once it is made.
    transaction_id text check (length(transaction_id) between 3 and 255),
    reason text not null check (length(reason) between 1 and 300),
    -- Null for a command on the server.
    proposed_by uuid,
    proposed_at timestamptz not null default now(),
    -- Stored before the refund is requested from the provider, and null again once it has refused: the amount, and until when the refund may be
    -- on its way. Before that time nobody rejects the proposal, and after it only if the provider has made no such refund.
    refund_minor bigint check (refund_minor > 0),
    refunding_until timestamptz,
    decision text check (decision in ('settled', 'rejected')),
    decided_by uuid,
    decided_at timestamptz,
    constraint payment_settlement_refunding check ((refund_minor is null) = (refunding_until is null) and
      (refund_minor is null or way = 'refund')),
    constraint payment_settlement_shown check (way <> 'outside' or transaction_id is not null),
    constraint payment_settlement_is_decided check ((decision is null) = (decided_at is null) and (decision is not null or
      decided_by is null)),
    constraint payment_settlement_by_two check (decision is distinct from 'settled' or decided_by is distinct from proposed_by)
  );
  create unique index payment_settlement_open on payment_settlement (provider, capture_id) where decision is null;
  create index payment_settlement_capture on payment_settlement (provider, capture_id);
  create index payment_settlement_decided on payment_settlement (decided_at) where decision is not null;

  create function reopen_unmatched_payment() returns trigger language plpgsql as $$
  begin
    update unmatched_payment set closed_at = null where provider = new.provider and capture_id = new.capture_id;
    return null;
  end $$;

  create trigger unmatched_payment_reopened after insert or update of status on provider_refund
  for each row execute function reopen_unmatched_payment();

  create table webhook_event (
    provider short_code not null,
    payee_id text not null,
    event_id text not null,
    type text not null,
    body text not null,
    received_at timestamptz not null default now(),
    processed_at timestamptz,
    -- The words of a webhook that can identify somebody, in lower case; null until they have been taken from its body. They are
    -- taken later than the webhook is stored, so that no capture waits for it. The index has no list of pending entries, because
    -- every look-up would read all of it.
    subjects text[],
    primary key (provider, payee_id, event_id)
  );
  create index webhook_event_open on webhook_event (received_at) where processed_at is null;
  create index webhook_event_received on webhook_event (received_at);
  create index webhook_event_subjects on webhook_event using gin (subjects) with (fastupdate = off);
  create index webhook_event_unread on webhook_event (received_at) where subjects is null;
  create index webhook_event_account on webhook_event (provider, payee_id, received_at);

  -- What a creator keeps of a tip, in the currency that the creator is paid in.
  create function kept_worth(tip) returns bigint immutable language sql as
    'select coalesce($1.worth_minor - $1.worth_returned_minor, $1.amount_minor - $1.returned_minor)';

  alter table goal add foreign key (funded_by_tip_id) references tip;
`
