import { createHmac } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import { networkOf } from '../security/network-key.ts'
import type { LogInAttempt, LogInContext } from './log-in-limits.ts'

/**
 * Counts an attempt to prove who somebody is, before it is verified. While an account is guessed at from many networks, attempts
 * from unknown devices require a proof of work, and a longer one the more of them there are. Throws AppError `rate_limited`, or
 * `proof_required` with a challenge: the attempt does not count if no proof was sent, and for its network alone if the proof was
 * wrong.
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
    (await workProof.isSolved(recipient, proof, work / 2)) && // others may have made it more while this one was solved
    (await limits.useProof(proof.challenge.signature))
  if (isGood) return
  // A wrong proof costs its sender nothing, so it must not make the owner's new device work more.
  if (proof) await limits.forgiveAccount(attempt)
  else await limits.forgive(attempt)
  throw new AppError('proof_required', { challenge: await workProof.ask(recipient, work) })
}

/** A proof is for one account and one network. */
function recipientOf(secret: Buffer, { email, address }: LogInAttempt): string {
  return createHmac('sha256', secret)
    .update(`log-in ${email.toLowerCase()} ${networkOf(address)}`)
    .digest('hex')
}
