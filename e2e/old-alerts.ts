/** Alerts that were missed so long ago that the creator's policy decides which of them a page shows. */
import type { Db } from '../db/connection.ts'

/** Makes a creator's alerts up to a `seq` eleven minutes old. */
export async function ageAlerts(db: Db, creatorUid: string, upTo: number): Promise<void> {
  await db
    .updateTable('alert')
    .set({ createdAt: new Date(Date.now() - 11 * 60_000) })
    .where('creatorUid', '=', creatorUid)
    .where('seq', '<=', upTo)
    .execute()
}
