/** Proof of work with altcha-lib. The browser computes a proof itself, and no third party is involved. */
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { proofChallenge } from '../../contract/proof.ts'
import { limits } from '../../contract/limits.ts'
import type { ProofChallenge, SolvedProof } from '../../contract/proof.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

/** Creates and verifies proofs that slow down automated attempts. A captcha could implement the same interface. */
export interface WorkProof {
  /**
   * Creates a challenge for a recipient `to`, for example a hashed network. `work` is its difficulty, an integer multiple of the
   * easiest.
   */
  ask(to: string, work: number): Promise<ProofChallenge>
  /**
   * Returns true if the challenge was created for one of the recipients `to`, has not expired, has at least the difficulty
   * `minWork`, and is solved. The caller checks whether the proof was used before.
   */
  isSolved(to: readonly string[], proof: SolvedProof, minWork?: number): Promise<boolean>
}

/**
 * The number of hash rounds of each key. On average, the easiest proof takes about 256 keys, and a proof of difficulty n takes n
 * times as many. A key of 5,000 rounds takes 1.4 ms on a server's core and five times that on a cheap phone. So the easiest proof
 * takes two seconds on the phone on average, and verifying a proof takes three milliseconds on the server.
 */
const cost = 5000
const defaultKeyPrefix = '00'
/** How long a challenge lasts. That a proof was used is remembered for longer. */
const lifeSeconds = limits['order proof'].duration / 2

/**
 * Opens proof of work. The newest key signs the challenges. A solution's key must begin with `keyPrefix`; each hexadecimal digit of it
 * makes a proof take 16 times as many keys.
 */
export function openWorkProof(keys: SecretKeys, keyPrefix = defaultKeyPrefix): WorkProof {
  const secrets = keys.map((key) => `tip-proof ${key.toString('hex')}`)
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
        hmacSignatureSecret: secrets[0]!,
      }
      return proofChallenge.parse(await createChallenge(wanted))
    },

    async isSolved(to, { challenge, solution }, minWork = 1) {
      const { data, cost: requested } = challenge.parameters
      if (typeof data.to !== 'string' || !to.includes(data.to) || requested < cost * minWork) return false
      const solved = { challenge, solution: { ...solution, time: 0 }, deriveKey }
      for (const hmacSignatureSecret of secrets)
        if ((await verifySolution({ ...solved, hmacSignatureSecret })).verified) return true
      return false
    },
  }
}
