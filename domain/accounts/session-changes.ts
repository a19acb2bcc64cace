/** Makes sensitive changes to the account of a confirmed session. */
import { AppError } from '../../contract/errors.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { lockAccount } from '../../db/queries/accounts/accounts.ts'
import { hasSession } from '../../db/queries/accounts/sessions.ts'
import type { AccountRow } from '../../db/schema.ts'
import { hashSession } from './sessions.ts'
import type { OwnSession } from './sessions.ts'

/**
 * Makes a sensitive change in a transaction that locks the account first. Throws AppError `unauthenticated` when the session has
 * ended meanwhile, for example because the owner undid a change or set a password. The caller must have checked that the session is
 * confirmed; a confirmation lasts until the session ends, so it need not be checked here.
 */
export async function changeInSession<T>(
  db: Db,
  session: OwnSession,
  change: (trx: Trx, account: AccountRow) => Promise<T>,
): Promise<T> {
  return changeIn(db, { ...session, isConfirmed: true }, change)
}

/** Makes a change as `changeInSession` does, in a session that need not be confirmed, because something else has proved who makes it. */
export async function changeInOpenSession<T>(
  db: Db,
  session: OwnSession,
  change: (trx: Trx, account: AccountRow) => Promise<T>,
): Promise<T> {
  return changeIn(db, { ...session, isConfirmed: false }, change)
}

async function changeIn<T>(
  db: Db,
  { uid, token, isConfirmed }: OwnSession & { isConfirmed: boolean },
  change: (trx: Trx, account: AccountRow) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, uid)
    const isOpen = await hasSession(trx, { uid, tokenHash: hashSession(token), isConfirmed })
    if (!account || !isOpen) throw new AppError('unauthenticated')
    return change(trx, account)
  })
}
