/**
 * Proof of work. After attempts that look like card testing or password guessing, a browser has to solve one before the next
 * attempt.
 */
import * as z from 'zod/mini'

const hex = z.string().check(z.regex(/^[0-9a-f]{1,128}$/))

/** A signed challenge, with the fields that altcha-lib uses. */
export const proofChallenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: hex,
    salt: hex,
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: hex,
    expiresAt: z.int(),
    /** The browser that requested the challenge, for example as a hash of its network. We accept a solution only from it. */
    data: z.object({ to: z.string().check(z.maxLength(64)) }),
  }),
  signature: hex,
})
export type ProofChallenge = z.output<typeof proofChallenge>

/** A challenge with its solution. */
export const solvedProof = z.object({
  challenge: proofChallenge,
  solution: z.object({ counter: z.int(), derivedKey: hex }),
})
export type SolvedProof = z.output<typeof solvedProof>
