/** What each of a creator's trusted overlays reports of itself, and since when it is open. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table overlay_presence (
      creator_uid uuid not null references account on delete cascade,
      -- The id that the page gave itself when it was loaded.
      overlay_id uuid not null,
      -- The server process to which it is or was connected.
      server_id uuid not null,
      is_open boolean not null,
      -- When it was last known to be open. Of a server that was killed, open rows become old.
      seen_at timestamptz not null default now(),
      opened_at timestamptz not null default now(),
      state text not null check (state in ('program', 'obs', 'preview', 'visible', 'hidden')),
      audio text not null check (audio in ('unknown', 'played', 'blocked', 'failed')),
      obs_version text check (length(obs_version) <= 20),
      build text check (length(build) <= 20),
      last_shown_at timestamptz,
      primary key (creator_uid, overlay_id)
    ) with (fillfactor = 50)`.execute(db)
}
