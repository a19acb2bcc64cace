/** Opens the session of a log-in. */
import type { Db, Trx } from '../../db/connection.ts'
import { lockAccount } from '../../db/queries/accounts.ts'
import type { AccountRow } from '../../db/schema.ts'
import { keepAccount } from './delete-account.ts'
import { openSession } from './sessions.ts'

/** The session that a log-in opened, and its account. */
export interface Entered {
  token: string
  account: AccountRow
}

/**
 * Opens a session and returns its token with the account, whose deletion it cancels; undefined when `isStillValid` finds in the
 * locked account that what the log-in has proven no longer opens it. Meanwhile its owner may have undone a change or set a
 * password, which ends the sessions that there are.
 */
export async function enterAccount(
  { db, config: { secretsKey } }: { db: Db; config: { secretsKey: Buffer } },
  { uid, userAgent }: { uid: string; userAgent: string },
  isStillValid: (account: AccountRow, trx: Trx) => boolean | Promise<boolean>,
): Promise<Entered | undefined> {
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, uid)
    if (!account || !(await isStillValid(account, trx))) return undefined
    await keepAccount({ db: trx, secretsKey }, account)
    return { token: await openSession(trx, uid, userAgent), account }
  })
}
