import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { ProofChallenge, SolvedProof } from '../../../../contract/proof.ts'

const timeout = 5 * 60_000

/**
 * Solves a proof-of-work challenge, usually within a few seconds. The Web Crypto API derives the keys outside the main thread.
 */
export async function solveProofChallenge(challenge: ProofChallenge): Promise<SolvedProof> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout })
  if (!solution) throw new Error('a proof could not be found in time')
  const { counter, derivedKey } = solution
  return { challenge, solution: { counter, derivedKey } }
}
