/** What creators want of the alerts that their overlays have missed, and up to which alert they have been skipped. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table overlay_setting add column missed_alerts text not null default 'last-five'
      check (missed_alerts in ('all', 'last-five', 'digest', 'none'))`.execute(db)
  await sql`
    alter table creator_counter add column skipped_seq bigint not null default 0
      check (skipped_seq <= alert_seq)`.execute(db)
}
