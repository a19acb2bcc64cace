/** Undoes sensitive changes that the account's owner did not make, and removes everything that might let somebody else log in. */
import { providers } from '../../contract/providers.ts'
import { AppError } from '../../contract/errors.ts'
import type { EndedChange, ReadKey } from '../../contract/accounts/lasting-changes.ts'
import type { SensitiveChange } from '../../db/account-tables.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { deleteAddedApiTokens, deleteApiToken } from '../../db/queries/tools/api-tokens.ts'
import { insertAccountEvent } from '../../db/queries/accounts/account-events.ts'
import { deleteAccountLinks } from '../../db/queries/accounts/account-links.ts'
import { findAccount, lockAccount, updateAccount } from '../../db/queries/accounts/accounts.ts'
import { unmarkForDeletion } from '../../db/queries/accounts/erasure.ts'
import { deleteAddedConnections } from '../../db/queries/chat/connections.ts'
import { deleteOnboarding } from '../../db/queries/payments/payout-accounts.ts'
import { deleteWaitingPayout, restorePayouts } from '../../db/queries/payments/waiting-payouts.ts'
import { deleteAddedPasskeys, restorePasskey, takePasskey } from '../../db/queries/accounts/passkeys.ts'
import {
  findSensitiveChange,
  hasSensitiveChange,
  takeSensitiveChangesFrom,
} from '../../db/queries/security/sensitive-changes.ts'
import { deleteSessionsOf } from '../../db/queries/accounts/sessions.ts'
import { deleteTwoFactor, restoreTwoFactor } from '../../db/queries/accounts/two-factor.ts'
import { deleteAddedEndpoints, deleteWebhookEndpoint } from '../../db/queries/tools/webhook-endpoints.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import type { AccountLimits } from './account-limits.ts'
import { enqueueAccountEmail } from '../mail/enqueue-account-email.ts'
import { hashToken } from '../security/tokens.ts'
import { refuseTaken } from './change-email.ts'
import { openAccountLink, resetMinutes } from './change-password.ts'
import { revokeModerators } from './revoke-moderators.ts'
import { replaceReadKeys } from './own-keys.ts'
import { proveSecondFactor } from './two-factor.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

interface UndoContext {
  db: Db
  accountLimits: AccountLimits
  config: { secretsKey: SecretKeys }
}

/**
 * Undoes the change of an emailed link and all later changes, and ends all sessions. It also removes the password, the linked
 * Google account, recently added passkeys, API tokens, webhooks, moderators and chats (whose grants the caller then revokes), links for
 * moderators, and payout accounts that receive no tips yet, cancels a requested deletion, replaces the overlay key and the webhook secrets that were read lately, and emails a link to
 * choose a new password. Returns the account's uid, which of those keys it replaced, and the deleted chats. Throws AppError
 * `link_expired`, `email_taken` when somebody else now has the previous address, or as `proveFormerOwner` does.
 */
export async function undoSensitiveChange(
  { db, accountLimits, config }: UndoContext,
  { token, code }: { token: string; code?: string | undefined },
): Promise<{ uid: string; replaced: ReadKey[]; connections: ConnectionRow[] }> {
  const hash = hashToken(token)
  if (!hash || !(await findSensitiveChange(db, hash))) throw new AppError('link_expired')
  if (code !== undefined) await accountLimits.take('undo-code', token) // of links that exist: anybody can make others up
  const undoing = db.transaction().execute(async (trx) => {
    const found = await findSensitiveChange(trx, hash)
    if (!found) throw new AppError('link_expired')
    const { uid } = found
    const former = await lockAccount(trx, uid)
    const connections = await deleteAddedConnections(trx, uid) // reads the changes, which are deleted next
    const changes = await takeSensitiveChangesFrom(trx, found)
    if (changes.length === 0) throw new AppError('link_expired') // another request has undone the change since the link was checked
    for (const change of changes) await restore(trx, uid, change)
    if (changes.some(({ kind }) => kind === 'email')) await proveFormerOwner({ db: trx, config }, uid, code)
    await revokeAccess(trx, uid, found.createdAt)
    const replaced = await replaceReadKeys({ db: trx, config }, uid, found.createdAt)
    await insertAccountEvent(trx, { uid, kind: 'undone' })
    await mailRecoveryLink(trx, uid, { secretsKey: config.secretsKey, formerEmail: former?.email })
    return { uid, replaced, connections }
  })
  return undoing.catch(refuseTaken)
}

/**
 * Requires the second factor before the account goes back to a previous address, because somebody else may by now read mail to that
 * address. The second factor is the one that the account has after the undo. A second factor that was turned on within the last
 * week is not required, because a thief may have turned it on; the undo link of that change still works. Throws AppError
 * `code_required`, `wrong_code` or `rate_limited`, and the link stays valid.
 */
async function proveFormerOwner(
  ctx: { db: Trx; config: { secretsKey: SecretKeys } },
  uid: string,
  code: string | undefined,
): Promise<void> {
  if (await hasSensitiveChange(ctx.db, uid, 'two-factor-on')) return
  await proveSecondFactor(ctx, uid, code)
}

async function restore(trx: Trx, uid: string, { kind, before }: SensitiveChange): Promise<void> {
  switch (kind) {
    case 'email':
      return updateAccount(trx, uid, { email: before.email })
    case 'renamed':
      return updateAccount(trx, uid, { userName: before.userName }) // nobody else can have taken it: it is held for a year
    case 'payout':
      return restorePayouts(trx, uid, before)
    case 'two-factor-on':
      return deleteTwoFactor(trx, uid)
    case 'two-factor-off':
    case 'recovery-codes':
      return restoreTwoFactor(trx, uid, before)
    case 'passkey-added':
      return void (await takePasskey(trx, uid, before.id))
    case 'token-added':
      return void (await deleteApiToken(trx, uid, before.id))
    case 'webhook-added':
      return void (await deleteWebhookEndpoint(trx, uid, before.id))
    case 'passkey-removed':
      return restorePasskey(trx, uid, before)
    case 'password':
    case 'google':
    case 'deletion':
    case 'moderator-invited':
    case 'moderator-joined':
    case 'platform-connected':
      return undefined // every undo changes
  }
}

/**
 * Ends everything that might give access to the person who made the change at a time: what the link about any change ends (`endings`),
 * sessions and mailed links, and payout accounts that receive no tips yet.
 */
async function revokeAccess(trx: Trx, uid: string, changedAt: Date): Promise<void> {
  // Payout accounts become active without a session: an account is connected when its onboarding ends at the provider, and a
  // waiting account when its day is over. A thief may have started either before the change that the owner undoes.
  for (const provider of providers) {
    await deleteOnboarding(trx, uid, provider)
    await deleteWaitingPayout(trx, uid, provider)
  }
  for (const end of new Set(Object.values(endings))) await end(trx, uid, changedAt)
  await deleteAccountLinks(trx, uid)
  await deleteSessionsOf(trx, uid)
}

/**
 * How the link about any change ends each change that can still be undone. `contract/accounts/lasting-changes.ts` says which those are;
 * `replaceReadKeys` replaces the keys among them, and connections are deleted before their changes are.
 */
const endings: Record<
  Exclude<EndedChange, ReadKey | 'platform-connected'>,
  (trx: Trx, uid: string, changedAt: Date) => Promise<unknown>
> = {
  password: (trx, uid) => updateAccount(trx, uid, { passwordHash: null }),
  google: (trx, uid) => updateAccount(trx, uid, { googleId: null }),
  'passkey-added': deleteAddedPasskeys,
  'token-added': deleteAddedApiTokens,
  'webhook-added': deleteAddedEndpoints,
  'moderator-invited': revokeModerators, // withdraws the links, and removes those who have used one
  'moderator-joined': revokeModerators,
  deletion: unmarkForDeletion,
}

/**
 * Emails the link to choose a password to the account's address. Also notifies the address that the undo removed from the account,
 * because somebody else who reads a previous mailbox could have used the link there.
 */
async function mailRecoveryLink(
  trx: Trx,
  uid: string,
  { secretsKey, formerEmail }: { secretsKey: SecretKeys; formerEmail: string | undefined },
): Promise<void> {
  const account = await findAccount(trx, uid)
  if (!account) return
  const { email, displayName: name, locale } = account
  if (formerEmail !== undefined && formerEmail !== email) {
    const former = { email: formerEmail, locale }
    await enqueueAccountEmail({ db: trx, secretsKey }, former, { kind: 'email-changed', name, email })
  }
  const token = await openAccountLink(trx, { uid, kind: 'reset-password', email }, resetMinutes)
  await enqueueAccountEmail({ db: trx, secretsKey }, account, { kind: 'reset-password', token, name })
}
