/** Which of a creator's overlays is the active one, which alerts it has begun, and how long they were seen. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table active_overlay (
      creator_uid uuid primary key references account on delete cascade,
      -- The page that holds the lease, by the id that it gave itself when it was loaded.
      overlay_id uuid not null,
      -- Where the page is seen: 0 is best.
      rank smallint not null check (rank between 0 and 5),
      expires_at timestamptz not null
    ) with (fillfactor = 50)`.execute(db)
  await sql`
    alter table creator_counter add column played_seq bigint not null default 0
      check (played_seq <= alert_seq)`.execute(db)
  await sql`
    alter table alert
      add column begun_at timestamptz,
      add column begun_by uuid,
      add column shown_ms integer`.execute(db)
  // Not valid: all columns are null in the rows from before, which need not be read.
  await sql`
    alter table alert
      add constraint alert_begun check ((begun_at is null) = (begun_by is null)) not valid,
      add constraint alert_shown_ms check
        (shown_ms is null or shown_ms >= 2000 and shown_at is not null and begun_by is not null) not valid`.execute(
    db,
  )
}
