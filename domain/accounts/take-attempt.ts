import { requireWork } from '../security/require-work.ts'
import type { LogInAttempt, LogInContext } from './log-in-limits.ts'

/**
 * Counts an attempt to log in or confirm, before its password or code is verified. If an account has had too many attempts from
 * many networks, each further attempt from an unknown device requires a proof of work, which becomes harder with the number of
 * attempts. Throws AppError `rate_limited`, or `proof_required` with a challenge. When a proof is required, an attempt without one
 * is not counted, and an attempt with a wrong one counts only for its network.
 */
export async function takeAttempt(ctx: LogInContext, attempt: LogInAttempt): Promise<void> {
  const { limits, workProof, config } = ctx
  const { email, address, device, proof } = attempt
  await limits.take(attempt)
  const work = device === undefined ? await limits.workFor(email) : 0
  if (work === 0) return
  if (!workProof) return limits.checkAccount(email)
  const proofs = { workProof, secretsKey: config.secretsKey, useProof: limits.useProof }
  const purpose = `log-in ${email.toLowerCase()}`
  await requireWork(proofs, { purpose, address, proof, work }).catch(async (error: unknown) => {
    // Wrong proofs do not count for the account: they cost nothing to send, and would make the proof of the owner's new device
    // harder.
    await (proof ? limits.forgiveAccount(attempt) : limits.forgive(attempt))
    throw error
  })
}
