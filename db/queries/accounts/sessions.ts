/** Stored sessions: a hash of each token, never the token. */
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { ConfirmationMethod } from '../../../contract/accounts/confirmation.ts'
import type { Locale } from '../../../contract/locale.ts'
import type { Db, Trx } from '../../connection.ts'
import type { Schema } from '../../schema.ts'

export async function insertSession(db: Db, session: Insertable<Schema['session']>): Promise<void> {
  await db.insertInto('session').values(session).execute()
}

/** Returns the account of an unexpired session, with the time of the last renewal. */
export async function findSessionAccount(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('session')
    .innerJoin('account', 'account.uid', 'session.uid')
    .select(['account.uid', 'account.userName', 'account.displayName', 'account.accountType', 'account.role'])
    .select('session.lastSeenAt')
    .where('session.tokenHash', '=', tokenHash)
    .where('session.expiresAt', '>', sql<Date>`now()`)
    .where('account.deletionDueAt', 'is', null)
    .executeTakeFirst()
}

/**
 * Marks a session as seen now and extends it to `expiresAt`, but at most to `maxAgeMs` milliseconds after it was opened. Returns
 * its new end; undefined when the session is gone or has ended.
 */
export async function touchSession(
  db: Db,
  tokenHash: Buffer,
  { expiresAt, maxAgeMs }: { expiresAt: Date; maxAgeMs: number },
): Promise<Date | undefined> {
  const end = sql<Date>`least(${expiresAt}::timestamptz, created_at + ${maxAgeMs} * interval '1 millisecond')`
  const row = await db
    .updateTable('session')
    .set({ lastSeenAt: sql<Date>`now()`, expiresAt: end })
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('expiresAt')
    .executeTakeFirst()
  return row?.expiresAt
}

/** Stores when and how a session was confirmed. */
export async function markSessionConfirmed(
  db: Db,
  tokenHash: Buffer,
  confirmedBy: ConfirmationMethod,
): Promise<void> {
  await db
    .updateTable('session')
    .set({ confirmedAt: sql<Date>`now()`, confirmedBy })
    .where('tokenHash', '=', tokenHash)
    .execute()
}

/** Returns whether an account's session was confirmed within the last `minutes`. */
export async function findConfirmedSession(
  db: Db,
  { uid, tokenHash }: { uid: string; tokenHash: Buffer },
  minutes: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('tokenHash', '=', tokenHash)
    .where('uid', '=', uid)
    .where('confirmedAt', '>', sql<Date>`now() - ${minutes} * interval '1 minute'`)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether an account has this session, open; with `isConfirmed`, whether it was ever confirmed as well. */
export async function hasSession(
  trx: Trx,
  { uid, tokenHash, isConfirmed }: { uid: string; tokenHash: Buffer; isConfirmed: boolean },
): Promise<boolean> {
  const row = await trx
    .selectFrom('session')
    .select('id')
    .where('tokenHash', '=', tokenHash)
    .where('uid', '=', uid)
    .$if(isConfirmed, (query) => query.where('confirmedAt', 'is not', null))
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Changes the language of a session's account. */
export async function setLocaleOfSession(db: Db, tokenHash: Buffer, locale: Locale): Promise<void> {
  await db
    .updateTable('account')
    .from('session')
    .set({ locale })
    .whereRef('account.uid', '=', 'session.uid')
    .where('session.tokenHash', '=', tokenHash)
    .where('account.locale', '!=', locale)
    .execute()
}

/** Ends one session. */
export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('tokenHash', '=', tokenHash).execute()
}

/**
 * Returns the unexpired sessions of an account, the latest visit first. `isCurrent` marks the session with the hash `currentHash`.
 */
export async function listSessions(db: Db, uid: string, currentHash: Buffer) {
  return db
    .selectFrom('session')
    .select(['id', 'userAgent', 'createdAt', 'lastSeenAt'])
    .select(sql<boolean>`token_hash = ${currentHash}`.as('isCurrent'))
    .where('uid', '=', uid)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('lastSeenAt', 'desc')
    .limit(200)
    .execute()
}

/** Ends one session of an account by its id; returns whether it existed. */
export async function deleteSessionOf(db: Db, uid: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('uid', '=', uid)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends every session of an account except the one with this hash. */
export async function deleteSessionsOf(db: Db, uid: string, exceptHash?: Buffer): Promise<void> {
  await db
    .deleteFrom('session')
    .where('uid', '=', uid)
    .$if(exceptHash !== undefined, (query) => query.where('tokenHash', '!=', exceptHash!))
    .execute()
}

/** Lets every session of an account expire now, so that `deleteExpiredSessions` returns the account. */
export async function expireSessionsOf(db: Db, uid: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ expiresAt: sql<Date>`now()` })
    .where('uid', '=', uid)
    .where('expiresAt', '>', sql<Date>`now()`)
    .execute()
}

/** Deletes expired sessions; returns the ids of their accounts. */
export async function deleteExpiredSessions(db: Db): Promise<string[]> {
  const rows = await db
    .deleteFrom('session')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .returning('uid')
    .execute()
  return [...new Set(rows.map(({ uid }) => uid))]
}
