/** Single-use links of accounts: the database stores a hash of each token, never the token. */
import { sql } from 'kysely'
import type { AccountLinkKind, NewAccountLink } from '../../account-tables.ts'
import type { Db, Trx } from '../../connection.ts'

/** Stores a link. */
export async function insertAccountLink(trx: Trx, link: NewAccountLink): Promise<void> {
  await trx.insertInto('accountLink').values(link).execute()
}

/** Returns whether an account has a link of the given kind that stays valid for more than `minutes` from now. */
export async function hasAccountLink(
  trx: Trx,
  { uid, kind }: Pick<NewAccountLink, 'uid' | 'kind'>,
  minutes: number,
): Promise<boolean> {
  const row = await trx
    .selectFrom('accountLink')
    .select('uid')
    .where('uid', '=', uid)
    .where('kind', '=', kind)
    .where('expiresAt', '>', sql<Date>`now() + ${minutes} * interval '1 minute'`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
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

/** Uses a link up and returns it; undefined when it does not exist, was used, or has expired. */
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
