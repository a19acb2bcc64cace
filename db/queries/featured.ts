import type { Db } from '../connection.ts'

/** Features a creator, or stops featuring one; false when no creator has that user name (in lower case). */
export async function setFeatured(db: Db, userName: string, isFeatured: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ featuredAt: isFeatured ? new Date() : null })
    .where('userName', '=', userName)
    .where('accountType', '=', 1)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
