/** Solves a proof of work in a test, as the web app does in the background. */
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { ProofChallenge, SolvedProof } from '../../contract/proof.ts'

export async function solveProof(challenge: ProofChallenge): Promise<SolvedProof> {
  const { counter, derivedKey } = (await solveChallenge({ challenge, deriveKey }))!
  return { challenge, solution: { counter, derivedKey } }
}
