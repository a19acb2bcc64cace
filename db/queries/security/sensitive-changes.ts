/** Sensitive changes that can still be undone. The database stores a hash of each link's token, never the token. */
import { sql } from 'kysely'
import type { SensitiveChange } from '../../account-tables.ts'
import type { Db, Trx } from '../../connection.ts'

export interface NewSensitiveChange {
  uid: string
  change: SensitiveChange
  tokenHash: Buffer
  expiresAt: Date
}

/** Stores a change together with the previous values. */
export async function insertSensitiveChange(
  trx: Trx,
  { change: { kind, before }, ...row }: NewSensitiveChange,
): Promise<void> {
  await trx
    .insertInto('sensitiveChange')
    .values({ ...row, kind, before: JSON.stringify(before) })
    .execute()
}

/** Finds the change that a link undoes; undefined when the change was already undone or the link has expired. */
export async function findSensitiveChange(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('sensitiveChange')
    .select(['id', 'uid', 'createdAt'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Deletes a change of an account and all later changes, and returns them, the latest first. */
export async function takeSensitiveChangesFrom(
  trx: Trx,
  { id, uid }: { id: number; uid: string },
): Promise<SensitiveChange[]> {
  const rows = await trx
    .deleteFrom('sensitiveChange')
    .where('uid', '=', uid)
    .where('id', '>=', id)
    .returning(['id', 'kind', 'before'])
    .execute()
  return rows
    .toSorted((one, other) => other.id - one.id)
    .map(({ kind, before }) => ({ kind, before }) as SensitiveChange)
}

/** Returns whether an account has a change of a kind that can still be undone. */
export async function hasSensitiveChange(
  trx: Trx,
  uid: string,
  kind: SensitiveChange['kind'],
): Promise<boolean> {
  const row = await trx
    .selectFrom('sensitiveChange')
    .select('id')
    .where('uid', '=', uid)
    .where('kind', '=', kind)
    .where('expiresAt', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Lists previous email addresses of an account whose change can still be undone. */
export async function listReplacedEmails(db: Db, uid: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sensitiveChange')
    .select(sql<string>`before ->> 'email'`.as('email'))
    .where('uid', '=', uid)
    .where('kind', '=', 'email')
    .where('expiresAt', '>', sql<Date>`now()`)
    .execute()
  return rows.map(({ email }) => email)
}

type AddedKind = Extract<SensitiveChange['kind'], `${string}-added`>

/** Selects the ids of what was added by changes of an account that can still be undone. */
export function selectAdded(db: Db, uid: string, kind: AddedKind) {
  return db
    .selectFrom('sensitiveChange')
    .select(sql<string>`before ->> 'id'`.as('id'))
    .where('sensitiveChange.uid', '=', uid)
    .where('kind', '=', kind)
    .where('expiresAt', '>', sql<Date>`now()`)
}

/** Deletes changes that can no longer be undone. */
export async function deleteExpiredSensitiveChanges(db: Db): Promise<void> {
  await db
    .deleteFrom('sensitiveChange')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute()
}
