/** Reads facts about the Postgres server. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'

/** Returns the server's major version, its whole version, and its clock. */
export async function readServer(db: Db): Promise<{ version: number; name: string; now: Date }> {
  const { rows } = await sql<{ version: number; name: string; now: Date }>`
    select current_setting('server_version_num')::int / 10000 as version,
      split_part(current_setting('server_version'), ' ', 1) as name,
      clock_timestamp() as now`.execute(db)
  return rows[0]!
}
