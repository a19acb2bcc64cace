/** Changes that a confirmed session makes to its account. */
import { AppError } from '../../contract/errors.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { lockAccount } from '../../db/queries/accounts.ts'
import { hasConfirmedSession } from '../../db/queries/sessions.ts'
import type { AccountRow } from '../../db/schema.ts'
import { hashSession } from './sessions.ts'
import type { OwnSession } from './sessions.ts'

/**
 * Makes a sensitive change in a transaction that has locked the account. Throws AppError `unauthenticated` when the session has
 * ended meanwhile, because the owner has undone a change or set a password: a request that was under way is then too late. A
 * confirmation ends with its session, so one that the route has found is still there.
 */
export async function changeInSession<T>(
  db: Db,
  { uid, token }: OwnSession,
  change: (trx: Trx, account: AccountRow) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, uid)
    const isOpen = await hasConfirmedSession(trx, { uid, tokenHash: hashSession(token) })
    if (!account || !isOpen) throw new AppError('unauthenticated')
    return change(trx, account)
  })
}
