/** Tags, role and currency of accounts. */
import { sql } from 'kysely'
import type { PayoutCurrency } from '../../../contract/money/money.ts'
import type { Db, Trx } from '../../connection.ts'

/** Replaces a creator's tags. */
export async function replaceTags(trx: Trx, creatorUid: string, tags: readonly string[]): Promise<void> {
  await trx.deleteFrom('creatorTag').where('creatorUid', '=', creatorUid).execute()
  if (tags.length === 0) return
  const rows = tags.map((tag) => ({ creatorUid, tag }))
  await trx.insertInto('creatorTag').values(rows).execute()
}

/** Turns a supporter into a creator; returns whether the account was a supporter. */
export async function makeCreator(db: Db, uid: string, currency: PayoutCurrency): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ accountType: 1, currency })
    .where('uid', '=', uid)
    .where('accountType', '=', 2)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks the creator's row of `creator_counter`, which numbers tips, until the transaction ends. No tip is recorded meanwhile. */
export async function lockCounter(trx: Trx, creatorUid: string): Promise<void> {
  await trx
    .selectFrom('creatorCounter')
    .select('creatorUid')
    .where('creatorUid', '=', creatorUid)
    .forUpdate()
    .execute()
}

/** Returns whether a creator has received money (`isIn`), and whether a payment to the creator is open (`isComing`). */
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

/** Returns whether a creator has imported tips, which are worth something in the currency of then. */
export async function hasImports(db: Db, creatorUid: string): Promise<boolean> {
  const row = await db
    .selectFrom('tipImport')
    .select('importId')
    .where('creatorUid', '=', creatorUid)
    .where('currency', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Changes the currency of a creator and all the creator's goals. Amounts are not converted. */
export async function setCurrency(trx: Trx, uid: string, currency: PayoutCurrency): Promise<void> {
  await trx.updateTable('account').set({ currency }).where('uid', '=', uid).execute()
  await trx.updateTable('goal').set({ currency }).where('creatorUid', '=', uid).execute()
}
