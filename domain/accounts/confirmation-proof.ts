/**
 * The cookie that proves that this browser has confirmed its session. Somebody who stole the session's cookie before does not have
 * the proof, and so cannot make sensitive changes
 * (https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html#renew-the-session-id-after-any-privilege-level-change).
 */
import { z } from 'zod'
import { seal, tryUnseal } from '../security/sealing.ts'
import { hashSession } from './sessions.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

/** How many minutes after a confirmation a session may make sensitive changes. */
export const confirmedMinutes = 10

const sealedProof = z.object({ session: z.string(), expiresAt: z.number() })
const context = 'confirmed session'

/** Returns the sealed cookie of a browser that has just confirmed its session. */
export function sealConfirmation(keys: SecretKeys, token: string): string {
  const expiresAt = Date.now() + confirmedMinutes * 60_000
  return seal(keys, JSON.stringify({ session: keyOf(token), expiresAt }), context)
}

/** Returns whether a cookie proves that its browser confirmed the session within the last ten minutes. */
export function isConfirmationOf(keys: SecretKeys, token: string, sealed: string | undefined): boolean {
  const text = sealed && tryUnseal(keys, sealed, context)
  if (!text) return false
  const { data } = sealedProof.safeParse(JSON.parse(text))
  return data?.session === keyOf(token) && Date.now() < data.expiresAt
}

function keyOf(token: string): string {
  return hashSession(token).toString('base64url')
}
