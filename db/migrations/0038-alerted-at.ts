/** `alerted_at` marks an event whose alert is stored, because alerts are now stored before the rest of the fan-out. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox add column alerted_at timestamptz`.execute(db)
  // Of the existing events, only those whose delivery to `alerts` is still due can be fanned out again.
  await sql`
    update outbox set alerted_at = alert.created_at
    from alert join delivery using (event_id)
    where outbox.event_id = alert.event_id
      and delivery.destination = 'alerts' and delivery.status in ('due', 'leased')
  `.execute(db)
}
