/** Events, and their way to each destination. */
export const deliveries = `
  create table outbox (
    event_id uuid primary key default time_ordered_id(),
    type text not null,
    creator_uid uuid not null references account,
    payload jsonb not null,
    created_at timestamptz not null default now(),
    fanned_out_at timestamptz,
    alerted_at timestamptz
  ) with (fillfactor = 90);
  create index outbox_open on outbox (created_at) where fanned_out_at is null;
  -- An open receipt page reads the alert of its tip every few seconds.
  create index outbox_captured_tip on outbox (((payload ->> 'tipId')::uuid)) where type = 'tip.captured';
  -- A tip's events besides its capture, which has an index already, and events without a tip: test alerts.
  create index outbox_later_tip on outbox (((payload ->> 'tipId')::uuid)) where type <> 'tip.captured';
  create index outbox_without_tip on outbox (creator_uid) where payload ->> 'tipId' is null;
  create index outbox_show_event on outbox (((payload ->> 'showEventId')::uuid)) where payload ->> 'showEventId' is not null;
  create index outbox_created on outbox (created_at);
  create index outbox_open_of_creator on outbox (creator_uid, created_at) where (fanned_out_at is null) is not false;

  create table webhook_endpoint (
    id uuid primary key default gen_random_uuid(),
    creator_uid uuid not null references account on delete cascade,
    -- The form of its requests: contract/tools/dialects.ts.
    dialect short_code not null,
    url text not null check (length(url) between 1 and 500),
    secret_sealed text not null,
    -- The secret before the last change also signs until this time.
    former_secret_sealed text,
    former_until timestamptz,
    created_at timestamptz not null default now(),
    -- Since when every attempt has failed, and whether the creator has been mailed about it.
    failing_since timestamptz,
    warned_at timestamptz,
    check ((former_secret_sealed is null) = (former_until is null))
  ) with (fillfactor = 80);
  create index webhook_endpoint_creator on webhook_endpoint (creator_uid, created_at);

  -- All that is sent: events to their destinations, events to the endpoints of creators' tools, and emails about accounts.
  create table delivery (
    id uuid primary key default time_ordered_id(),
    destination short_code not null,
    -- Null for an email about an account.
    event_id uuid references outbox on delete cascade,
    creator_uid uuid references account,
    -- An event has one delivery for each endpoint, and one to every other destination.
    endpoint_id uuid references webhook_endpoint on delete cascade,
    status text not null default 'due' check (status in ('due', 'leased', 'sent', 'coalesced', 'expired', 'gave_up')),
    reason text,
    attempts integer not null default 0,
    -- The sweep ignores a delivery before this time: until then it is on its queue, or its queue is paused.
    due_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    completed_at timestamptz,
    -- When one message covers several tips, the first delivery is 'sent' and the others are 'coalesced' into it.
    coalesced_into uuid references delivery on delete cascade,
    -- The row belongs to the process that leased it until this time; afterwards any process may lease it again.
    leased_until timestamptz,
    -- Null means that the delivery never expires.
    expires_at timestamptz,
    is_urgent boolean not null default false,
    -- An email about an account: kind, address, language, and the values, sealed. When it ends, its row is deleted.
    mail jsonb,
    -- The latest attempts at an endpoint: when, the status of the response or what went wrong, and how long it took.
    tries jsonb,
    constraint delivery_content check (num_nonnulls(event_id, mail) = 1),
    constraint delivery_creator check ((creator_uid is null) = (event_id is null)),
    constraint delivery_endpoint check ((endpoint_id is null) = (tries is null)),
    constraint delivery_coalesced check ((status = 'coalesced') = (coalesced_into is not null)),
    constraint delivery_not_into_itself check (coalesced_into <> id),
    constraint delivery_reason check (status not in ('expired', 'gave_up') or reason is not null),
    constraint delivery_lease check ((status = 'leased') = (leased_until is not null)),
    constraint delivery_completed check ((status in ('due', 'leased')) = (completed_at is null))
  );
  create unique index delivery_event on delivery (event_id, destination, endpoint_id) nulls not distinct
    where event_id is not null;
  create index delivery_coalesced_into on delivery (coalesced_into) where coalesced_into is not null;
  create index delivery_sealed on delivery (id) where (mail ->> 'valuesSealed') is not null;
  create index delivery_latest_of_endpoint on delivery (endpoint_id, created_at) where endpoint_id is not null;
  -- These five indexes contain open deliveries only, so they stay small however many tips there are.
  create index delivery_open on delivery (destination, (coalesce(leased_until, due_at)))
    where status in ('due', 'leased');
  create index delivery_expiring on delivery (expires_at)
    where status in ('due', 'leased') and expires_at is not null;
  create index delivery_open_alerts on delivery (creator_uid)
    where status in ('due', 'leased') and destination = 'alerts';
  create index delivery_open_by_creator on delivery (destination, creator_uid, is_urgent desc, created_at, event_id)
    where status in ('due', 'leased');
  create index delivery_open_of_endpoint on delivery (endpoint_id, (coalesce(leased_until, due_at)))
    where status in ('due', 'leased') and endpoint_id is not null;
  create index delivery_gave_up on delivery (destination, completed_at) where status = 'gave_up';

  create table event_trace (
    event_id uuid primary key,
    -- https://www.w3.org/TR/trace-context/#traceparent-header
    parent text not null check (parent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$'),
    created_at timestamptz not null default now()
  );
  create index event_trace_age on event_trace (created_at);

  create table failed_work (
    kind text not null check (kind in ('webhook', 'report', 'refund', 'response')),
    key text not null,
    attempts integer not null check (attempts > 0),
    reason text not null,
    next_attempt_at timestamptz not null,
    given_up_at timestamptz,
    primary key (kind, key)
  );
  create index failed_work_given_up on failed_work (given_up_at) where given_up_at is not null;

  create table mail_window (
    creator_uid uuid primary key references account on delete cascade,
    ends_at timestamptz not null,
    -- The delivery of the email that opened the window; a retry of that email does not wait.
    opened_by uuid not null,
    -- The delivery of the email that is sent after the window and includes all tips that arrived meanwhile.
    carrier_id uuid
  ) with (fillfactor = 70);

  create table notification (
    id uuid primary key default time_ordered_id(),
    uid uuid not null references account on delete cascade,
    event_id uuid not null references outbox,
    kind text not null check (kind in ('tip', 'goalFunded')),
    tip_id uuid not null references tip,
    created_at timestamptz not null default now(),
    read_at timestamptz,
    unique (event_id, uid)
  );
  create index notification_list on notification (uid, created_at desc);
  create index notification_unread_from on notification (uid, created_at) where read_at is null;
`
