/** The few tips whose names no board shows are found without a look at all others. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index tip_kept_back on tip (creator_uid) where hold in ('held', 'dismissed')`.execute(db)
}
