/** Proof of work, which a browser has to do before the next payment after attempts that look like card testing. */
import * as z from 'zod/mini'

const hex = z.string().check(z.regex(/^[0-9a-f]{1,128}$/))

/** A signed challenge, with the fields of altcha-lib. */
export const proofChallenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: hex,
    salt: hex,
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: hex,
    expiresAt: z.int(),
    /** A hash of the network that the challenge was created for; only that network can use it. */
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
