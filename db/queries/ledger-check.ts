/** How far the ledger has been checked. */
import { sql } from 'kysely'
import type { Db } from '../connection.ts'
import type { EntryRange } from './imbalance.ts'

/** A statement that inserts entries ends within this time (`longTimeoutMs`): then none with a smaller id is still to come. */
const settledMinutes = 10

/** Returns the entries that are to be checked: those after the last that is checked, up to the newest. */
export async function readCheckRange(db: Db): Promise<EntryRange> {
  const { rows } = await sql<EntryRange>`
    select checked_id as after, coalesce((select max(id) from ledger_entry), 0) as up_to from ledger_check
  `.execute(db)
  return rows[0]!
}

/**
 * Notes that the entries of `readCheckRange` up to this one balance. Ids are given out before entries are visible, so only what was
 * seen at least `settledMinutes` ago counts as checked.
 */
export async function markChecked(db: Db, { upTo }: EntryRange): Promise<void> {
  await sql`
    update ledger_check set checked_id = seen_id, seen_id = ${upTo}, seen_at = now()
    where seen_at < now() - ${settledMinutes} * interval '1 minute'
  `.execute(db)
}
