/** Spoken messages: creators' choices, the files, what was spent, and a destination for them. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table speech_setting (
    creator_uid uuid primary key references account on delete cascade,
    -- What speaks: nothing, files that our server has made, or the browser itself.
    engine text not null check (engine in ('off', 'file', 'browser')),
    voice text not null check (voice ~ '^[A-Za-z0-9-]{1,40}$'),
    -- In minor units of the creator's currency; 0 speaks every message.
    min_tip_minor bigint not null check (min_tip_minor between 0 and 5000000),
    volume smallint not null check (volume between 0 and 100)
  )`,
  `create table speech (
    event_id uuid primary key references outbox on delete cascade,
    creator_uid uuid not null references account on delete cascade,
    -- The secret part of the file's address. With it the file can be loaded until it expires.
    token text not null unique check (token ~ '^[0-9a-f]{32}$'),
    expires_at timestamptz not null
  )`,
  `create index speech_expires on speech (expires_at)`,
  `create index speech_creator on speech (creator_uid)`,
  // The characters that were sent to the provider, by creator and calendar month in UTC, and for all together.
  `create table speech_usage (
    creator_uid uuid not null references account on delete cascade,
    month date not null check (extract(day from month) = 1),
    characters integer not null check (characters >= 0),
    primary key (creator_uid, month)
  )`,
  `create table speech_month (
    month date primary key check (extract(day from month) = 1),
    characters bigint not null check (characters >= 0)
  )`,
  `alter table delivery
    drop constraint delivery_destination_check,
    add constraint delivery_destination_check check (destination in
      ('alerts', 'chat-twitch', 'chat-youtube', 'chat-discord', 'notifications', 'mail', 'push', 'receipt', 'speech'))
      not valid`,
  `alter table delivery validate constraint delivery_destination_check`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
