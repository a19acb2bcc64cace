/** Logs in by e-mail and password. */
import { AppError } from '../../contract/errors.ts'
import type { Db } from '../../db/connection.ts'
import { findAccountByEmail } from '../../db/queries/accounts.ts'
import type { LogInAttempt, LogInLimits } from './log-in-limits.ts'
import { isPassword } from './passwords.ts'
import { openSession } from './sessions.ts'

export interface LogInRequest extends LogInAttempt {
  password: string
  userAgent: string
}

/**
 * Opens a session and returns its token. Throws AppError `wrong_credentials`, the same and as late whether the account
 * exists or not, or `rate_limited`.
 */
export async function logIn(ctx: { db: Db; limits: LogInLimits }, request: LogInRequest): Promise<string> {
  await ctx.limits.take(request)
  const account = await findAccountByEmail(ctx.db, request.email)
  const isRight = await isPassword(account?.passwordHash, request.password)
  if (!account || !isRight) throw new AppError('wrong_credentials')
  await ctx.limits.forgive(request)
  return openSession(ctx.db, account.uid, request.userAgent)
}
