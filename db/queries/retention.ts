/** What time itself changes: goals that end, rows that are old enough to go. */
import { sql } from 'kysely'
import type { Db } from '../connection.ts'

/** Ends the goals whose end date has passed; returns the creators whose goals they were. */
export async function expireGoals(db: Db): Promise<string[]> {
  const rows = await db
    .updateTable('goal')
    .set({ status: 'EXPIRED' })
    .where('status', '=', 'ACTIVE')
    .where('endDate', '<=', sql<Date>`now()`)
    .returning('creatorUid')
    .execute()
  return [...new Set(rows.map(({ creatorUid }) => creatorUid))]
}

/** Removes raw webhooks received that many days ago. */
export async function deleteOldWebhooks(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('webhookEvent')
    .where('receivedAt', '<', sql<Date>`now() - ${days} * interval '1 day'`)
    .execute()
}
