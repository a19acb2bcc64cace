/** What works with a creator's tips: tools, webhooks, the control panel, moderators, timers and imports. */
export const tools = `
  create table api_token (
    id uuid primary key default gen_random_uuid(),
    uid uuid not null references account on delete cascade,
    name text not null check (name <> ''),
    -- SHA-256 of the token; the token itself is shown once and stored nowhere.
    token_hash bytea not null check (length(token_hash) = 32) unique,
    scopes text[] not null check (cardinality(scopes) > 0),
    created_at timestamptz not null default now(),
    -- Null: it has no end date.
    expires_at timestamptz,
    last_used_at timestamptz
  ) with (fillfactor = 80);
  create index api_token_uid on api_token (uid, created_at);

  create table tool_write (
    token_id uuid not null references api_token on delete cascade,
    -- The Idempotency-Key of the request, and a SHA-256 of its path and body.
    key text not null check (length(key) between 1 and 100),
    request_hash bytea not null check (length(request_hash) = 32),
    -- Null while the write is under way.
    response jsonb,
    created_at timestamptz not null default now(),
    -- The id of what the write adds, the same in each attempt.
    write_id uuid not null default gen_random_uuid(),
    primary key (token_id, key)
  );
  create index tool_write_created on tool_write (created_at);

  create table panel_state (
    creator_uid uuid primary key references account on delete cascade,
    -- Rises with every action, so that a page can tell the newer of two states.
    version integer not null default 1 check (version > 0),
    is_paused boolean not null default false,
    is_muted boolean not null default false,
    is_panic boolean not null default false,
    -- Since when alerts wait, and when they no longer did. Alerts of this time do not count as missed.
    held_since timestamptz,
    released_at timestamptz,
    -- Alerts up to this sequence number that no overlay has begun are not shown.
    dropped_seq bigint not null default 0 check (dropped_seq >= 0),
    moderators_see_amounts boolean not null default false,
    skip_version integer not null default 0,
    check (not (is_paused or is_panic) or (held_since is not null and released_at is null)),
    check (skip_version between 0 and version)
  );

  create table panel_action (
    action_id uuid primary key,
    creator_uid uuid not null references panel_state on delete cascade,
    actor_uid uuid not null references account,
    kind text not null check (kind in ('pause', 'resume', 'mute', 'unmute', 'panic', 'end-panic', 'skip', 'hide',
      'replay', 'approve', 'deny', 'block', 'review', 'undo', 'invite', 'withdraw', 'join', 'remove', 'amounts')),
    -- What the action was given, and what undoing it needs.
    data jsonb not null,
    tip_id uuid references tip,
    -- The action that this one undoes; each is undone once.
    undoes uuid unique references panel_action,
    version integer not null check (version > 0),
    created_at timestamptz not null default clock_timestamp(),
    -- The API token of the tool that did it for the creator, and its name at that time; null for what was done on a page. The token
    -- may have been revoked since.
    token_id uuid,
    token_name text,
    show_event_id uuid references show_event on delete set null,
    check ((kind = 'undo') = (undoes is not null)),
    constraint panel_action_about_one check (num_nonnulls(tip_id, show_event_id) <= 1),
    constraint panel_action_token check ((token_id is null) = (token_name is null))
  );
  create index panel_action_by_time on panel_action (creator_uid, created_at desc, action_id);
  create index panel_action_show_event on panel_action (show_event_id) where show_event_id is not null;
  create index panel_action_actor on panel_action (actor_uid);

  create table moderator (
    creator_uid uuid not null references account on delete cascade,
    moderator_uid uuid not null references account on delete cascade,
    created_at timestamptz not null default now(),
    check (creator_uid <> moderator_uid),
    primary key (creator_uid, moderator_uid)
  );
  create index moderator_account on moderator (moderator_uid);

  create table moderator_invite (
    id uuid primary key default gen_random_uuid(),
    creator_uid uuid not null references account on delete cascade,
    token_hash bytea not null check (length(token_hash) = 32) unique,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    check (expires_at > created_at)
  );
  create index moderator_invite_creator on moderator_invite (creator_uid);

  create table timer (
    timer_id uuid primary key default gen_random_uuid(),
    creator_uid uuid not null references account,
    name text not null check (length(name) between 1 and 40),
    created_at timestamptz not null default now(),
    -- Since when the creator has put it away; it then takes no more tips.
    archived_at timestamptz,
    -- The result of all its entries (domain/timer/compute-timer.ts), and its two times as columns.
    state jsonb not null,
    ends_at timestamptz,
    rest_ms bigint check (rest_ms >= 0),
    -- Rises with every change, so that a page can tell the newer of two states.
    version integer not null default 1,
    -- Whether a rule of it has ever given time for show events. Only such a timer has entries of them.
    counts_events boolean not null default false,
    check (ends_at is null or rest_ms is null)
  );
  create index timer_of_creator on timer (creator_uid) where archived_at is null;

  -- Only ever inserted: a mistake is undone by another entry.
  create table timer_entry (
    entry_id uuid primary key,
    timer_id uuid not null references timer on delete cascade,
    kind text not null check (kind in ('start', 'adjust', 'pause', 'resume', 'end', 'rule', 'cap', 'happy-hour',
      'undo', 'tip', 'refund', 'show', 'show-hidden')),
    -- When it happened: for a tip, when it was captured; for a show event, when it came or was approved.
    at timestamptz not null,
    data jsonb not null,
    tip_id uuid references tip,
    event_id uuid,
    -- Who did it; null for tips, refunds and show events.
    actor text check (length(actor) between 1 and 100),
    created_at timestamptz not null default now(),
    check ((kind in ('tip', 'refund')) = (tip_id is not null)),
    check ((kind in ('tip', 'refund', 'show', 'show-hidden')) = (event_id is not null)),
    unique (timer_id, event_id)
  );
  create index timer_entry_by_time on timer_entry (timer_id, at desc, entry_id);
  create index timer_entry_tip on timer_entry (tip_id) where tip_id is not null;
  -- A show event adds to a timer once.
  create unique index timer_entry_show on timer_entry (timer_id, (data ->> 'showEventId')) where kind = 'show';

  create table tip_import (
    import_id uuid primary key default gen_random_uuid(),
    creator_uid uuid not null references account,
    state text not null default 'receiving' check (state in ('receiving', 'checked', 'importing', 'imported',
      'removing', 'failed')),
    source text not null check (source ~ '^[a-z]{2,20}$'),
    file_name text not null check (char_length(file_name) <= 100),
    -- What the file adds up to; null until it is read.
    summary jsonb,
    -- The creator's currency and the rates of others when the import was started.
    currency currency_code,
    rates jsonb not null default '{}',
    in_boards boolean not null default false,
    in_totals boolean not null default false,
    -- What is in, up to and including which line.
    tips integer not null default 0 check (tips >= 0),
    worth_minor bigint not null default 0 check (worth_minor >= 0),
    counted_to integer not null default 0,
    -- How often a worker has begun without getting on.
    attempts integer not null default 0,
    created_at timestamptz not null default now(),
    -- When work on it is due: after a crash, or when a checked file expires.
    due_at timestamptz not null default (now() + '00:02:00'::interval),
    check (state in ('receiving', 'removing', 'failed') or summary is not null),
    check (state not in ('importing', 'imported') or currency is not null),
    unique (import_id, creator_uid)
  );
  create index tip_import_creator on tip_import (creator_uid, created_at);
  create unique index tip_import_receiving on tip_import (creator_uid) where state = 'receiving';
  create index tip_import_due on tip_import (due_at) where state not in ('imported', 'failed');

  create table imported_tip (
    import_id uuid not null,
    line_no integer not null,
    creator_uid uuid not null,
    at timestamptz not null,
    -- Null: the supporter is anonymous.
    name text,
    message text,
    amount_minor bigint not null check (amount_minor > 0),
    currency currency_code not null,
    -- What it is worth in the currency of the import.
    worth_minor bigint not null check (worth_minor >= 0),
    dedup_key bytea not null,
    primary key (import_id, line_no),
    unique (creator_uid, dedup_key),
    foreign key (import_id, creator_uid) references tip_import (import_id, creator_uid)
  );

  create table import_line (
    import_id uuid not null references tip_import on delete cascade,
    line_no integer not null check (line_no > 0),
    problem text,
    is_known boolean not null default false,
    at timestamptz,
    name text check (char_length(name) between 1 and 50),
    message text check (char_length(message) between 1 and 500),
    amount_minor bigint check (amount_minor > 0),
    currency currency_code,
    dedup_key bytea check (length(dedup_key) = 16),
    check ((problem is null) = (at is not null)),
    check ((problem is null) = (amount_minor is not null)),
    check ((problem is null) = (currency is not null)),
    check ((problem is null) = (dedup_key is not null)),
    primary key (import_id, line_no),
    unique (import_id, dedup_key)
  );
  create index import_line_problem on import_line (import_id, line_no) where problem is not null;

  create table imported_day_total (
    import_id uuid not null,
    creator_uid uuid not null,
    day date not null,
    amount_minor bigint not null,
    tips integer not null,
    primary key (creator_uid, day, import_id),
    foreign key (import_id, creator_uid) references tip_import (import_id, creator_uid) on delete cascade
  );
  create index imported_day_total_import on imported_day_total (import_id);
`
