/** What admins change about accounts: their own kind, and which creators are verified, featured or suspended. */
import type { Updateable } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { AccountChange, ManagedAccount } from '../../contract/manage-calls.ts'
import type { Db } from '../../db/connection.ts'
import { findManaged, insertAdminAction, updateManaged } from '../../db/queries/admins.ts'
import type { ManagedRow } from '../../db/queries/admins.ts'
import type { Schema } from '../../db/schema.ts'
import type { Actor } from './actor.ts'

/** Reads an account by user name. Throws AppError `not_found`. */
export async function readManagedAccount(db: Db, userName: string): Promise<ManagedAccount> {
  return toManaged(await findManaged(db, userName))
}

/** Changes an account by user name, and records it. A repetition changes nothing else. Throws AppError `not_found`. */
export async function changeManagedAccount(
  db: Db,
  actor: Actor,
  { userName, change }: { userName: string; change: AccountChange },
): Promise<ManagedAccount> {
  return db.transaction().execute(async (trx) => {
    const isForCreators = change !== 'grant' && change !== 'revoke'
    const row = await updateManaged(trx, userName, { set: columnsOf(change), isForCreators })
    const changed = toManaged(row)
    await insertAdminAction(trx, { ...actor, action: change, accountUid: row!.uid })
    return changed
  })
}

function columnsOf(change: AccountChange): Updateable<Schema['account']> {
  switch (change) {
    case 'grant':
      return { role: 'admin' }
    case 'revoke':
      return { role: 'user' }
    case 'verify':
      return { isVerified: true }
    case 'unverify':
      return { isVerified: false }
    case 'feature':
      return { featuredAt: new Date() }
    case 'unfeature':
      return { featuredAt: null }
    case 'suspend':
      return { suspendedAt: new Date() }
    case 'unsuspend':
      return { suspendedAt: null }
  }
}

function toManaged(row: ManagedRow | undefined): ManagedAccount {
  if (!row) throw new AppError('not_found')
  const { userName, displayName, isVerified } = row
  return {
    userName,
    displayName,
    isCreator: row.accountType === 1,
    isAdmin: row.role === 'admin',
    isVerified,
    isFeatured: row.featuredAt !== null,
    isSuspended: row.suspendedAt !== null,
    createdAt: row.createdAt.toISOString(),
  }
}
