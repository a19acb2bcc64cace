/**
 * The redirect to a platform's consent page and back. Its `state` is bound to the session and to this browser: the callback needs
 * both the session cookie and a cookie of its own, and no URL contains either of them. Nothing is stored on the server.
 */
import { createHmac } from 'node:crypto'
import type { Platform } from '../../contract/chat/platforms.ts'
import { isSame, makeToken } from '../security/tokens.ts'
import type { SecretKeys } from '../config/secret-keys.ts'

export interface Consent {
  /** A query parameter of the consent page's URL, which the platform returns unchanged. */
  state: string
  /** The secret of PKCE (RFC 7636): 43 characters. */
  codeVerifier: string
}

/** A consent is valid only for this session, which opened the consent page, and this platform. */
export interface ConsentContext {
  platform: Platform | 'paypal'
  sessionToken: string
}

/**
 * Starts a consent. The browser has to store `cookie` for the callback. `wantsEvents`: the platform's events are switched on with it, which the
 * callback learns from `state`.
 */
export function openConsent(
  keys: SecretKeys,
  context: ConsentContext,
  wantsEvents = false,
): Consent & { cookie: string } {
  const cookie = makeToken()
  return { cookie, ...deriveConsent(keys[0], context, cookie, wantsEvents) }
}

/** Verifies the returned `state`; undefined when it belongs to another session, browser or platform. */
export function closeConsent(
  keys: SecretKeys,
  context: ConsentContext,
  cookie: string,
  state: string,
): (Consent & { wantsEvents: boolean }) | undefined {
  return keys
    .flatMap((key) =>
      [false, true].map((wantsEvents) => ({
        wantsEvents,
        ...deriveConsent(key, context, cookie, wantsEvents),
      })),
    )
    .find((consent) => isSame(Buffer.from(consent.state), Buffer.from(state)))
}

function deriveConsent(
  key: Buffer,
  { platform, sessionToken }: ConsentContext,
  cookie: string,
  wantsEvents: boolean,
): Consent {
  const derive = (purpose: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, platform, sessionToken, cookie, ...(wantsEvents ? ['events'] : [])]))
      .digest('base64url')
  return { state: derive('consent state'), codeVerifier: derive('consent verifier') }
}
