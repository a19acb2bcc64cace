/** What an account says about itself, and what it is paid in. */
import { sql } from 'kysely'
import type { PayoutCurrency } from '../../contract/money.ts'
import type { Db, Trx } from '../connection.ts'

/** Puts these tags in the place of a creator's others. */
export async function replaceTags(trx: Trx, creatorUid: string, tags: readonly string[]): Promise<void> {
  await trx.deleteFrom('creatorTag').where('creatorUid', '=', creatorUid).execute()
  if (tags.length === 0) return
  const rows = tags.map((tag) => ({ creatorUid, tag }))
  await trx.insertInto('creatorTag').values(rows).execute()
}

/** Makes a supporter a creator; whether it was one. */
export async function makeCreator(db: Db, uid: string, currency: PayoutCurrency): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ accountType: 1, currency })
    .where('uid', '=', uid)
    .where('accountType', '=', 2)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Holds a creator's counters: no tip of its is booked until the transaction ends. */
export async function lockCounter(trx: Trx, creatorUid: string): Promise<void> {
  await trx
    .selectFrom('creatorCounter')
    .select('creatorUid')
    .where('creatorUid', '=', creatorUid)
    .forUpdate()
    .execute()
}

/** Whether money has come in for a creator, or is on its way. */
export async function hasMoney(db: Db, creatorUid: string): Promise<{ isIn: boolean; isComing: boolean }> {
  const { rows } = await sql<{ isIn: boolean; isComing: boolean }>`
    select exists (select from tip where creator_uid = ${creatorUid}) as is_in,
      exists (
        select from tip_order
        where creator_uid = ${creatorUid} and status in ('OPENING', 'CREATED', 'CLEARING')
      ) as is_coming
  `.execute(db)
  return rows[0]!
}

/** Moves a creator and all its goals to another currency, the numbers as they are. */
export async function setCurrency(trx: Trx, uid: string, currency: PayoutCurrency): Promise<void> {
  await trx.updateTable('account').set({ currency }).where('uid', '=', uid).execute()
  await trx.updateTable('goal').set({ currency }).where('creatorUid', '=', uid).execute()
}
