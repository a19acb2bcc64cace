/** Undoes sensitive changes that the account's owner did not make, and closes every way into the account. */
import { AppError } from '../../contract/errors.ts'
import type { SensitiveChange } from '../../db/account-tables.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { deleteAccountLinks } from '../../db/queries/account-links.ts'
import { findAccount, lockAccount, updateAccount } from '../../db/queries/accounts.ts'
import { unmarkForDeletion } from '../../db/queries/erasure.ts'
import { deleteOnboarding } from '../../db/queries/payout-accounts.ts'
import { deleteWaitingPayout, restorePayouts } from '../../db/queries/waiting-payouts.ts'
import { deleteAddedPasskeys, restorePasskey, takePasskey } from '../../db/queries/passkeys.ts'
import {
  findSensitiveChange,
  hasSensitiveChange,
  takeSensitiveChangesFrom,
} from '../../db/queries/sensitive-changes.ts'
import { deleteSessionsOf } from '../../db/queries/sessions.ts'
import { deleteTwoFactor, restoreTwoFactor } from '../../db/queries/two-factor.ts'
import type { AccountLimits } from './account-limits.ts'
import { enqueueAccountEmail } from '../mail/enqueue-account-email.ts'
import { hashToken } from '../security/tokens.ts'
import { refuseTaken } from './change-email.ts'
import { openAccountLink, resetMinutes } from './change-password.ts'
import { proveSecondFactor } from './two-factor.ts'

interface UndoContext {
  db: Db
  accountLimits: AccountLimits
  config: { secretsKey: Buffer }
}

/**
 * Undoes the change of a mailed link and every later one, ends all sessions, makes the password, the linked Google account
 * and the passkeys added lately useless, removes payout accounts that wait, keeps an account that was to be deleted, and mails a link to choose a password.
 * Returns the account's uid. Throws AppError `link_expired`, `email_taken` when somebody else has the former address now, or as
 * `proveFormerOwner` does.
 */
export async function undoSensitiveChange(
  { db, accountLimits, config }: UndoContext,
  { token, code }: { token: string; code?: string | undefined },
): Promise<string> {
  const hash = hashToken(token)
  if (!hash) throw new AppError('link_expired')
  if (code !== undefined) await accountLimits.takeUndoCode(token)
  const undoing = db.transaction().execute(async (trx) => {
    const found = await findSensitiveChange(trx, hash)
    if (!found) throw new AppError('link_expired')
    const { uid } = found
    const former = await lockAccount(trx, uid)
    const changes = await takeSensitiveChangesFrom(trx, found)
    if (changes.length === 0) throw new AppError('link_expired') // the link was used twice at once
    for (const change of changes) await restore(trx, uid, change)
    if (changes.some(({ kind }) => kind === 'email')) await proveFormerOwner({ db: trx, config }, uid, code)
    await closeEveryWayIn(trx, uid)
    await mailWayBack(trx, uid, { secretsKey: config.secretsKey, formerEmail: former?.email })
    return uid
  })
  return undoing.catch(refuseTaken)
}

/**
 * Requires the second factor, as it is after the undo, before a former address gets the account back: the owner may have left a
 * mailbox that others read. One that was turned on within the last week is not asked for, because a thief may have done that; the
 * mail about it undoes it. Throws AppError `code_required`, `wrong_code` or `rate_limited`, and the link goes on working.
 */
async function proveFormerOwner(
  ctx: { db: Trx; config: { secretsKey: Buffer } },
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
    case 'payout':
      return restorePayouts(trx, uid, before)
    case 'two-factor-on':
      return deleteTwoFactor(trx, uid)
    case 'two-factor-off':
    case 'recovery-codes':
      return restoreTwoFactor(trx, uid, before)
    case 'passkey-added':
      return void (await takePasskey(trx, uid, before.id))
    case 'passkey-removed':
      return restorePasskey(trx, uid, before)
    case 'password':
    case 'google':
    case 'deletion':
      return undefined // what closes every way in, or keeps the account, is done for every change
  }
}

/**
 * Whoever made the change knew the password or had the Google account, so neither opens the account any more; nor does a passkey
 * that may have been added as another change.
 */
async function closeEveryWayIn(trx: Trx, uid: string): Promise<void> {
  // A thief's account needs no session to be paid: an onboarding connects it when it is finished at the provider, and a day's wait
  // when it is over. An earlier change than the one that the owner undoes may have begun either.
  for (const provider of ['paypal', 'stripe'] as const) {
    await deleteOnboarding(trx, uid, provider)
    await deleteWaitingPayout(trx, uid, provider)
  }
  await updateAccount(trx, uid, { passwordHash: null, googleId: null })
  await deleteAddedPasskeys(trx, uid)
  await unmarkForDeletion(trx, uid)
  await deleteAccountLinks(trx, uid)
  await deleteSessionsOf(trx, uid)
}

/**
 * Mails the link to choose a password. Whoever reads the mail of a former address can undo the change to the present one, so the
 * address that the undo replaces is told.
 */
async function mailWayBack(
  trx: Trx,
  uid: string,
  { secretsKey, formerEmail }: { secretsKey: Buffer; formerEmail: string | undefined },
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
