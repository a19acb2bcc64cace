/**
 * The state of a Google sign-in. The browser's cookie carries it from step to step, sealed, so that nobody can read or forge it.
 */
import { z } from 'zod'
import { seal, tryUnseal } from '../security/sealing.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

export const googleFlowLifetime = 15 * 60_000

/** The state while the browser is at Google to sign in. It contains the values that verify the callback. */
const requested = z.object({
  kind: z.literal('asked'),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  page: z.enum(['log-in', 'sign-up']),
  from: z.string().nullable(),
})
/** The state while the browser is at Google to confirm a session. */
const confirming = z.object({
  kind: z.literal('confirming'),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The hash of the token of the session to confirm. */
  session: z.string(),
})
/** The state after Google's callback, if the person still has to enter a password or a second-factor code. */
const proven = z.object({
  kind: z.literal('proven'),
  googleId: z.string(),
  email: z.string(),
  from: z.string().nullable(),
})
const flow = z.object({
  expiresAt: z.number(),
  step: z.discriminatedUnion('kind', [requested, confirming, proven]),
})

export type StartedGoogle = z.output<typeof requested>
export type ProvenGoogle = z.output<typeof proven>
type GoogleStep = StartedGoogle | z.output<typeof confirming> | ProvenGoogle

const context = 'google sign-in'

/** Seals a state, which then expires after 15 minutes. */
export function sealFlow(keys: SecretKeys, step: GoogleStep): string {
  return seal(keys, JSON.stringify({ expiresAt: Date.now() + googleFlowLifetime, step }), context)
}

/**
 * Unseals a state of the given kind; undefined when the cookie is missing or expired, or another release sealed it in another form.
 */
export function openFlow<K extends GoogleStep['kind']>(
  keys: SecretKeys,
  sealed: string | undefined,
  kind: K,
): Extract<GoogleStep, { kind: K }> | undefined {
  const text = sealed && tryUnseal(keys, sealed, context)
  if (!text) return undefined
  const { data } = flow.safeParse(JSON.parse(text))
  if (data?.step.kind !== kind || Date.now() >= data.expiresAt) return undefined
  return data.step as Extract<GoogleStep, { kind: K }>
}
