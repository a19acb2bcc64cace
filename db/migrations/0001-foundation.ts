/** Accounts, goals, orders, tips, the ledger, the outbox and all that follows a tip. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Each text is one statement group; nothing here depends on a Postgres newer than 15. */
const groups = [
  `
  create table account (
    uid uuid primary key default gen_random_uuid(),
    email text not null check (length(email) <= 254),
    password_hash text,
    google_id text unique,
    user_name text not null unique check (user_name ~ '^[a-z0-9_]{3,30}$'),
    display_name text not null check (length(display_name) between 1 and 50),
    account_type smallint not null check (account_type in (1, 2)),
    role text not null default 'user' check (role in ('user', 'admin')),
    image text,
    cover_image text,
    bio text not null default '' check (length(bio) <= 1000),
    yt_url text,
    twitter_url text,
    insta_url text,
    fb_url text,
    social_links jsonb not null default '[]',
    is_verified boolean not null default false,
    currency text check (currency in ('usd', 'gbp')),
    created_at timestamptz not null default now(),
    check (account_type <> 1 or currency is not null)
  );
  create unique index account_email_key on account (lower(email));

  create table session (
    token_hash bytea primary key,
    uid uuid not null references account on delete cascade,
    user_agent text not null default '',
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at timestamptz not null
  );
  create index session_uid on session (uid);

  -- Two counters of a creator. The table is narrow, because every tip locks its creator's row.
  create table creator_counter (
    creator_uid uuid primary key references account,
    capture_no bigint not null default 0,
    alert_seq bigint not null default 0,
    shown_seq bigint not null default 0 check (shown_seq <= alert_seq)
  ) with (fillfactor = 50);

  create table creator_tag (
    creator_uid uuid not null references account on delete cascade,
    tag text not null check (tag ~ '^[a-z0-9][a-z0-9 &-]{0,29}$'),
    primary key (creator_uid, tag)
  );
  create index creator_tag_tag on creator_tag (tag);

  create table payout_account (
    uid uuid not null references account on delete cascade,
    provider text not null check (provider in ('paypal', 'stripe')),
    provider_account_id text not null,
    email text,
    is_ready boolean not null default false,
    created_at timestamptz not null default now(),
    primary key (uid, provider)
  );
  create index payout_account_provider_account on payout_account (provider, provider_account_id);
  `,
  `
  create table goal (
    goaluuid uuid primary key default gen_random_uuid(),
    creator_uid uuid not null references account,
    title text not null check (length(title) between 1 and 80),
    description text not null default '' check (length(description) <= 2000),
    currency text not null check (currency in ('usd', 'gbp')),
    amount_minor bigint not null check (amount_minor between 100 and 1000000000),
    amount_received_minor bigint not null default 0 check (amount_received_minor >= 0),
    status text not null default 'ACTIVE' check (status in ('ACTIVE', 'COMPLETED', 'EXPIRED', 'ARCHIVED')),
    position integer not null default 0,
    image text,
    end_date timestamptz,
    created_at timestamptz not null default now(),
    completed_at timestamptz,
    -- The tip that reached the amount; set once, so that "goal funded" happens once.
    funded_by_tip_id uuid,
    check (funded_by_tip_id is null or completed_at is not null)
  ) with (fillfactor = 50);
  create index goal_creator on goal (creator_uid, position);
  create index goal_expiry on goal (end_date) where status = 'ACTIVE' and end_date is not null;

  create table tip_order (
    id uuid primary key default gen_random_uuid(),
    provider text not null check (provider in ('paypal', 'stripe')),
    provider_order_id text,
    provider_account_id text not null,
    mode text not null check (mode in ('test', 'live')),
    creator_uid uuid not null references account,
    goaluuid uuid references goal,
    supporter_uid uuid references account,
    supporter_name text not null check (length(supporter_name) between 1 and 50),
    is_anonymous boolean not null,
    is_private boolean not null,
    message text not null check (length(message) <= 500),
    amount_minor bigint not null check (amount_minor > 0),
    fee_minor bigint not null check (fee_minor >= 0 and fee_minor <= amount_minor),
    fee_mode text not null check (fee_mode in ('split', 'owed')),
    currency text not null check (currency in ('usd', 'gbp')),
    status text not null default 'OPENING'
      check (status in ('OPENING', 'CREATED', 'CLEARING', 'COMPLETED', 'FAILED', 'EXPIRED', 'MISMATCH')),
    -- Part of the idempotency key of a capture. It is raised only after a definite refusal.
    capture_attempt integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (supporter_uid is distinct from creator_uid),
    check (status in ('OPENING', 'EXPIRED', 'FAILED') or provider_order_id is not null),
    unique (provider, provider_order_id)
  );
  create index tip_order_open on tip_order (status, updated_at) where status in ('OPENING', 'CREATED', 'CLEARING');

  create table tip (
    id uuid primary key default gen_random_uuid(),
    order_id uuid not null unique references tip_order,
    provider text not null,
    capture_id text not null,
    mode text not null check (mode in ('test', 'live')),
    creator_uid uuid not null references account,
    capture_no bigint not null,
    goaluuid uuid references goal,
    supporter_uid uuid references account,
    supporter_name text not null,
    is_anonymous boolean not null,
    is_private boolean not null,
    message text not null,
    amount_minor bigint not null check (amount_minor > 0),
    fee_minor bigint not null check (fee_minor >= 0 and fee_minor <= amount_minor),
    currency text not null check (currency in ('usd', 'gbp')),
    captured_at timestamptz not null default now(),
    unique (provider, capture_id),
    unique (creator_uid, capture_no)
  );
  alter table goal add foreign key (funded_by_tip_id) references tip;

  create table supporter_total (
    creator_uid uuid not null references account,
    period text not null check (period in ('week', 'month', 'all')),
    period_start date not null,
    -- The account's id, or for guests the name in lower case.
    supporter_key text not null,
    name text not null,
    amount_minor bigint not null,
    primary key (creator_uid, period, period_start, supporter_key)
  ) with (fillfactor = 80);
  create index supporter_total_rank on supporter_total (creator_uid, period, period_start, amount_minor desc);
  `,
  `
  create table ledger_entry (
    id bigint generated always as identity primary key,
    movement_id uuid not null,
    kind text not null check (kind in ('capture')),
    tip_id uuid not null references tip,
    creator_uid uuid not null,
    provider text not null,
    mode text not null check (mode in ('test', 'live')),
    account text not null check (account in ('provider', 'creator', 'platform_fee', 'fee_owed')),
    currency text not null check (currency in ('usd', 'gbp')),
    amount_minor bigint not null check (amount_minor <> 0),
    booked_at timestamptz not null default now()
  );
  create index ledger_entry_tip on ledger_entry (tip_id);
  create index ledger_entry_creator on ledger_entry (creator_uid, id);

  create function ledger_must_balance() returns trigger language plpgsql as $$
  begin
    if exists (select from added group by movement_id, tip_id, currency having sum(amount_minor) <> 0) then
      raise exception 'ledger entries of a movement must sum to zero' using errcode = 'check_violation';
    end if;
    return null;
  end $$;
  create trigger ledger_balanced after insert on ledger_entry
    referencing new table as added for each statement execute function ledger_must_balance();

  create function ledger_is_append_only() returns trigger language plpgsql as $$
  begin
    raise exception 'the ledger is append-only' using errcode = 'restrict_violation';
  end $$;
  create trigger ledger_append_only before update or delete or truncate on ledger_entry
    for each statement execute function ledger_is_append_only();
  `,
  `
  create table outbox (
    event_id uuid primary key default gen_random_uuid(),
    type text not null,
    creator_uid uuid not null references account,
    payload jsonb not null,
    created_at timestamptz not null default now(),
    fanned_out_at timestamptz
  );
  create index outbox_open on outbox (created_at) where fanned_out_at is null;

  create table delivery (
    event_id uuid not null references outbox on delete cascade,
    destination text not null
      check (destination in ('alerts', 'chat-twitch', 'chat-youtube', 'notifications', 'mail')),
    creator_uid uuid not null references account,
    status text not null default 'owed' check (status in ('owed', 'sent', 'coalesced', 'expired', 'gave_up')),
    reason text,
    attempts integer not null default 0,
    -- The sweep ignores a delivery before this time: until then it is on its queue, or its queue is paused.
    due_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    settled_at timestamptz,
    primary key (event_id, destination),
    check ((status = 'owed') = (settled_at is null))
  );
  create index delivery_owed on delivery (due_at) where status = 'owed';

  create table alert (
    id uuid primary key default gen_random_uuid(),
    creator_uid uuid not null references account,
    seq bigint not null check (seq > 0),
    event_id uuid not null unique references outbox,
    is_test boolean not null,
    body jsonb not null,
    created_at timestamptz not null default now(),
    shown_at timestamptz,
    unique (creator_uid, seq)
  );

  create table notification_preference (
    uid uuid primary key references account on delete cascade,
    receive_all_tips boolean not null default true,
    receive_goal_funded boolean not null default true
  );

  create table notification (
    id uuid primary key default gen_random_uuid(),
    uid uuid not null references account on delete cascade,
    event_id uuid not null references outbox,
    kind text not null check (kind in ('tip', 'goalFunded')),
    tip_id uuid not null references tip,
    created_at timestamptz not null default now(),
    read_at timestamptz,
    unique (event_id, uid)
  );
  create index notification_list on notification (uid, created_at desc);
  create index notification_unread on notification (uid) where read_at is null;
  `,
  `
  create table platform_connection (
    uid uuid not null references account on delete cascade,
    platform text not null check (platform in ('twitch', 'youtube')),
    platform_user_id text not null,
    channel text not null,
    email text not null,
    scopes text not null,
    access_token_sealed text not null,
    refresh_token_sealed text not null,
    access_expires_at timestamptz not null,
    -- Why messages cannot be posted at the moment: one of the chat problems; null when they can.
    problem text,
    connected_at timestamptz not null default now(),
    primary key (uid, platform)
  );

  create table chatbot_settings (
    uid uuid not null references account on delete cascade,
    platform text not null check (platform in ('twitch', 'youtube')),
    receive_all_tips boolean not null default true,
    receive_goal_funded boolean not null default true,
    receive_general_tips boolean not null default false,
    primary key (uid, platform)
  );

  create table webhook_event (
    provider text not null check (provider in ('paypal', 'stripe')),
    provider_account_id text not null,
    event_id text not null,
    type text not null,
    body text not null,
    received_at timestamptz not null default now(),
    processed_at timestamptz,
    primary key (provider, provider_account_id, event_id)
  );
  create index webhook_event_open on webhook_event (received_at) where processed_at is null;

  create table testimonial (
    uid uuid primary key default gen_random_uuid(),
    image_url text,
    profile_url text,
    position integer not null default 0
  );
  `,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const group of groups) await sql.raw(group).execute(db)
}
