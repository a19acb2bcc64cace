/**
 * The way to a platform's consent page and back. Its `state` is bound to the session and to this browser: both the session's
 * cookie and one of its own are needed to come back, and neither stands in an address. Nothing is stored.
 */
import { createHmac } from 'node:crypto'
import type { Platform } from '../../contract/entities.ts'
import { isSame, makeToken } from '../security/tokens.ts'

export interface Consent {
  /** Stands in the address of the consent page, and comes back. */
  state: string
  /** PKCE's secret (RFC 7636): 43 characters. */
  codeVerifier: string
}

/** Who goes, and where to. */
export interface Traveller {
  platform: Platform | 'paypal'
  sessionToken: string
}

/** Begins the way: the browser keeps `cookie`. */
export function openConsent(key: Buffer, traveller: Traveller): Consent & { cookie: string } {
  const cookie = makeToken()
  return { cookie, ...deriveConsent(key, traveller, cookie) }
}

/** Ends it: undefined when the state is of another session, another browser or another platform. */
export function closeConsent(
  key: Buffer,
  traveller: Traveller,
  cookie: string,
  state: string,
): Consent | undefined {
  const consent = deriveConsent(key, traveller, cookie)
  return isSame(Buffer.from(consent.state), Buffer.from(state)) ? consent : undefined
}

function deriveConsent(key: Buffer, { platform, sessionToken }: Traveller, cookie: string): Consent {
  const derive = (purpose: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, platform, sessionToken, cookie]))
      .digest('base64url')
  return { state: derive('consent state'), codeVerifier: derive('consent verifier') }
}
