/** Limits the code emails and entered codes of sign-ups with one email address. */
import type { SolvedProof } from '../../contract/proof.ts'
import { requireWork, workFor } from '../security/require-work.ts'
import type { WorkProof } from '../security/proof-of-work.ts'
import { limits as rules } from '../../contract/limits.ts'
import type { AccountLimits, CodeRule } from './account-limits.ts'
import type { LogInLimits } from './log-in-limits.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

export interface CodeContext {
  accountLimits: AccountLimits
  limits: Pick<LogInLimits, 'useProof'>
  /** Undefined where proofs of work are switched off. */
  workProof: WorkProof | undefined
  config: { secretsKey: SecretKeys }
}

/** The browser that asks for a code or enters one. */
export interface CodeVisit {
  address: string
  /** The solved proof of work, if the request was refused with `proof_required` before. */
  proof?: SolvedProof | undefined
}

/**
 * Counts a code email to an address, or a code entered for it. Anybody can start a sign-up with anybody's address, so above the
 * limit nobody is refused: each request then needs a proof of work, which becomes harder with the number of requests. Throws
 * AppError `proof_required` with a challenge; such a request is not counted. Where proofs are switched off, throws AppError
 * `rate_limited`.
 */
export async function takeCode(
  { accountLimits, limits, workProof, config }: CodeContext,
  rule: CodeRule,
  email: string,
  { address, proof }: CodeVisit,
): Promise<void> {
  if (!workProof) return accountLimits.take(rule, email.toLowerCase())
  const work = workFor(await accountLimits.add(rule, email.toLowerCase()), rules[`account ${rule}`].points)
  if (work === 0) return
  const proofs = { workProof, secretsKey: config.secretsKey, useProof: limits.useProof }
  const purpose = `${rule} ${email.toLowerCase()}`
  await requireWork(proofs, { purpose, address, proof, work }).catch(async (error: unknown) => {
    await accountLimits.giveBack(rule, email.toLowerCase())
    throw error
  })
}
