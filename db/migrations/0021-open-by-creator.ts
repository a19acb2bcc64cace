/** What a creator's fan-out looks for, found without walking past everybody else's. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const indexes = `
  create index outbox_open_by_creator on outbox (creator_uid) where fanned_out_at is null;
  create index delivery_owed_alerts on delivery (creator_uid) where status = 'owed' and destination = 'alerts';
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(indexes).execute(db)
}
