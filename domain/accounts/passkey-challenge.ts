/**
 * The challenge that a passkey signs. The browser keeps it in a sealed cookie, so the server stores nothing for visitors who never
 * respond.
 */
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import { makeToken } from '../security/tokens.ts'
import { seal, tryUnseal } from '../security/sealing.ts'
import { hashSession } from './sessions.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

export const challengeLifetime = 5 * 60_000

const sealedChallenge = z.object({
  challenge: z.string(),
  purpose: z.enum(['add', 'log-in', 'confirm']),
  /** The hash of the session's token; null for a challenge of a log-in. */
  session: z.string().nullable(),
  expiresAt: z.number(),
})

/** The purpose of a challenge. The server accepts a response only for the purpose, and in the session, of its challenge. */
export type ChallengePurpose =
  | { purpose: 'log-in' }
  | { purpose: 'add' | 'confirm'; session: { token: string } }

const context = 'passkey challenge'

/** Creates a challenge. Returns it together with its sealed form for the browser's cookie. */
export function makeChallenge(
  keys: SecretKeys,
  purpose: ChallengePurpose,
): { challenge: string; sealed: string } {
  const challenge = makeToken()
  const expiresAt = Date.now() + challengeLifetime
  const value = { challenge, purpose: purpose.purpose, session: keyOf(purpose), expiresAt }
  return { challenge, sealed: seal(keys, JSON.stringify(value), context) }
}

/** Returns the challenge of a cookie. Throws AppError `passkey_expired` when it is missing, too old, or for another purpose. */
export function openChallenge(
  keys: SecretKeys,
  sealed: string | undefined,
  expected: ChallengePurpose,
): string {
  const text = sealed && tryUnseal(keys, sealed, context)
  if (!text) throw new AppError('passkey_expired')
  const { data } = sealedChallenge.safeParse(JSON.parse(text))
  const isGood = data?.purpose === expected.purpose && data.session === keyOf(expected)
  if (!isGood || Date.now() >= data.expiresAt) throw new AppError('passkey_expired')
  return data.challenge
}

function keyOf(purpose: ChallengePurpose): string | null {
  return 'session' in purpose ? hashSession(purpose.session.token).toString('base64url') : null
}
