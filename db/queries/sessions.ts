/** Sessions at rest: a hash of each token, never the token. */
import { sql } from 'kysely'
import type { Db } from '../connection.ts'

export interface NewSession {
  tokenHash: Buffer
  uid: string
  userAgent: string
  expiresAt: Date
}

/** Stores a session. */
export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db.insertInto('session').values(session).execute()
}

/** The account behind a session that has not expired, with the time of its last mark. */
export async function findSessionAccount(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('session')
    .innerJoin('account', 'account.uid', 'session.uid')
    .select(['account.uid', 'account.userName', 'account.displayName', 'account.accountType', 'account.role'])
    .select('session.lastSeenAt')
    .where('session.tokenHash', '=', tokenHash)
    .where('session.expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Marks a session seen now and lets it live until then. */
export async function touchSession(db: Db, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ lastSeenAt: sql<Date>`now()`, expiresAt })
    .where('tokenHash', '=', tokenHash)
    .execute()
}

/** Ends one session. */
export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('tokenHash', '=', tokenHash).execute()
}

/** Removes the sessions that have expired; how many they were. */
export async function deleteExpiredSessions(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
