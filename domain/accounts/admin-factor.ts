/**
 * Admins need a second factor, because one of their sessions opens everybody's data: what a person knows is guessed, reused or given to a
 * false page (https://pages.nist.gov/800-63-4/sp800-63b.html#aal2).
 */
import { AppError } from '../../contract/errors.ts'
import type { Db } from '../../db/connection.ts'
import { hasPasskey } from '../../db/queries/accounts/passkeys.ts'
import { hasSecondFactor } from './two-factor.ts'

export interface AdminFactorContext {
  db: Db
  config: { isProduction: boolean }
}

/**
 * Returns whether an admin has to set up an authenticator app or a passkey before acting as one. True in production only: the demo's admin
 * has neither.
 */
export async function lacksAdminFactor({ db, config }: AdminFactorContext, uid: string): Promise<boolean> {
  if (!config.isProduction) return false
  return !(await hasSecondFactor(db, uid)) && !(await hasPasskey(db, uid))
}

/** Throws AppError `second_factor_required` if an admin has to set up a second factor first. */
export async function requireAdminFactor(ctx: AdminFactorContext, uid: string): Promise<void> {
  if (await lacksAdminFactor(ctx, uid)) throw new AppError('second_factor_required')
}
