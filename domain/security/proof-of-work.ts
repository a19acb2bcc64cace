/** Proof of work by altcha-lib: computed in the browser, without a third party. */
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { proofChallenge } from '../../contract/proof.ts'
import type { ProofChallenge, SolvedProof } from '../../contract/proof.ts'

/** A proof that slows automated attempts down. A captcha could implement the same interface. */
export interface WorkProof {
  /** Creates a challenge for a hashed network or the like; `work` is a multiple of the easiest, an integer. */
  ask(to: string, work: number): Promise<ProofChallenge>
  /**
   * True when the challenge was created for this network, has not expired, is at least this much work, and is solved. Whether it
   * was used before is counted elsewhere.
   */
  isSolved(to: string, proof: SolvedProof, leastWork?: number): Promise<boolean>
}

/**
 * About 256 keys of this many rounds each, times the work. A key of 5,000 rounds takes 1.4 ms on a server's core and five times
 * that on a cheap phone: two seconds there for the easiest proof, on average, and three milliseconds here to verify one.
 */
const cost = 5000
const keyPrefix = '00'
const lifeSeconds = 10 * 60

/** Opens proof of work with the key that signs challenges. */
export function openWorkProof(secret: Buffer): WorkProof {
  const hmacSignatureSecret = `tip-proof ${secret.toString('hex')}`
  return {
    async ask(to, work) {
      const expiresAt = Math.floor(Date.now() / 1000) + lifeSeconds
      const algorithm = 'PBKDF2/SHA-256'
      const wanted = {
        algorithm,
        cost: cost * work,
        keyPrefix,
        expiresAt,
        data: { to },
        deriveKey,
        hmacSignatureSecret,
      }
      return proofChallenge.parse(await createChallenge(wanted))
    },

    async isSolved(to, { challenge, solution }, leastWork = 1) {
      const { data, cost: asked } = challenge.parameters
      if (data.to !== to || asked < cost * leastWork) return false
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
