/** Logs in by email and password. */
import { AppError } from '../../contract/errors.ts'
import { findAccountByEmail } from '../../db/queries/accounts.ts'
import type { LogInAttempt, LogInContext } from './log-in-limits.ts'
import { isPassword } from './passwords.ts'
import { enterAccount } from './enter-account.ts'
import { takeAttempt } from './take-attempt.ts'
import { proveSecondFactor } from './two-factor.ts'

export interface LogInRequest extends LogInAttempt {
  password: string
  /** The second factor, for accounts that have one. */
  code?: string | undefined
  userAgent: string
}

/**
 * Opens a session and returns its token. Throws AppError `wrong_credentials`, equally fast whether the account exists or
 * not; `code_required` or `wrong_code`, only with the right password; or as `takeAttempt` does.
 */
export async function logIn(ctx: LogInContext, request: LogInRequest): Promise<string> {
  await takeAttempt(ctx, request)
  const account = await findAccountByEmail(ctx.db, request.email)
  const isRight = await isPassword(account?.passwordHash, request.password)
  if (!account || !isRight) throw new AppError('wrong_credentials')
  if (request.code !== undefined) await ctx.limits.takeCode(request)
  await proveSecondFactor(ctx, account.uid, request.code)
  await ctx.limits.forgive(request)
  await ctx.limits.forgiveCodes(request)
  const { uid, passwordHash } = account
  const entered = await enterAccount(
    ctx,
    { uid, userAgent: request.userAgent },
    (now) => now.passwordHash === passwordHash,
  )
  if (!entered) throw new AppError('wrong_credentials')
  return entered.token
}
