/** Links that act for an account once: a hash of each token, never the token. */
import { sql } from 'kysely'
import type { AccountLinkKind, AccountLinkRow, NewAccountLink } from '../account-tables.ts'
import type { Db, Trx } from '../connection.ts'

/** Stores a link in the place of the account's others of its kind. */
export async function replaceAccountLink(trx: Trx, link: NewAccountLink): Promise<void> {
  await deleteAccountLinks(trx, link.uid, link.kind)
  await trx.insertInto('accountLink').values(link).execute()
}

/** Uses a link up; undefined when there is none, it was used, or it has run out. */
export async function takeAccountLink(
  trx: Trx,
  tokenHash: Buffer,
  kind: AccountLinkKind,
): Promise<Pick<AccountLinkRow, 'uid' | 'email'> | undefined> {
  return trx
    .deleteFrom('accountLink')
    .where('tokenHash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning(['uid', 'email'])
    .executeTakeFirst()
}

/** Voids an account's links: all, or those of a kind. */
export async function deleteAccountLinks(db: Db, uid: string, kind?: AccountLinkKind): Promise<void> {
  await db
    .deleteFrom('accountLink')
    .where('uid', '=', uid)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .execute()
}

/** Removes the links that have run out. */
export async function deleteExpiredAccountLinks(db: Db): Promise<void> {
  await db
    .deleteFrom('accountLink')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute()
}
