/** What admins change about accounts: their own kind, and which creators are verified, featured or suspended. */
import type { Updateable } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { changeOfAny } from '../../contract/admin/manage-calls.ts'
import type { AccountChange, ManagedAccount } from '../../contract/admin/manage-calls.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { insertAccountEvent } from '../../db/queries/accounts/account-events.ts'
import { expireSessionsOf } from '../../db/queries/accounts/sessions.ts'
import { findManaged, insertAdminAction, lockManaged, updateManaged } from '../../db/queries/admin/admins.ts'
import type { ManagedRow } from '../../db/queries/admin/admins.ts'
import type { Schema } from '../../db/schema.ts'
import { enqueueAccountEmail } from '../mail/enqueue-account-email.ts'
import type { SecretKeys } from '../config/secret-keys.ts'
import type { Actor } from './actor.ts'

/** Reads an account by user name. Throws AppError `not_found`. */
export async function readManagedAccount(db: Db, userName: string): Promise<ManagedAccount> {
  return toManaged(await findManaged(db, userName))
}

/** Returns the uid of an account by user name. Throws AppError `not_found`. */
export async function getUidOf(db: Db, userName: string): Promise<string> {
  const account = await findManaged(db, userName)
  if (!account) throw new AppError('not_found')
  return account.uid
}

interface ChangeContext {
  db: Db
  /** Seals the emails about suspensions. */
  secretsKey: SecretKeys
}

/**
 * Changes an account by user name, records it, and tells a creator by email of the beginning and the end of a suspension. A
 * repetition changes and mails nothing. Throws AppError `not_found`.
 */
export async function changeManagedAccount(
  ctx: ChangeContext,
  actor: Actor,
  wanted: { userName: string; change: AccountChange },
): Promise<ManagedAccount> {
  return ctx.db.transaction().execute((trx) => changeInTransaction({ ...ctx, trx }, actor, wanted))
}

/** Does what `changeManagedAccount` does, in a transaction that also changes something else. */
export async function changeInTransaction(
  { trx, secretsKey }: Pick<ChangeContext, 'secretsKey'> & { trx: Trx },
  actor: Actor,
  { userName, change }: { userName: string; change: AccountChange },
): Promise<ManagedAccount> {
  const before = await lockManaged(trx, userName)
  const isForCreators = !changeOfAny.some((one) => one === change)
  if (!before || (isForCreators && before.accountType !== 1)) throw new AppError('not_found')
  const row = change === 'log-out' ? before : await updateManaged(trx, before.uid, columnsOf(change, before))
  if (change === 'log-out') await logOut(trx, before.uid)
  await insertAdminAction(trx, { ...actor, action: change, accountUid: before.uid })
  const isSuspended = row.suspendedAt !== null
  if (isSuspended !== (before.suspendedAt !== null)) {
    const kind = isSuspended ? 'suspended' : 'unsuspended'
    await enqueueAccountEmail({ db: trx, secretsKey }, before, { kind, name: before.displayName })
  }
  return toManaged(row)
}

/** Ends all sessions of an account. Its open pages are closed within a minute, when the schedule `end-sessions` finds them. */
async function logOut(trx: Trx, uid: string): Promise<void> {
  await expireSessionsOf(trx, uid)
  await insertAccountEvent(trx, { uid, kind: 'logged-out' })
}

function columnsOf(
  change: Exclude<AccountChange, 'log-out'>,
  before: ManagedRow,
): Updateable<Schema['account']> {
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
      return { featuredAt: before.featuredAt ?? new Date() }
    case 'unfeature':
      return { featuredAt: null }
    case 'suspend':
      return { suspendedAt: before.suspendedAt ?? new Date() }
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
