/** An index of the held and dismissed tips, whose names must not appear on leaderboards; they are few. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index tip_kept_back on tip (creator_uid) where hold in ('held', 'dismissed')`.execute(db)
}
