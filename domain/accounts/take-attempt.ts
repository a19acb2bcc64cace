import { createHmac } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import { networkOf } from '../security/network-key.ts'
import type { LogInAttempt, LogInContext } from './log-in-limits.ts'

/**
 * Counts an attempt to log in or confirm, before it is verified. If an account has had too many attempts from many networks,
 * further attempts from unknown devices require a proof of work, which becomes harder with their number. Throws AppError
 * `rate_limited`, or `proof_required` with a challenge. An attempt without a proof then does not count; one with a wrong proof
 * counts for its network only.
 */
export async function takeAttempt(ctx: LogInContext, attempt: LogInAttempt): Promise<void> {
  const { limits, workProof, config } = ctx
  await limits.take(attempt)
  const work = attempt.device === undefined ? await limits.workFor(attempt.email) : 0
  if (work === 0) return
  if (!workProof) return limits.checkAccount(attempt.email)
  const recipient = recipientOf(config.secretsKey, attempt)
  const { proof } = attempt
  const isGood =
    proof !== undefined &&
    (await workProof.isSolved(recipient, proof, work / 2)) && // half, because the difficulty may have risen since the challenge
    (await limits.useProof(proof.challenge.signature))
  if (isGood) return
  // Sending a wrong proof costs nothing, so it must not make the proof of the owner's new device harder.
  if (proof) await limits.forgiveAccount(attempt)
  else await limits.forgive(attempt)
  throw new AppError('proof_required', { challenge: await workProof.ask(recipient, work) })
}

/** A proof is valid for one account and one network only. */
function recipientOf(secret: Buffer, { email, address }: LogInAttempt): string {
  return createHmac('sha256', secret)
    .update(`log-in ${email.toLowerCase()} ${networkOf(address)}`)
    .digest('hex')
}
