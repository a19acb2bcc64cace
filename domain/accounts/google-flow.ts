/** What a browser carries between the steps of signing in with Google: sealed, so that nobody reads or forges it. */
import { z } from 'zod'
import { seal, unseal } from '../security/sealing.ts'

export const googleFlowLifetime = 15 * 60_000

/** Under way to Google: what its answer is held against. */
const asked = z.object({
  kind: z.literal('asked'),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  page: z.enum(['log-in', 'sign-up']),
  from: z.string().nullable(),
})
/** Back from Google, with more to prove here. */
const proven = z.object({
  kind: z.literal('proven'),
  googleId: z.string(),
  email: z.string(),
  from: z.string().nullable(),
})
const flow = z.object({ expiresAt: z.number(), step: z.discriminatedUnion('kind', [asked, proven]) })

export type AskedGoogle = z.output<typeof asked>
export type ProvenGoogle = z.output<typeof proven>

const context = 'google sign-in'

/** Seals a step for a quarter of an hour. */
export function sealFlow(key: Buffer, step: AskedGoogle | ProvenGoogle): string {
  return seal(key, JSON.stringify({ expiresAt: Date.now() + googleFlowLifetime, step }), context)
}

/** Opens a step of this kind; undefined when there is none, or it is too old, or not of our making. */
export function openFlow<K extends 'asked' | 'proven'>(
  key: Buffer,
  sealed: string | undefined,
  kind: K,
): Extract<AskedGoogle | ProvenGoogle, { kind: K }> | undefined {
  const text = sealed && tryUnseal(key, sealed)
  if (!text) return undefined
  const { expiresAt, step } = flow.parse(JSON.parse(text))
  const isGood = step.kind === kind && Date.now() < expiresAt
  return isGood ? (step as Extract<AskedGoogle | ProvenGoogle, { kind: K }>) : undefined
}

/** A cookie is anybody's text. */
function tryUnseal(key: Buffer, sealed: string): string | undefined {
  try {
    return unseal(key, sealed, context)
  } catch {
    return undefined
  }
}
