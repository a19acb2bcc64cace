/** The record of what happened to the security of each account: rows are added, never changed, and deleted after a year. */
import { sql } from 'kysely'
import type { AccountEventKind } from '../../../contract/accounts/account-event.ts'
import type { Db } from '../../connection.ts'

export interface NewAccountEvent {
  uid: string
  kind: AccountEventKind
  userAgent?: string | undefined
}

const maxUserAgent = 300

export async function insertAccountEvent(db: Db, { uid, kind, userAgent }: NewAccountEvent): Promise<void> {
  await db
    .insertInto('accountEvent')
    .values({ uid, kind, userAgent: userAgent?.slice(0, maxUserAgent) ?? null })
    .execute()
}

/**
 * Records an event of the account that has an email address. Reads and writes in one statement, so that it takes as long if there is no
 * such account.
 */
export async function insertEventByEmail(
  db: Db,
  { email, kind, userAgent }: { email: string; kind: AccountEventKind; userAgent: string },
): Promise<void> {
  await sql`
    insert into account_event (uid, kind, user_agent)
    select uid, ${kind}, ${userAgent.slice(0, maxUserAgent)} from account where lower(email) = ${email.toLowerCase()}`.execute(
    db,
  )
}

/** Returns whether an account has an event of one of these kinds since the earlier of a time and seven days ago. */
export async function hasRecentEvent(
  db: Db,
  uid: string,
  { kinds, since }: { kinds: readonly AccountEventKind[]; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('accountEvent')
    .select('id')
    .where('uid', '=', uid)
    .where('kind', 'in', kinds)
    .where('at', '>=', sql<Date>`least(${since}, now() - interval '7 days')`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns at most `count` events of an account before one of them, the newest first, by the index. */
export async function listAccountEvents(
  db: Db,
  uid: string,
  { before, count }: { before: number | undefined; count: number },
) {
  return db
    .selectFrom('accountEvent')
    .select(['id', 'kind', 'userAgent', 'at'])
    .where('uid', '=', uid)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
}

/** Deletes events older than this many days. */
export async function deleteOldAccountEvents(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('accountEvent')
    .where('at', '<', sql<Date>`now() - ${days} * interval '1 day'`)
    .execute()
}
