/** Changes passwords in a confirmed session, or resets them by a link in an email. */
import { AppError } from '../../contract/errors.ts'
import type { Db, Trx } from '../../db/connection.ts'
import {
  deleteAccountLinks,
  findAccountLink,
  hasAccountLink,
  insertAccountLink,
  takeAccountLink,
} from '../../db/queries/accounts/account-links.ts'
import {
  findAccount,
  findAccountByEmail,
  lockAccount,
  updateAccount,
} from '../../db/queries/accounts/accounts.ts'
import { deleteSessionsOf } from '../../db/queries/accounts/sessions.ts'
import type { NewAccountLink } from '../../db/account-tables.ts'
import type { AccountRow } from '../../db/schema.ts'
import type { AccountLimits } from './account-limits.ts'
import { enqueueAccountEmail } from '../mail/enqueue-account-email.ts'
import type { Recipient } from '../mail/enqueue-account-email.ts'
import { refuseWeakPassword } from './password-strength.ts'
import { hashPassword } from './passwords.ts'
import { recordSensitiveChange } from './sensitive-changes.ts'
import { changeInSession } from './session-changes.ts'
import { hashSession } from './sessions.ts'
import type { OwnSession } from './sessions.ts'
import { hashToken, makeToken } from '../security/tokens.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

export interface PasswordContext {
  db: Db
  accountLimits: AccountLimits
  config: { secretsKey: SecretKeys }
}

/** How many minutes a link to choose a new password is valid. */
export const resetMinutes = 30

/**
 * Sets a new password, ends every other session of the account, and returns the account. Throws AppError `invalid_input` for a weak
 * password, or as `changeInSession` does.
 */
export async function changePassword(
  ctx: PasswordContext,
  session: OwnSession,
  password: string,
): Promise<AccountRow> {
  const passwordHash = await hashNew(password, await getOwnAccount(ctx.db, session.uid))
  return changeInSession(ctx.db, session, (trx, account) =>
    setPassword(ctx, trx, account, passwordHash, hashSession(session.token)),
  )
}

/** Returns the account of a session. Throws AppError `unauthenticated` when the account no longer exists. */
export async function getOwnAccount(db: Db, uid: string): Promise<AccountRow> {
  const account = await findAccount(db, uid)
  if (!account) throw new AppError('unauthenticated')
  return account
}

/** How many minutes after a reset email no other is sent to the same address. Otherwise strangers could fill a mailbox. */
const quietMinutes = 10

export interface ResetRequest extends Recipient {
  /** The network address of the request. */
  address: string
  /** Returns the browser's device id if the account has logged in there before (see `known-devices.ts`). */
  deviceOf: (account: AccountRow) => string | undefined
}

/**
 * Sends a link to set a new password, unless one was sent within the last ten minutes. All sent links work until one of them is
 * used, so a stranger who requests links cannot stop the owner from using theirs. An address without an account gets an email
 * that says so, in the language of the page; the response does not reveal this. Throws AppError `rate_limited` for a network, but
 * never for a known device.
 */
export async function requestPasswordReset(
  ctx: PasswordContext,
  { email, locale, address, deviceOf }: ResetRequest,
): Promise<void> {
  const { secretsKey } = ctx.config
  const account = await findAccountByEmail(ctx.db, email)
  if (!account || deviceOf(account) === undefined) await ctx.accountLimits.takeNetwork('link-net', address)
  if (!account) {
    const content = { kind: 'reset-unknown' } as const
    if ((await ctx.accountLimits.add('reset-unknown', email.toLowerCase())) > 1) return
    return enqueueAccountEmail({ db: ctx.db, secretsKey }, { email, locale }, content)
  }
  await ctx.db.transaction().execute(async (trx) => {
    const { uid } = account
    const now = await lockAccount(trx, uid)
    if (now?.email !== account.email) return // the email address has changed meanwhile, because an earlier change was undone
    if (await hasAccountLink(trx, { uid, kind: 'reset-password' }, resetMinutes - quietMinutes)) return
    const token = await openAccountLink(trx, { uid, kind: 'reset-password', email }, resetMinutes)
    const content = { kind: 'reset-password', token, name: now.displayName } as const
    await enqueueAccountEmail({ db: trx, secretsKey }, now, content)
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
  const link = await findAccountLink(ctx.db, hash, 'reset-password')
  const found = link && (await findAccount(ctx.db, link.uid))
  if (!found) throw new AppError('link_expired')
  const passwordHash = await hashNew(password, found)
  return ctx.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, found.uid)
    if (!account || !(await takeAccountLink(trx, hash, 'reset-password'))) throw new AppError('link_expired')
    return setPassword(ctx, trx, account, passwordHash)
  })
}

/** Stores a link for an account, and returns the token that the email contains. */
export async function openAccountLink(
  trx: Trx,
  link: Pick<NewAccountLink, 'uid' | 'kind' | 'email'>,
  minutes: number,
): Promise<string> {
  const token = makeToken()
  const expiresAt = new Date(Date.now() + minutes * 60_000)
  await insertAccountLink(trx, { ...link, tokenHash: hashToken(token)!, expiresAt })
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
): Promise<AccountRow> {
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
  return { ...account, passwordHash }
}
