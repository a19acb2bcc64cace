/** Passkeys of accounts, and the challenges that they have signed. */
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { PasskeyRow, PasskeySnapshot } from '../../account-tables.ts'
import type { Db, Trx } from '../../connection.ts'
import type { Schema } from '../../schema.ts'
import { selectAdded } from '../security/sensitive-changes.ts'

/** Lists the passkeys of an account, the oldest first. */
export async function listPasskeys(db: Db, uid: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Finds a passkey by its credential id. */
export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkey').selectAll().where('credentialId', '=', credentialId).executeTakeFirst()
}

/** Returns whether an account has a passkey. */
export async function hasPasskey(db: Db, uid: string): Promise<boolean> {
  const row = await db.selectFrom('passkey').select('id').where('uid', '=', uid).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Returns whether an account still has a passkey. */
export async function isPasskeyOf(trx: Trx, uid: string, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('passkey')
    .select('id')
    .where('uid', '=', uid)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores a passkey; undefined when a passkey with its credential id is already stored. */
export async function insertPasskey(
  db: Db,
  row: Insertable<Schema['passkey']>,
): Promise<PasskeyRow | undefined> {
  return db
    .insertInto('passkey')
    .values(row)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Renames a passkey of an account; returns whether it existed. */
export async function updatePasskeyName(db: Db, uid: string, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ name })
    .where('uid', '=', uid)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Records that a passkey was used. Returns false when the passkey no longer exists, when its signature counter did not grow (which
 * means that somebody uses a copy of it), or when `canBackUp` has changed, which WebAuthn does not allow.
 */
export async function updatePasskeyUse(
  trx: Trx,
  id: string,
  { counter, canBackUp, isBackedUp }: Pick<PasskeyRow, 'counter' | 'canBackUp' | 'isBackedUp'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkey')
    .set({ counter, isBackedUp, lastUsedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('canBackUp', '=', canBackUp)
    .where((eb) => eb.or([eb('counter', '<', counter), sql<boolean>`counter = 0 and ${counter} = 0`]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks a challenge as used; false when it was used before. */
export async function insertUsedChallenge(
  trx: Trx,
  challengeHash: Buffer,
  expiresAt: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('usedChallenge')
    .values({ challengeHash, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Deletes used challenges that have expired. */
export async function deleteExpiredChallenges(db: Db): Promise<void> {
  await db
    .deleteFrom('usedChallenge')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute()
}

/** Deletes a passkey of an account and returns it, so that it can be restored; undefined when there was none. */
export async function takePasskey(trx: Trx, uid: string, id: string): Promise<PasskeySnapshot | undefined> {
  const row = await trx
    .deleteFrom('passkey')
    .where('uid', '=', uid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const { uid: _, lastUsedAt: __, publicKey, createdAt, ...rest } = row
  return { ...rest, publicKey: publicKey.toString('base64'), createdAt: createdAt.toISOString() }
}

/** Deletes the passkeys that were added by changes of the account that can still be undone. */
export async function deleteAddedPasskeys(trx: Trx, uid: string): Promise<void> {
  await trx
    .deleteFrom('passkey')
    .where('uid', '=', uid)
    .where(sql<string>`id::text`, 'in', selectAdded(trx, uid, 'passkey-added'))
    .execute()
}

/** Stores a removed passkey again, unless the owner has added the same authenticator since. */
export async function restorePasskey(
  trx: Trx,
  uid: string,
  { publicKey, ...rest }: PasskeySnapshot,
): Promise<void> {
  await insertPasskey(trx, { ...rest, uid, publicKey: Buffer.from(publicKey, 'base64') })
}
