/** Confirms that the person at the browser owns the account. Sensitive changes require this (docs/sensitive-changes.md). */
import type { ConfirmationMethod, ConfirmationNeeds } from '../../contract/accounts/confirmation.ts'
import { AppError } from '../../contract/errors.ts'
import type { Db } from '../../db/connection.ts'
import { findAccount } from '../../db/queries/accounts/accounts.ts'
import { hasPasskey } from '../../db/queries/accounts/passkeys.ts'
import { findConfirmedSession, markSessionConfirmed } from '../../db/queries/accounts/sessions.ts'
import { recordRefusal } from './account-events.ts'
import type { AccountLimits } from './account-limits.ts'
import type { GoogleSignIn } from './google-identity.ts'
import { confirmedMinutes, isConfirmationOf, sealConfirmation } from './confirmation-proof.ts'
import { isPassword } from './passwords.ts'
import { hashSession } from './sessions.ts'
import type { OwnSession } from './sessions.ts'
import { hasSecondFactor, proveSecondFactor } from './two-factor.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

export interface ConfirmationContext {
  db: Db
  accountLimits: AccountLimits
  /** Undefined where Google sign-in is off. */
  google: GoogleSignIn | undefined
  config: { secretsKey: SecretKeys }
}

/** A session, with the cookie that its browser has sent as a proof of confirmation. */
export interface BrowserSession extends OwnSession {
  /** The cookie that proves the browser's confirmation (`confirmation-proof.ts`). */
  confirmation: string | undefined
}

/**
 * Throws AppError `confirmation_required`, with the methods that the account can confirm with, unless the session is confirmed.
 */
export async function requireConfirmation(ctx: ConfirmationContext, session: BrowserSession): Promise<void> {
  if (await isConfirmed(ctx, session)) return
  throw new AppError('confirmation_required', { confirmation: await listNeeds(ctx, session.uid) })
}

/** Returns whether this browser confirmed the session within the last ten minutes. */
export async function isConfirmed(
  { db, config }: Pick<ConfirmationContext, 'db' | 'config'>,
  { uid, token, confirmation }: BrowserSession,
): Promise<boolean> {
  if (!isConfirmationOf(config.secretsKey, token, confirmation)) return false
  return findConfirmedSession(db, { uid, tokenHash: hashSession(token) }, confirmedMinutes)
}

/**
 * Confirms the session with the account's password, and with the second factor if it is on. Returns the cookie that proves the
 * confirmation. Throws AppError `wrong_password`, `code_required`, `wrong_code` or `rate_limited`. Attempts count for this session
 * only, so that somebody who stole the session cannot lock the owner out.
 */
export async function confirmByPassword(
  ctx: ConfirmationContext,
  session: OwnSession,
  { password, code }: { password: string; code?: string | undefined },
): Promise<string> {
  await ctx.accountLimits.takeConfirmation(session.token)
  const account = await findAccount(ctx.db, session.uid)
  await recordRefusal(ctx.db, session, async () => {
    if (!(await isPassword(account?.passwordHash, password))) throw new AppError('wrong_password')
    await proveSecondFactor(ctx, session.uid, code)
  })
  await ctx.accountLimits.forgiveConfirmation(session.token)
  return confirmSession(ctx, session.token, 'password')
}

/** Marks a session as confirmed now, and returns the cookie that proves it. Every method of confirmation calls this function. */
export async function confirmSession(
  { db, config }: Pick<ConfirmationContext, 'db' | 'config'>,
  token: string,
  method: ConfirmationMethod,
): Promise<string> {
  await markSessionConfirmed(db, hashSession(token), method)
  return sealConfirmation(config.secretsKey, token)
}

async function listNeeds(
  { db, google }: Pick<ConfirmationContext, 'db' | 'google'>,
  uid: string,
): Promise<ConfirmationNeeds> {
  const account = await findAccount(db, uid)
  const methods: ConfirmationMethod[] = []
  if (await hasPasskey(db, uid)) methods.push('passkey')
  if (account?.passwordHash) methods.push('password')
  if (account?.googleId && google) methods.push('google')
  return { methods, needsCode: await hasSecondFactor(db, uid) }
}
