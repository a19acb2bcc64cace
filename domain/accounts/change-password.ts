/** Passwords: changed in a confirmed session, or reset by a mailed link. */
import { AppError } from '../../contract/errors.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { deleteAccountLinks, replaceAccountLink, takeAccountLink } from '../../db/queries/account-links.ts'
import { findAccount, findAccountByEmail, lockAccount, updateAccount } from '../../db/queries/accounts.ts'
import { deleteSessionsOf, findSessionAccount } from '../../db/queries/sessions.ts'
import type { NewAccountLink } from '../../db/account-tables.ts'
import type { AccountRow } from '../../db/schema.ts'
import type { AccountLimits } from './account-limits.ts'
import { enqueueAccountEmail } from '../mail/enqueue-account-email.ts'
import type { Recipient } from '../mail/enqueue-account-email.ts'
import { refuseWeakPassword } from './password-strength.ts'
import { hashPassword } from './passwords.ts'
import { recordSensitiveChange } from './sensitive-changes.ts'
import { hashSession } from './sessions.ts'
import { hashToken, makeToken } from '../security/tokens.ts'

export interface PasswordContext {
  db: Db
  accountLimits: AccountLimits
  config: { secretsKey: Buffer }
}

/** How long a link to choose a password works. */
export const resetMinutes = 30

/**
 * Sets a new password and ends every session except the one with this token. Throws AppError `invalid_input` for a weak one, or
 * `unauthenticated` when the session has ended meanwhile: an owner who undid a change by its link is not locked out again.
 */
export async function changePassword(
  ctx: PasswordContext,
  uid: string,
  password: string,
  sessionToken: string,
): Promise<void> {
  const account = await getOwnAccount(ctx.db, uid)
  const passwordHash = await hashNew(password, account)
  const current = hashSession(sessionToken)
  await ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, uid)
    if (!(await findSessionAccount(trx, current))) throw new AppError('unauthenticated')
    await setPassword(ctx, trx, account, passwordHash, current)
  })
}

/** Returns the account of a session. Throws AppError `unauthenticated` when it is gone. */
export async function getOwnAccount(db: Db, uid: string): Promise<AccountRow> {
  const account = await findAccount(db, uid)
  if (!account) throw new AppError('unauthenticated')
  return account
}

/**
 * Mails a link to set a new password. An address without an account gets an email that says so, in the language of the page;
 * the response is the same. Throws AppError `rate_limited`.
 */
export async function requestPasswordReset(
  ctx: PasswordContext,
  { email, locale, address }: Recipient & { address: string },
): Promise<void> {
  await ctx.accountLimits.takeLinkMail(email, address)
  const { secretsKey } = ctx.config
  const account = await findAccountByEmail(ctx.db, email)
  if (!account)
    return enqueueAccountEmail({ db: ctx.db, secretsKey }, { email, locale }, { kind: 'reset-unknown' })
  await ctx.db.transaction().execute(async (trx) => {
    const link = { uid: account.uid, kind: 'reset-password', email } as const
    const token = await openAccountLink(trx, link, resetMinutes)
    const content = { kind: 'reset-password', token, name: account.displayName } as const
    await enqueueAccountEmail({ db: trx, secretsKey }, account, content)
  })
}

/**
 * Sets a new password by a link, ends every session, and returns the account. Throws AppError `link_expired`, or
 * `invalid_input` for a weak password, which leaves the link usable.
 */
export async function resetPassword(
  ctx: PasswordContext,
  token: string,
  password: string,
): Promise<AccountRow> {
  const hash = hashToken(token)
  if (!hash) throw new AppError('link_expired')
  return ctx.db.transaction().execute(async (trx) => {
    const link = await takeAccountLink(trx, hash, 'reset-password')
    const account = link && (await findAccount(trx, link.uid))
    if (!account) throw new AppError('link_expired')
    await setPassword(ctx, trx, account, await hashNew(password, account))
    return account
  })
}

/** Stores a link of an account, in place of an earlier one of its kind, and returns the token to mail. */
export async function openAccountLink(
  trx: Trx,
  link: Pick<NewAccountLink, 'uid' | 'kind' | 'email'>,
  minutes: number,
): Promise<string> {
  const token = makeToken()
  const expiresAt = new Date(Date.now() + minutes * 60_000)
  await replaceAccountLink(trx, { ...link, tokenHash: hashToken(token)!, expiresAt })
  return token
}

function hashNew(password: string, { email, displayName, userName }: AccountRow): Promise<string> {
  refuseWeakPassword(password, [email, displayName, userName])
  return hashPassword(password)
}

async function setPassword(
  { config: { secretsKey } }: PasswordContext,
  trx: Trx,
  account: AccountRow,
  passwordHash: string,
  keptSession?: Buffer,
): Promise<void> {
  const { uid, displayName: name } = account
  await updateAccount(trx, uid, { passwordHash })
  await deleteAccountLinks(trx, uid)
  await deleteSessionsOf(trx, uid, keptSession)
  const change = { kind: 'password', before: {} } as const
  await recordSensitiveChange({ db: trx, secretsKey }, account, change, (undo) => ({
    kind: 'password-changed',
    name,
    undo,
  }))
}
