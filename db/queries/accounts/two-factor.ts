import { sql } from 'kysely'
import type { TwoFactorRow, TwoFactorSnapshot } from '../../account-tables.ts'
import type { Db, Trx } from '../../connection.ts'

/** Returns the second factor of an account, confirmed or not. */
export async function findTwoFactor(db: Db, uid: string): Promise<TwoFactorRow | undefined> {
  return db.selectFrom('twoFactor').selectAll().where('uid', '=', uid).executeTakeFirst()
}

/** Stores an unconfirmed secret; false when the account already has a confirmed one. */
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

/** Turns the second factor on. */
export async function confirmTwoFactor(trx: Trx, uid: string): Promise<void> {
  await trx
    .updateTable('twoFactor')
    .set({ confirmedAt: sql<Date>`now()` })
    .where('uid', '=', uid)
    .execute()
}

/** Marks a time step as used, so that its code is not accepted again; false when this step or a later one was used before. */
export async function takeStep(db: Db, uid: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('twoFactor')
    .set({ lastStep: step })
    .where('uid', '=', uid)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Turns the second factor of an account off and deletes its recovery codes. */
export async function deleteTwoFactor(db: Db, uid: string): Promise<void> {
  await db.deleteFrom('twoFactor').where('uid', '=', uid).execute()
}

/** Returns a confirmed second factor with its recovery codes, so that it can be restored; undefined when it is off. */
export async function takeTwoFactorSnapshot(trx: Trx, uid: string): Promise<TwoFactorSnapshot | undefined> {
  const row = await findTwoFactor(trx, uid)
  if (!row?.confirmedAt) return undefined
  const codes = await trx.selectFrom('recoveryCode').select('codeHash').where('uid', '=', uid).execute()
  const { secretSealed, lastStep } = row
  return { secretSealed, lastStep, codeHashes: codes.map(({ codeHash }) => codeHash.toString('base64')) }
}

/** Turns on the second factor of a snapshot, replacing the current one. */
export async function restoreTwoFactor(
  trx: Trx,
  uid: string,
  { secretSealed, lastStep, codeHashes }: TwoFactorSnapshot,
): Promise<void> {
  await deleteTwoFactor(trx, uid)
  await trx
    .insertInto('twoFactor')
    .values({ uid, secretSealed, lastStep, confirmedAt: sql<Date>`now()` })
    .execute()
  const rows = codeHashes.map((hash) => ({ uid, codeHash: Buffer.from(hash, 'base64') }))
  if (rows.length > 0) await trx.insertInto('recoveryCode').values(rows).execute()
}

/** Replaces the recovery codes of an account. */
export async function replaceRecoveryCodes(trx: Trx, uid: string, hashes: readonly Buffer[]): Promise<void> {
  await trx.deleteFrom('recoveryCode').where('uid', '=', uid).execute()
  await trx
    .insertInto('recoveryCode')
    .values(hashes.map((codeHash) => ({ uid, codeHash })))
    .execute()
}

/** Uses up a recovery code; returns whether it existed. */
export async function takeRecoveryCode(db: Db, uid: string, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recoveryCode')
    .where('uid', '=', uid)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns the number of unused recovery codes. */
export async function countRecoveryCodes(db: Db, uid: string): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCode')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  return count
}
