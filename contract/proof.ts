/** A piece of work that a browser does before it may open another payment, after tries that look like a card tester's. */
import * as z from 'zod/mini'

const hex = z.string().check(z.regex(/^[0-9a-f]{1,128}$/))

/** What is to be solved, signed; its fields are those of altcha-lib. */
export const proofChallenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: hex,
    salt: hex,
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: hex,
    expiresAt: z.int(),
    /** Whom it was given to, by a mark. */
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
