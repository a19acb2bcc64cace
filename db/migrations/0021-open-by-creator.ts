/** Indexes for fanning out one creator's events without reading the events of others. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const indexes = `
  create index outbox_open_by_creator on outbox (creator_uid) where fanned_out_at is null;
  create index delivery_owed_alerts on delivery (creator_uid) where status = 'owed' and destination = 'alerts';
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(indexes).execute(db)
}
