/** Requires a proof of work when many attempts are made on the same account or address. */
import { createHmac } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { SolvedProof } from '../../contract/proof.ts'
import { networkOf } from './network-key.ts'
import type { WorkProof } from './proof-of-work.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

/** The maximum difficulty: ten times the easiest proof of work, on average twenty seconds on a cheap phone. */
const maxWork = 10

/**
 * Returns the difficulty of the proof of work after `count` attempts, as a multiple of the easiest: 0 up to the limit of
 * `points`, then 2, and 1 more with each further `points`, at most 10.
 */
export function workFor(count: number, points: number): number {
  const limits = Math.ceil(count / points)
  return limits > 1 ? Math.min(limits, maxWork) : 0
}

/** An attempt that needs a proof of work. */
export interface Attempt {
  /** The attempt with its account or address, for example `log-in ada@example.com`. */
  purpose: string
  /** The network address that the attempt comes from. */
  address: string
  proof?: SolvedProof | undefined
  work: number
}

interface Proofs {
  workProof: WorkProof
  secretsKey: SecretKeys
  /** Marks a proof, identified by its signature, as used. Returns false when it was used before. */
  useProof(signature: string): Promise<boolean>
}

/**
 * Resolves if the attempt has a new proof of work that was made for its purpose and network. Throws AppError `proof_required` with
 * a challenge if it has none.
 */
export async function requireWork(proofs: Proofs, { purpose, address, proof, work }: Attempt): Promise<void> {
  const { workProof, secretsKey } = proofs
  const recipients = secretsKey.map((key) =>
    createHmac('sha256', key)
      .update(`${purpose} ${networkOf(address)}`)
      .digest('hex'),
  )
  const isGood =
    proof !== undefined &&
    (await workProof.isSolved(recipients, proof, work / 2)) && // half the difficulty is enough, because the difficulty may have risen since the challenge was created
    (await proofs.useProof(proof.challenge.signature))
  if (!isGood) throw new AppError('proof_required', { challenge: await workProof.ask(recipients[0]!, work) })
}
