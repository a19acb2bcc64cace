/** The second factor of accounts. */
import { sql } from 'kysely'
import type { TwoFactorRow } from '../account-tables.ts'
import type { Db, Trx } from '../connection.ts'

/** The second factor of an account, confirmed or not. */
export async function findTwoFactor(db: Db, uid: string): Promise<TwoFactorRow | undefined> {
  return db.selectFrom('twoFactor').selectAll().where('uid', '=', uid).executeTakeFirst()
}

/** Keeps a secret that is not confirmed yet; whether it could: one that is confirmed stays. */
export async function draftTwoFactor(db: Db, uid: string, secretSealed: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('twoFactor')
    .values({ uid, secretSealed })
    .onConflict((oc) =>
      oc.column('uid').doUpdateSet({ secretSealed }).where('twoFactor.confirmedAt', 'is', null),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** From now on a code is asked for. */
export async function confirmTwoFactor(trx: Trx, uid: string): Promise<void> {
  await trx
    .updateTable('twoFactor')
    .set({ confirmedAt: sql<Date>`now()` })
    .where('uid', '=', uid)
    .execute()
}

/** Uses a time step up; false when it, or a later one, was used before. */
export async function takeStep(db: Db, uid: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('twoFactor')
    .set({ lastStep: step })
    .where('uid', '=', uid)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the second factor of an account, recovery codes and all. */
export async function deleteTwoFactor(db: Db, uid: string): Promise<void> {
  await db.deleteFrom('twoFactor').where('uid', '=', uid).execute()
}

/** Puts these recovery codes in the place of the others. */
export async function replaceRecoveryCodes(trx: Trx, uid: string, hashes: readonly Buffer[]): Promise<void> {
  await trx.deleteFrom('recoveryCode').where('uid', '=', uid).execute()
  await trx
    .insertInto('recoveryCode')
    .values(hashes.map((codeHash) => ({ uid, codeHash })))
    .execute()
}

/** Uses a recovery code up; whether there was one. */
export async function takeRecoveryCode(db: Db, uid: string, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recoveryCode')
    .where('uid', '=', uid)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(db: Db, uid: string): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCode')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  return count
}
