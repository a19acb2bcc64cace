/** Webhooks to the tools of creators: their endpoints, and a delivery for each endpoint and event. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
  create table webhook_endpoint (
    id uuid primary key default gen_random_uuid(),
    creator_uid uuid not null references account on delete cascade,
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

  -- The columns of the life cycle are those of "delivery".
  create table webhook_delivery (
    id uuid primary key default gen_random_uuid(),
    endpoint_id uuid not null references webhook_endpoint on delete cascade,
    event_id uuid not null,
    status text not null default 'due' check (status in ('due', 'leased', 'sent', 'gave_up')),
    due_at timestamptz not null default now(),
    leased_until timestamptz,
    attempts integer not null default 0,
    expires_at timestamptz,
    reason text,
    created_at timestamptz not null default now(),
    completed_at timestamptz,
    -- The latest attempts: when, the status of the response or what went wrong, and how long it took.
    tries jsonb not null default '[]',
    unique (endpoint_id, event_id),
    constraint webhook_delivery_lease check ((status = 'leased') = (leased_until is not null)),
    constraint webhook_delivery_completed check ((status in ('due', 'leased')) = (completed_at is null))
  );
  create index webhook_delivery_open on webhook_delivery (endpoint_id, (coalesce(leased_until, due_at)))
    where status in ('due', 'leased');
  create index webhook_delivery_latest on webhook_delivery (endpoint_id, created_at);
  create index webhook_delivery_completed_at on webhook_delivery (completed_at) where completed_at is not null;

  alter table delivery drop constraint delivery_destination_check;
  alter table delivery add constraint delivery_destination_check check (destination in
    ('alerts', 'chat-twitch', 'chat-youtube', 'chat-discord', 'notifications', 'mail', 'push', 'receipt', 'speech', 'webhooks'))
    not valid;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
}
