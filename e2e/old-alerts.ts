/** Makes alerts so old that the creator's setting for missed alerts decides which of them a page shows. */
import type { Db } from '../db/connection.ts'

/** Makes a creator's alerts eleven minutes old, up to and including the one with the `seq` `upTo`. */
export async function ageAlerts(db: Db, creatorUid: string, upTo: number): Promise<void> {
  await db
    .updateTable('alert')
    .set({ createdAt: new Date(Date.now() - 11 * 60_000) })
    .where('creatorUid', '=', creatorUid)
    .where('seq', '<=', upTo)
    .execute()
}
