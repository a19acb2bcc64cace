/**
 * Stores the previous values of a sensitive change, and emails the account's owner a link that undoes the change
 * (docs/sensitive-changes.md).
 */
import type { SensitiveChange } from '../../db/account-tables.ts'
import type { Trx } from '../../db/connection.ts'
import { insertSensitiveChange, listReplacedEmails } from '../../db/queries/sensitive-changes.ts'
import type { AccountRow } from '../../db/schema.ts'
import type { AccountEmail } from '../mail/account-emails.ts'
import { enqueueAccountEmail } from '../mail/enqueue-account-email.ts'
import { hashToken, makeToken } from '../security/tokens.ts'
import type { SecretKeys } from '../secret-keys.ts'

const undoDays = 7

/**
 * Records a change in the transaction that makes it. The email goes to the account's current address in `account`, and to its
 * previous addresses while their change can still be undone: a thief who first changes the address cannot hide later changes from
 * the owner.
 */
export async function recordSensitiveChange(
  { db: trx, secretsKey }: { db: Trx; secretsKey: SecretKeys },
  account: Pick<AccountRow, 'uid' | 'email' | 'locale'>,
  change: SensitiveChange,
  emailWith: (token: string) => AccountEmail,
): Promise<void> {
  const { uid, email, locale } = account
  const token = makeToken()
  const expiresAt = new Date(Date.now() + undoDays * 24 * 60 * 60_000)
  await insertSensitiveChange(trx, { uid, change, tokenHash: hashToken(token)!, expiresAt })
  const addresses = new Set([email, ...(await listReplacedEmails(trx, uid))])
  for (const address of addresses)
    await enqueueAccountEmail({ db: trx, secretsKey }, { email: address, locale }, emailWith(token))
}
