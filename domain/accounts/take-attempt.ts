import { requireWork } from '../security/require-work.ts'
import type { LogInAttempt, LogInContext } from './log-in-limits.ts'

/**
 * Counts an attempt to log in or confirm, before it is verified. If an account has had too many attempts from many networks,
 * further attempts from unknown devices require a proof of work, which becomes harder with their number. Throws AppError
 * `rate_limited`, or `proof_required` with a challenge. An attempt without a proof then does not count; one with a wrong proof
 * counts for its network only.
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
    // Sending a wrong proof costs nothing, so it must not make the proof of the owner's new device harder.
    await (proof ? limits.forgiveAccount(attempt) : limits.forgive(attempt))
    throw error
  })
}
