/** Creators that an admin has put forward. */
import type { Db } from '../connection.ts'

/** Puts a creator forward, or no longer; false when there is no creator of that (folded) name. */
export async function setFeatured(db: Db, userName: string, isFeatured: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ featuredAt: isFeatured ? new Date() : null })
    .where('userName', '=', userName)
    .where('accountType', '=', 1)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
