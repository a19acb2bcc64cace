/** How creators' alerts look, the pictures that they upload for them, and which tip is a supporter's first. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table alert_style (
    creator_uid uuid primary key references account on delete cascade,
    -- What the creator works on, and what the stream shows (contract/alert-style.ts).
    draft jsonb not null check (octet_length(draft::text) <= 100000),
    draft_version integer not null check (draft_version >= 1),
    live jsonb check (octet_length(live::text) <= 100000),
    -- Which draft the stream shows.
    live_version integer not null default 0 check (live_version between 0 and draft_version),
    check ((live is null) = (live_version = 0))
  )`,
  `create table alert_picture (
    url text primary key check (url ~ '^/media/[0-9a-f]{32}-512\\.webp$'),
    creator_uid uuid not null references account on delete cascade,
    is_animated boolean not null,
    byte_count integer not null check (byte_count between 1 and 5242880),
    created_at timestamptz not null default now()
  )`,
  `create index alert_picture_creator on alert_picture (creator_uid, created_at)`,
  // Whether it is the supporter's first tip to this creator. Null for tips that were recorded before this column.
  `alter table tip add column is_first boolean`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
