/** Donothon timers, and what has happened to them. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changes = `
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
    version int not null default 1,
    check (ends_at is null or rest_ms is null)
  );
  create index timer_of_creator on timer (creator_uid) where archived_at is null;

  -- Only ever inserted: a mistake is undone by another entry.
  create table timer_entry (
    entry_id uuid primary key,
    timer_id uuid not null references timer on delete cascade,
    kind text not null check (kind in
      ('start', 'adjust', 'pause', 'resume', 'end', 'rule', 'cap', 'happy-hour', 'undo', 'tip', 'refund')),
    -- When it happened: for a tip, when it was captured.
    at timestamptz not null,
    data jsonb not null,
    tip_id uuid references tip,
    event_id uuid,
    -- Who did it; null for tips and refunds.
    actor text check (length(actor) between 1 and 100),
    created_at timestamptz not null default now(),
    check ((kind in ('tip', 'refund')) = (tip_id is not null)),
    check ((tip_id is null) = (event_id is null)),
    unique (timer_id, event_id)
  );
  create index timer_entry_by_time on timer_entry (timer_id, at desc, entry_id);
  create index timer_entry_tip on timer_entry (tip_id) where tip_id is not null;

  alter table delivery
    drop constraint delivery_destination_check,
    add constraint delivery_destination_check check (destination in
      ('alerts', 'chat-twitch', 'chat-youtube', 'chat-discord', 'notifications', 'mail', 'push', 'receipt', 'speech', 'webhooks', 'timer')) not valid;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(changes).execute(db)
  await sql`alter table delivery validate constraint delivery_destination_check`.execute(db)
}
