/** Scheduled changes: goals expire, and old rows are deleted. */
import { sql } from 'kysely'
import type { Db } from '../connection.ts'

/** Expires goals whose end date has passed; returns the ids of their creators. */
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

/** Deletes raw webhooks older than this many days. */
export async function deleteOldWebhooks(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('webhookEvent')
    .where('receivedAt', '<', sql<Date>`now() - ${days} * interval '1 day'`)
    .execute()
}
