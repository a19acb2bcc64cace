/** Confirms in a session who is at the browser. Sensitive changes require it: docs/sensitive-changes.md. */
import type { ConfirmationMethod, ConfirmationNeeds } from '../../contract/confirmation.ts'
import { AppError } from '../../contract/errors.ts'
import type { Db } from '../../db/connection.ts'
import { findAccount } from '../../db/queries/accounts.ts'
import { hasPasskey } from '../../db/queries/passkeys.ts'
import { findConfirmedSession, markSessionConfirmed } from '../../db/queries/sessions.ts'
import type { AccountLimits } from './account-limits.ts'
import type { GoogleSignIn } from './google-identity.ts'
import { isPassword } from './passwords.ts'
import { hashSession } from './sessions.ts'
import type { OwnSession } from './sessions.ts'
import { hasSecondFactor, proveSecondFactor } from './two-factor.ts'

const validMinutes = 10

export interface ConfirmationContext {
  db: Db
  accountLimits: AccountLimits
  /** Undefined where Google sign-in is off. */
  google: GoogleSignIn | undefined
  config: { secretsKey: Buffer }
}

/** Throws AppError `confirmation_required`, with what the account can confirm with, unless the session is confirmed now. */
export async function requireConfirmation(ctx: ConfirmationContext, session: OwnSession): Promise<void> {
  if (await isConfirmed(ctx.db, session)) return
  throw new AppError('confirmation_required', { confirmation: await listNeeds(ctx, session.uid) })
}

/** Returns whether the session was confirmed within the last ten minutes. */
export async function isConfirmed(db: Db, { uid, token }: OwnSession): Promise<boolean> {
  return findConfirmedSession(db, { uid, tokenHash: hashSession(token) }, validMinutes)
}

/**
 * Confirms the session with the account's password, and its second factor where it is on. Throws AppError `wrong_password`,
 * `code_required`, `wrong_code` or `rate_limited`; attempts count for this session only, so that a thief of the session cannot
 * lock the owner out.
 */
export async function confirmByPassword(
  ctx: ConfirmationContext,
  session: OwnSession,
  { password, code }: { password: string; code?: string | undefined },
): Promise<void> {
  await ctx.accountLimits.takeConfirmation(session.token)
  const account = await findAccount(ctx.db, session.uid)
  if (!(await isPassword(account?.passwordHash, password))) throw new AppError('wrong_password')
  await proveSecondFactor(ctx, session.uid, code)
  await ctx.accountLimits.forgiveConfirmation(session.token)
  await confirmSession(ctx.db, session.token, 'password')
}

/** Marks a session as confirmed now. Every method ends here. */
export async function confirmSession(db: Db, token: string, method: ConfirmationMethod): Promise<void> {
  await markSessionConfirmed(db, hashSession(token), method)
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
