/** Opens a session for somebody who has proved that an account is theirs. */
import type { Db, Trx } from '../../db/connection.ts'
import { lockAccount } from '../../db/queries/accounts/accounts.ts'
import type { AccountRow } from '../../db/schema.ts'
import { keepAccount } from './delete-account.ts'
import { openSession } from './sessions.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

/** The session that a log-in opened, and its account. */
export interface Entered {
  token: string
  account: AccountRow
}

/**
 * Opens a session, cancels a requested deletion of the account, and returns the session's token with the account. `isStillValid`
 * checks in the locked account that the proof of the log-in, for example the password, is still current; if not, the result is
 * undefined. Without this check, a log-in in progress could survive an undo or a password reset, which both end all existing
 * sessions.
 */
export async function enterAccount(
  { db, config: { secretsKey } }: { db: Db; config: { secretsKey: SecretKeys } },
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
