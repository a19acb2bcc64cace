/** The names of verified accounts, which nobody may imitate. */
import type { Db } from '../../connection.ts'

/** Lists them all. Reads a partial index, because admins verify few accounts. */
export async function listVerifiedNames(db: Db) {
  return db
    .selectFrom('account')
    .select(['uid', 'userName', 'displayName'])
    .where('isVerified', '=', (eb) => eb.lit(true))
    .execute()
}
