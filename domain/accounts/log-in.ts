import { AppError } from '../../contract/errors.ts'
import { insertEventByEmail } from '../../db/queries/accounts/account-events.ts'
import { findAccountByEmail } from '../../db/queries/accounts/accounts.ts'
import type { LogInAttempt, LogInContext } from './log-in-limits.ts'
import { isPassword } from './passwords.ts'
import type { AccountRow } from '../../db/schema.ts'
import { recordRefusal } from './account-events.ts'
import { enterAccount } from './enter-account.ts'
import type { Entered } from './enter-account.ts'
import { takeAttempt } from './take-attempt.ts'
import { proveSecondFactor } from './two-factor.ts'

export interface LogInRequest extends Omit<LogInAttempt, 'device'> {
  password: string
  /** The second-factor code, for accounts that require one. */
  code?: string | undefined
  userAgent: string
  /** Returns the browser's device id if the account has logged in there before (see `known-devices.ts`). */
  deviceOf: (account: AccountRow) => string | undefined
}

/**
 * Opens a session and returns its token with the account. Throws AppError `wrong_credentials`, after the same time whether or not
 * the account exists; `code_required` or `wrong_code`, only if the password is right; or as `takeAttempt` does.
 */
export async function logIn(ctx: LogInContext, request: LogInRequest): Promise<Entered> {
  const account = await findAccountByEmail(ctx.db, request.email)
  const attempt = { ...request, device: account && request.deviceOf(account) }
  await takeAttempt(ctx, attempt)
  const isRight = await isPassword(account?.passwordHash, request.password)
  if (!account || !isRight) {
    await insertEventByEmail(ctx.db, { ...request, kind: 'log-in-refused' })
    throw new AppError('wrong_credentials')
  }
  if (request.code !== undefined) await ctx.limits.takeCode(attempt)
  const { uid, passwordHash } = account
  const who = { uid, userAgent: request.userAgent }
  await recordRefusal(ctx.db, who, () => proveSecondFactor(ctx, uid, request.code))
  await ctx.limits.forgive(attempt)
  await ctx.limits.forgiveCodes(attempt)
  const entered = await enterAccount(ctx, who, (now) => now.passwordHash === passwordHash)
  if (!entered) throw new AppError('wrong_credentials')
  return entered
}
