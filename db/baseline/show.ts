/** Show events: what viewers give or do that is not a tip. Nothing here is money. */
export const show = `
  create table show_event (
    id uuid primary key,
    creator_uid uuid not null references account,
    source short_code not null,
    -- The API token of the tool that sent it, and its name at that time. The token may have been revoked since.
    token_id uuid,
    token_name text,
    -- The source's own id of the event.
    source_id text not null check (length(source_id) between 1 and 100),
    kind short_code not null,
    name text check (char_length(name) between 1 and 50),
    title text check (char_length(title) between 1 and 80),
    message text check (char_length(message) between 1 and 500),
    quantity bigint check (quantity > 0),
    unit text check (char_length(unit) between 1 and 20),
    -- Of a subscription or gift, if it is known.
    tier text check (tier in ('1', '2', '3', 'prime')),
    -- How many events of a burst the row is, and the names of the next few after it.
    event_count integer not null default 1 check (event_count > 0),
    more_names text[] not null default '{}' check (cardinality(more_names) <= 2),
    -- False where the platform announces a subscription a second time, so that timers count it once.
    is_counted boolean not null default true,
    -- Null if it was never held. Otherwise the state of the creator's review. Until it ends, the event has no alert.
    hold text check (hold in ('held', 'released', 'dismissed')),
    created_at timestamptz not null default now(),
    check ((token_id is null) = (token_name is null)),
    check (name is not null or title is not null or kind = 'train'),
    unique nulls not distinct (creator_uid, source, token_id, source_id)
  );
  create index show_event_by_time on show_event (creator_uid, created_at desc, id);
  create index show_event_age on show_event (created_at);
  create index show_event_subscription on show_event (creator_uid, name, created_at) where kind = 'subscription';

  create table show_setting (
    creator_uid uuid not null references account on delete cascade,
    kind short_code not null,
    is_on boolean not null,
    min_quantity bigint not null check (min_quantity > 0),
    is_muted boolean not null,
    -- The titles of rewards that are shown; none: all.
    titles text[] not null default '{}' check (cardinality(titles) <= 40),
    primary key (creator_uid, kind)
  );

  -- Who receives a platform's events for a creator. The row is there while the creator has them on, and after the platform has ended them.
  create table event_receiver (
    uid uuid not null,
    platform short_code not null,
    -- Why the platform has ended them; null while it sends them.
    end_reason short_code,
    ended_at timestamptz,
    -- The process that receives, and until when no other process may.
    holder uuid,
    held_until timestamptz,
    is_receiving boolean not null default false,
    -- Until then events arrived for certain; null before the first connection.
    received_until timestamptz,
    -- The latest time in which nothing arrived.
    lost_from timestamptz,
    lost_until timestamptz,
    primary key (uid, platform),
    foreign key (uid, platform) references platform_connection on delete cascade,
    check ((end_reason is null) = (ended_at is null)),
    check ((holder is null) = (held_until is null)),
    check ((lost_from is null) = (lost_until is null))
  );
  -- Looked for each second. Renewing changes none of its columns, so a row is still updated in place.
  create index event_receiver_free on event_receiver (platform) where holder is null and end_reason is null;

  -- What show events count toward a goal in a period, by its creator's rule. It is not money: nothing that books or sums money reads it.
  create table goal_count (
    goal_id uuid not null references goal on delete cascade,
    period_no integer not null,
    counted_minor bigint not null check (counted_minor >= 0),
    primary key (goal_id, period_no)
  );
  -- What one event counts, so that it counts once and can be taken back. The event's hold says whether it counts.
  create table goal_event (
    show_event_id uuid not null references show_event on delete cascade,
    goal_id uuid not null references goal on delete cascade,
    period_no integer not null,
    counted_minor bigint not null check (counted_minor > 0),
    primary key (show_event_id, goal_id)
  );
  create index goal_event_goal on goal_event (goal_id);
`
