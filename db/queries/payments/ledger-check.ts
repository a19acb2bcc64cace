/** The position of the ledger check: the id of the last entry that it has checked. */
import { sql } from 'kysely'
import type { Db } from '../../connection.ts'
import type { EntryRange } from './imbalance.ts'

/**
 * In minutes. Statements are limited to ten minutes (`longTimeoutMs`), so after that time no entry with a smaller id can still
 * appear.
 */
const settledMinutes = 10

/** Returns the range of entries to check: from the last checked one to the newest. */
export async function readCheckRange(db: Db): Promise<EntryRange> {
  const { rows } = await sql<EntryRange>`
    select checked_id as after, coalesce((select max(id) from ledger_entry), 0) as up_to from ledger_check
  `.execute(db)
  return rows[0]!
}

/**
 * Records that the entries of a range from `readCheckRange` balance. An id is assigned before its entry is visible, so only
 * entries up to the newest id of at least `settledMinutes` ago count as checked.
 */
export async function markChecked(db: Db, { upTo }: EntryRange): Promise<void> {
  await sql`
    update ledger_check set checked_id = seen_id, seen_id = ${upTo}, seen_at = now()
    where seen_at < now() - ${settledMinutes} * interval '1 minute'
  `.execute(db)
}
