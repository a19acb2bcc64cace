/**
 * Stores the previous values of a sensitive change, and emails the account's owner a link that undoes the change
 * (docs/sensitive-changes.md).
 */
import type { MailAbout } from '../../contract/accounts/lasting-changes.ts'
import type { SensitiveChange } from '../../db/account-tables.ts'
import type { Trx } from '../../db/connection.ts'
import { insertAccountEvent } from '../../db/queries/accounts/account-events.ts'
import { insertSensitiveChange } from '../../db/queries/security/sensitive-changes.ts'
import type { AccountRow } from '../../db/schema.ts'
import type { AccountEmail } from '../mail/account-emails.ts'
import { enqueueOwnerEmail } from '../mail/enqueue-account-email.ts'
import { hashToken, makeToken } from '../security/tokens.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

const undoDays = 7

/**
 * Records a change, and when it was, in the transaction that makes it, and emails the owner as `enqueueOwnerEmail` does. `account` has
 * the current address. The email is one of those that `contract/accounts/lasting-changes.ts` names for the change.
 */
export async function recordSensitiveChange<Change extends SensitiveChange>(
  { db: trx, secretsKey }: { db: Trx; secretsKey: SecretKeys },
  account: Pick<AccountRow, 'uid' | 'email' | 'locale'>,
  change: Change,
  emailWith: (token: string) => AccountEmail & { kind: MailAbout<Change['kind']> },
): Promise<void> {
  const { uid } = account
  const token = makeToken()
  const expiresAt = new Date(Date.now() + undoDays * 24 * 60 * 60_000)
  await insertAccountEvent(trx, { uid, kind: change.kind })
  await insertSensitiveChange(trx, { uid, change, tokenHash: hashToken(token)!, expiresAt })
  await enqueueOwnerEmail({ db: trx, secretsKey }, account, emailWith(token))
}
