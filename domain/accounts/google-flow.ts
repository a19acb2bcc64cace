/** What a browser carries between the steps of a Google sign-in: sealed, so that nobody can read or forge it. */
import { z } from 'zod'
import { seal, tryUnseal } from '../security/sealing.ts'

export const googleFlowLifetime = 15 * 60_000

/** The step on the way to Google: the values that the callback is verified with. */
const asked = z.object({
  kind: z.literal('asked'),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  page: z.enum(['log-in', 'sign-up']),
  from: z.string().nullable(),
})
/** The step on the way to Google of a session that is to be confirmed. */
const confirming = z.object({
  kind: z.literal('confirming'),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The hash of the session's token. */
  session: z.string(),
})
/** The step back from Google, with a password or second factor still to prove. */
const proven = z.object({
  kind: z.literal('proven'),
  googleId: z.string(),
  email: z.string(),
  from: z.string().nullable(),
})
const flow = z.object({
  expiresAt: z.number(),
  step: z.discriminatedUnion('kind', [asked, confirming, proven]),
})

export type StartedGoogle = z.output<typeof asked>
export type ProvenGoogle = z.output<typeof proven>
type GoogleStep = StartedGoogle | z.output<typeof confirming> | ProvenGoogle

const context = 'google sign-in'

/** Seals a step for 15 minutes. */
export function sealFlow(key: Buffer, step: GoogleStep): string {
  return seal(key, JSON.stringify({ expiresAt: Date.now() + googleFlowLifetime, step }), context)
}

/** Opens a step of the given kind; undefined when it is missing, expired, or not sealed by this release. */
export function openFlow<K extends GoogleStep['kind']>(
  key: Buffer,
  sealed: string | undefined,
  kind: K,
): Extract<GoogleStep, { kind: K }> | undefined {
  const text = sealed && tryUnseal(key, sealed, context)
  if (!text) return undefined
  const { data } = flow.safeParse(JSON.parse(text))
  if (data?.step.kind !== kind || Date.now() >= data.expiresAt) return undefined
  return data.step as Extract<GoogleStep, { kind: K }>
}
