/** Counts what statements read of the indexes of open work, so that tests can limit it without measuring time. */
import { sql } from 'kysely'
import type { Db } from './connection.ts'

/**
 * Returns how many entries of the indexes of open events, deliveries and orders have been read so far. `db` must have a single connection
 * and have executed the statements that are counted: Postgres counts those of other connections with a delay.
 */
export async function countOpenEntriesRead(db: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const { rows } = await sql<{ entries: number }>`
    select sum(idx_tup_read)::bigint as entries from pg_stat_user_indexes
    where indexrelname ~ '^(outbox|delivery|tip_order)_open'
  `.execute(db)
  return rows[0]!.entries
}
