/** Finishes a Google sign-in that requires more proof: the account's password, its second factor, or both. */
import { AppError } from '../../contract/errors.ts'
import type { SolvedProof } from '../../contract/proof.ts'
import type { Db, Trx } from '../../db/connection.ts'
import { findAccountByEmail, findAccountByGoogleId, linkGoogle } from '../../db/queries/accounts/accounts.ts'
import type { AccountRow } from '../../db/schema.ts'
import { openFlow } from './google-flow.ts'
import type { ProvenGoogle } from './google-flow.ts'
import type { LogInContext } from './log-in-limits.ts'
import { isPassword } from './passwords.ts'
import { enterAccount } from './enter-account.ts'
import type { Entered } from './enter-account.ts'
import { recordSensitiveChange } from './sensitive-changes.ts'
import { takeAttempt } from './take-attempt.ts'
import { recordRefusal } from './account-events.ts'
import { proveSecondFactor } from './two-factor.ts'

export interface GoogleProof {
  password: string | undefined
  code: string | undefined
  /** The network address of the request. */
  address: string
  /** Returns the browser's device id if the account has logged in there before (see `known-devices.ts`). */
  deviceOf: (account: AccountRow) => string | undefined
  /** The solved proof of work, if an earlier attempt was refused with `proof_required`. */
  work?: SolvedProof | undefined
  userAgent: string
}

/**
 * Returns what the browser with this cookie still has to prove before it is signed in; undefined when nothing is missing, or the
 * cookie has expired.
 */
export async function findPendingGoogle(
  { db, config }: Pick<LogInContext, 'db' | 'config'>,
  flow: string | undefined,
) {
  const proven = openFlow(config.secretsKey, flow, 'proven')
  const found = proven && (await findProven(db, proven))
  return (
    found && { email: found.account.email, needs: found.isLinked ? ('code' as const) : ('password' as const) }
  )
}

/**
 * Opens a session, and links the account to Google if it is not linked yet. Throws AppError `google_expired`, `wrong_password`,
 * `code_required`, `wrong_code`, or as `takeAttempt` does.
 */
export async function finishGoogle(
  ctx: LogInContext,
  flow: string | undefined,
  proof: GoogleProof,
): Promise<Entered & { from: string | null }> {
  const proven = openFlow(ctx.config.secretsKey, flow, 'proven')
  const found = proven && (await findProven(ctx.db, proven))
  if (!found) throw new AppError('google_expired')
  const { account, isLinked } = found
  const { address, deviceOf, work } = proof
  const attempt = { email: account.email, address, device: deviceOf(account), proof: work }
  await takeAttempt(ctx, attempt)
  const { uid, passwordHash } = account
  const who = { uid, userAgent: proof.userAgent }
  await recordRefusal(ctx.db, who, async () => {
    if (!isLinked && !(await isPassword(passwordHash, proof.password ?? '')))
      throw new AppError('wrong_password')
    if (proof.code !== undefined) await ctx.limits.takeCode(attempt)
    await proveSecondFactor(ctx, uid, proof.code)
  })
  await ctx.limits.forgive(attempt)
  await ctx.limits.forgiveCodes(attempt)
  const entered = await enterAccount(ctx, who, (now, trx) => {
    if (isLinked) return now.googleId === proven.googleId
    return now.passwordHash === passwordHash && link(ctx, trx, now, proven.googleId)
  })
  if (!entered) throw new AppError('google_expired')
  return { ...entered, from: proven.from }
}

async function findProven(db: Db, { googleId, email }: ProvenGoogle) {
  const linked = await findAccountByGoogleId(db, googleId)
  if (linked) return { account: linked, isLinked: true }
  const account = await findAccountByEmail(db, email)
  return account && !account.googleId ? { account, isLinked: false } : undefined
}

/** Links the account to Google. Returns false if another browser has linked it since it was read. */
async function link(
  { config }: LogInContext,
  trx: Trx,
  account: AccountRow,
  googleId: string,
): Promise<boolean> {
  const { uid, displayName: name } = account
  if (!(await linkGoogle(trx, uid, googleId))) return false
  const { secretsKey } = config
  const change = { kind: 'google', before: {} } as const
  await recordSensitiveChange({ db: trx, secretsKey }, account, change, (undo) => ({
    kind: 'google-linked',
    name,
    undo,
  }))
  return true
}
