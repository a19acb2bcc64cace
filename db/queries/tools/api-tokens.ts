/** API tokens of creators: a hash of each token, never the token. */
import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Trx } from '../../connection.ts'
import type { Schema } from '../../schema.ts'
import { selectAdded } from '../security/sensitive-changes.ts'

export type ApiTokenRow = Omit<Selectable<Schema['apiToken']>, 'tokenHash' | 'uid'>

const columns = ['id', 'name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt'] as const

/** Lists the tokens of an account, the oldest first. */
export async function listApiTokens(db: Db, uid: string): Promise<ApiTokenRow[]> {
  return db
    .selectFrom('apiToken')
    .select(columns)
    .where('uid', '=', uid)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Stores a token. */
export async function insertApiToken(trx: Trx, row: Insertable<Schema['apiToken']>): Promise<ApiTokenRow> {
  return trx.insertInto('apiToken').values(row).returning(columns).executeTakeFirstOrThrow()
}

/** Deletes a token of an account; returns whether it existed. */
export async function deleteApiToken(db: Db, uid: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('apiToken')
    .where('uid', '=', uid)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the tokens that were added by changes of the account that can still be undone. */
export async function deleteAddedApiTokens(trx: Trx, uid: string): Promise<void> {
  await trx
    .deleteFrom('apiToken')
    .where('uid', '=', uid)
    .where(sql<string>`id::text`, 'in', selectAdded(trx, uid, 'token-added'))
    .execute()
}

/** Finds a token that has not expired, with its creator. It is one read by key for each call of a tool. */
export async function findApiToken(db: Db, tokenHash: Buffer) {
  return openTokens(db).where('apiToken.tokenHash', '=', tokenHash).executeTakeFirst()
}

/** Returns which of these tokens are neither revoked nor expired. */
export async function listOpenApiTokens(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await openTokens(db)
    .where('apiToken.id', '=', (eb) => eb.fn.any(sql<string[]>`${ids}::uuid[]`))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

function openTokens(db: Db) {
  return db
    .selectFrom('apiToken')
    .innerJoin('account', 'account.uid', 'apiToken.uid')
    .select(['apiToken.id', 'apiToken.name', 'apiToken.scopes'])
    .select(['account.uid', 'account.userName', 'account.displayName'])
    .select(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as('isUseDue'))
    .where('account.accountType', '=', 1)
    .where('account.deletionDueAt', 'is', null)
    .where((eb) =>
      eb.or([eb('apiToken.expiresAt', 'is', null), eb('apiToken.expiresAt', '>', sql<Date>`now()`)]),
    )
}

/** Records that a token is used, unless it was recorded within the last minute. */
export async function touchApiToken(db: Db, id: string): Promise<void> {
  await db
    .updateTable('apiToken')
    .set({ lastUsedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`)
    .execute()
}
