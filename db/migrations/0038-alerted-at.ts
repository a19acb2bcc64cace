/** An event says itself that its alert is stored: alerts are stored before the rest of the fan-out. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox add column alerted_at timestamptz`.execute(db)
  // Of the events from before, only those whose alert has a delivery left due can be fanned out again.
  await sql`
    update outbox set alerted_at = alert.created_at
    from alert join delivery using (event_id)
    where outbox.event_id = alert.event_id
      and delivery.destination = 'alerts' and delivery.status in ('due', 'leased')
  `.execute(db)
}
