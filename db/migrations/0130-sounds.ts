/** The sounds that creators upload, and which sound their alerts play. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table sound (
    id uuid primary key default gen_random_uuid(),
    creator_uid uuid not null references account on delete cascade,
    name text not null check (char_length(name) between 1 and 60),
    format text not null check (format in ('mp3', 'ogg', 'wav')),
    byte_count integer not null check (byte_count between 1 and 512000),
    duration_ms integer not null check (duration_ms between 1 and 16000),
    created_at timestamptz not null default now(),
    unique (creator_uid, id)
  )`,
  `create table alert_sound (
    creator_uid uuid primary key references account on delete cascade,
    -- The name of one of our own sounds, or the id of an uploaded one; with neither, alerts are silent.
    builtin text check (builtin ~ '^[a-z]{1,20}$'),
    sound_id uuid,
    volume smallint not null check (volume between 0 and 100),
    check (builtin is null or sound_id is null),
    foreign key (creator_uid, sound_id) references sound (creator_uid, id)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
