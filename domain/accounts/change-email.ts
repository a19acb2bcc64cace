/** Changes an account's email address. The owner confirms the change at the new address, and the old address is notified. */
import { AppError } from '../../contract/errors.ts'
import {
  deleteAccountLinks,
  findAccountLink,
  takeAccountLink,
} from '../../db/queries/accounts/account-links.ts'
import { findAccountByEmail, lockAccount, updateAccount } from '../../db/queries/accounts/accounts.ts'
import { enqueueAccountEmail } from '../mail/enqueue-account-email.ts'
import { openAccountLink } from './change-password.ts'
import type { PasswordContext } from './change-password.ts'
import { recordSensitiveChange } from './sensitive-changes.ts'
import { changeInSession } from './session-changes.ts'
import type { OwnSession } from './sessions.ts'
import { hashToken } from '../security/tokens.ts'

const confirmMinutes = 24 * 60

/**
 * Sends a confirmation link to the new address. If that address already has an account, the email says so instead; the response
 * does not reveal this. Throws AppError `rate_limited`, or as `changeInSession` does.
 */
export async function requestEmailChange(
  ctx: PasswordContext,
  { address, ...session }: OwnSession & { address: string },
  email: string,
): Promise<void> {
  await ctx.accountLimits.takeNetwork('link-net', address)
  const { secretsKey } = ctx.config
  const other = await findAccountByEmail(ctx.db, email)
  if (other && other.uid !== session.uid)
    return enqueueAccountEmail({ db: ctx.db, secretsKey }, other, { kind: 'email-in-use' })
  await changeInSession(ctx.db, session, async (trx, { uid, locale }) => {
    await deleteAccountLinks(trx, uid, 'confirm-email') // of several requested addresses, only the last can be confirmed
    const token = await openAccountLink(trx, { uid, kind: 'confirm-email', email }, confirmMinutes)
    const content = { kind: 'confirm-email', token } as const
    await enqueueAccountEmail({ db: trx, secretsKey }, { email, locale }, content)
  })
}

/**
 * Changes the email address by its confirmation link and returns the new address. Throws AppError `link_expired` or
 * `email_taken`.
 */
export async function confirmEmail(
  { db, config: { secretsKey } }: Pick<PasswordContext, 'db' | 'config'>,
  token: string,
): Promise<string> {
  const hash = hashToken(token)
  if (!hash) throw new AppError('link_expired')
  const moving = db.transaction().execute(async (trx) => {
    const found = await findAccountLink(trx, hash, 'confirm-email')
    const account = found && (await lockAccount(trx, found.uid))
    const link = account && (await takeAccountLink(trx, hash, 'confirm-email')) // the link may be gone, because the owner has undone the change meanwhile
    if (!link) throw new AppError('link_expired')
    await updateAccount(trx, link.uid, { email: link.email })
    await deleteAccountLinks(trx, link.uid) // links that were mailed to the old address stop working
    const { displayName: name } = account
    const change = { kind: 'email', before: { email: account.email } } as const
    await recordSensitiveChange({ db: trx, secretsKey }, account, change, (undo) => ({
      kind: 'email-changed',
      name,
      email: link.email,
      undo,
    }))
    return link.email
  })
  return moving.catch(refuseTaken)
}

/** Throws AppError `email_taken` if the error says that somebody else has registered the address meanwhile. */
export function refuseTaken(error: unknown): never {
  const isTaken = (error as { constraint?: string }).constraint === 'account_email_key'
  throw isTaken ? new AppError('email_taken') : error
}
