/** Passwords: verified, changed with the old one, reset by a mailed link. */
import { AppError } from '../../contract/errors.ts'
import type { Trx } from '../../db/connection.ts'
import { deleteAccountLinks, replaceAccountLink, takeAccountLink } from '../../db/queries/account-links.ts'
import { findAccount, findAccountByEmail, updateAccount } from '../../db/queries/accounts.ts'
import { deleteSessionsOf } from '../../db/queries/sessions.ts'
import type { NewAccountLink } from '../../db/account-tables.ts'
import type { AccountRow } from '../../db/schema.ts'
import type { AccountLimits } from './account-limits.ts'
import { enqueueAccountEmail } from '../mail/enqueue-account-email.ts'
import type { Recipient } from '../mail/enqueue-account-email.ts'
import type { LogInContext } from './log-in-limits.ts'
import { refuseWeakPassword } from './password-strength.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { hashToken, makeToken } from '../security/tokens.ts'

export interface PasswordContext extends LogInContext {
  accountLimits: AccountLimits
}

/** Who proves a password: the account, the network of the request, and what was typed. */
export interface PasswordProof {
  uid: string
  password: string
  address: string
}

const resetMinutes = 30

/** Returns the account if the password is right. Throws AppError `wrong_password`, or `rate_limited` like a log-in. */
export async function provePassword(
  { db, limits }: Pick<PasswordContext, 'db' | 'limits'>,
  { uid, password, address }: PasswordProof,
): Promise<AccountRow> {
  const account = await findAccount(db, uid)
  if (!account) throw new AppError('unauthenticated')
  const attempt = { email: account.email, address }
  await limits.take(attempt)
  if (!(await isPassword(account.passwordHash, password))) throw new AppError('wrong_password')
  await limits.forgive(attempt)
  return account
}

/** Sets a new password and ends every session except the one with this token. */
export async function changePassword(
  ctx: PasswordContext,
  proof: PasswordProof,
  password: string,
  sessionToken: string,
): Promise<void> {
  const account = await provePassword(ctx, proof)
  const passwordHash = await hashNew(password, account)
  await ctx.db.transaction().execute((trx) => {
    const current = hashToken(sessionToken)
    return setPassword(ctx, trx, account, passwordHash, current)
  })
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
 * Sets a new password by a link, ends every session, and returns the account's uid. Throws AppError `link_expired`, or
 * `invalid_input` for a weak password, which leaves the link usable.
 */
export async function resetPassword(ctx: PasswordContext, token: string, password: string): Promise<string> {
  const hash = hashToken(token)
  if (!hash) throw new AppError('link_expired')
  return ctx.db.transaction().execute(async (trx) => {
    const link = await takeAccountLink(trx, hash, 'reset-password')
    const account = link && (await findAccount(trx, link.uid))
    if (!account) throw new AppError('link_expired')
    await setPassword(ctx, trx, account, await hashNew(password, account))
    return account.uid
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
  const { uid, displayName } = account
  await updateAccount(trx, uid, { passwordHash })
  await deleteAccountLinks(trx, uid)
  await deleteSessionsOf(trx, uid, keptSession)
  await enqueueAccountEmail({ db: trx, secretsKey }, account, { kind: 'password-changed', name: displayName })
}
