/** Single-use links of accounts: the database stores a hash of each token, never the token. */
import { sql } from 'kysely'
import type { AccountLinkKind, NewAccountLink } from '../account-tables.ts'
import type { Db, Trx } from '../connection.ts'

/** Stores a link and deletes the account's others of its kind. */
export async function replaceAccountLink(trx: Trx, link: NewAccountLink): Promise<void> {
  await deleteAccountLinks(trx, link.uid, link.kind)
  await trx.insertInto('accountLink').values(link).execute()
}

/** Finds a link without using it up; undefined when it does not exist, was used, or has expired. */
export async function findAccountLink(db: Db, tokenHash: Buffer, kind: AccountLinkKind) {
  return db
    .selectFrom('accountLink')
    .select(['uid', 'email'])
    .where('tokenHash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Uses up a link; undefined when it does not exist, was used, or has expired. */
export async function takeAccountLink(trx: Trx, tokenHash: Buffer, kind: AccountLinkKind) {
  return trx
    .deleteFrom('accountLink')
    .where('tokenHash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning(['uid', 'email'])
    .executeTakeFirst()
}

/** Deletes an account's links: all of them, or those of a kind. */
export async function deleteAccountLinks(db: Db, uid: string, kind?: AccountLinkKind): Promise<void> {
  await db
    .deleteFrom('accountLink')
    .where('uid', '=', uid)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .execute()
}

/** Deletes expired links. */
export async function deleteExpiredAccountLinks(db: Db): Promise<void> {
  await db
    .deleteFrom('accountLink')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute()
}
