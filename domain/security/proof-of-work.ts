/** Proof of work by altcha-lib: nothing leaves the house, and no third party sees the fan. */
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { proofChallenge } from '../../contract/proof.ts'
import type { ProofChallenge, SolvedProof } from '../../contract/proof.ts'

/** Keeps machines busy; another kind of proof, a captcha say, would speak the same. */
export interface TipProof {
  /** What somebody is to solve. */
  ask(to: string): Promise<ProofChallenge>
  /** Whether this was asked of them, in time, and is solved. Whether it was used before is for the limits to know. */
  isSolved(to: string, proof: SolvedProof): Promise<boolean>
}

/** About 256 keys of so many rounds each: a second or so of a phone's time, a few milliseconds to check. */
const cost = 5000
const keyPrefix = '00'
const lifeSeconds = 10 * 60

/** Opens it with the key that challenges are signed by. */
export function openWorkProof(secret: Buffer): TipProof {
  const hmacSignatureSecret = `tip-proof ${secret.toString('hex')}`
  return {
    async ask(to) {
      const expiresAt = Math.floor(Date.now() / 1000) + lifeSeconds
      const algorithm = 'PBKDF2/SHA-256'
      const wanted = { algorithm, cost, keyPrefix, expiresAt, data: { to }, deriveKey, hmacSignatureSecret }
      return proofChallenge.parse(await createChallenge(wanted))
    },

    async isSolved(to, { challenge, solution }) {
      if (challenge.parameters.data.to !== to) return false
      const { verified } = await verifySolution({
        challenge,
        solution: { ...solution, time: 0 },
        deriveKey,
        hmacSignatureSecret,
      })
      return verified
    },
  }
}
