/** Confirms in a session who is at the browser. Sensitive changes require it: docs/sensitive-changes.md. */
import type { ConfirmationMethod, ConfirmationNeeds } from '../../contract/confirmation.ts'
import { AppError } from '../../contract/errors.ts'
import type { Db } from '../../db/connection.ts'
import { findAccount } from '../../db/queries/accounts.ts'
import { hasPasskey } from '../../db/queries/passkeys.ts'
import { findConfirmedSession, markSessionConfirmed } from '../../db/queries/sessions.ts'
import type { AccountLimits } from './account-limits.ts'
import type { GoogleSignIn } from './google-identity.ts'
import { confirmedMinutes, isConfirmationOf, sealConfirmation } from './confirmation-proof.ts'
import { isPassword } from './passwords.ts'
import { hashSession } from './sessions.ts'
import type { OwnSession } from './sessions.ts'
import { hasSecondFactor, proveSecondFactor } from './two-factor.ts'

export interface ConfirmationContext {
  db: Db
  accountLimits: AccountLimits
  /** Undefined where Google sign-in is off. */
  google: GoogleSignIn | undefined
  config: { secretsKey: Buffer }
}

/** A session in a browser. */
export interface BrowserSession extends OwnSession {
  /** The browser's cookie about its confirmation of the session. */
  confirmation: string | undefined
}

/** Throws AppError `confirmation_required`, with what the account can confirm with, unless the session is confirmed now. */
export async function requireConfirmation(ctx: ConfirmationContext, session: BrowserSession): Promise<void> {
  if (await isConfirmed(ctx, session)) return
  throw new AppError('confirmation_required', { confirmation: await listNeeds(ctx, session.uid) })
}

/** Returns whether the session was confirmed within the last ten minutes, and by the browser that asks. */
export async function isConfirmed(
  { db, config }: Pick<ConfirmationContext, 'db' | 'config'>,
  { uid, token, confirmation }: BrowserSession,
): Promise<boolean> {
  if (!isConfirmationOf(config.secretsKey, token, confirmation)) return false
  return findConfirmedSession(db, { uid, tokenHash: hashSession(token) }, confirmedMinutes)
}

/**
 * Confirms the session with the account's password, and its second factor where it is on, and returns the browser's cookie.
 * Throws AppError `wrong_password`, `code_required`, `wrong_code` or `rate_limited`; attempts count for this session only, so that
 * a thief of the session cannot lock the owner out.
 */
export async function confirmByPassword(
  ctx: ConfirmationContext,
  session: OwnSession,
  { password, code }: { password: string; code?: string | undefined },
): Promise<string> {
  await ctx.accountLimits.takeConfirmation(session.token)
  const account = await findAccount(ctx.db, session.uid)
  if (!(await isPassword(account?.passwordHash, password))) throw new AppError('wrong_password')
  await proveSecondFactor(ctx, session.uid, code)
  await ctx.accountLimits.forgiveConfirmation(session.token)
  return confirmSession(ctx, session.token, 'password')
}

/** Marks a session as confirmed now, and returns the cookie for the browser that did. Every method ends here. */
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
