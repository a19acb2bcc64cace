/** Sign-in with Google: OpenID Connect's code flow with PKCE, state and nonce, through a certified client. */
import * as openid from 'openid-client'
import { z } from 'zod'
import { watchFetch } from '../../db/wires.ts'
import type { GoogleConfig } from '../config/config.ts'

/** A sign-in request to Google, with the values that verify its callback. */
export interface GoogleRequest {
  /** The address that the browser is sent to. */
  address: string
  state: string
  nonce: string
  verifier: string
}

/** A person's Google account. */
export interface GooglePerson {
  /** Google's permanent id of the account (the claim `sub`). Its email can change, and can later belong to somebody else. */
  googleId: string
  email: string
  isEmailVerified: boolean
  name: string
}

/** Thrown when Google has identified nobody: the person cancelled, or the callback is invalid or was used before. */
export class GoogleRefusal extends Error {
  readonly reason: 'cancelled' | 'expired'

  constructor(reason: 'cancelled' | 'expired') {
    super(`google sign-in ${reason}`)
    this.reason = reason
  }
}

/** Claims of an id_token: https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload. */
const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email(),
  email_verified: z.boolean().default(false),
  name: z.string().default(''),
})

const scope = 'openid email profile'
const timeoutSeconds = 10
const discoveryLifetime = 24 * 60 * 60_000

export type GoogleSignIn = ReturnType<typeof openGoogleSignIn>

/** Opens Google sign-in for a configuration; Google's endpoints and keys are fetched on first use. */
export function openGoogleSignIn(config: GoogleConfig) {
  let known: { service: Promise<openid.Configuration>; until: number } | undefined

  function discover(): Promise<openid.Configuration> {
    if (known && known.until > Date.now()) return known.service
    const service = discoverService(config)
    const mine = { service, until: Date.now() + discoveryLifetime }
    known = mine
    service.catch(() => {
      if (known === mine) known = undefined // a failed discovery is forgotten, so that the next call fetches it again
    })
    return service
  }

  return {
    /** Creates a request whose callback goes to `redirectUri`. Rejects when Google cannot be reached. */
    async begin(redirectUri: string) {
      const service = await discover()
      const verifier = openid.randomPKCECodeVerifier()
      const [state, nonce] = [openid.randomState(), openid.randomNonce()]
      const address = openid.buildAuthorizationUrl(service, {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      })
      return { address: address.href, state, nonce, verifier }
    },

    /**
     * Returns whether Google knows our client id and secret, by redeeming a code that does not exist: only a known client is told
     * that the code is wrong. https://www.rfc-editor.org/rfc/rfc6749#section-5.2
     */
    async knowsClient(redirectUri: string) {
      const form = {
        code: 'doctor',
        redirect_uri: redirectUri,
        code_verifier: openid.randomPKCECodeVerifier(),
      }
      const refusal = await openid
        .genericGrantRequest(await discover(), 'authorization_code', form)
        .catch((error: unknown) => error)
      if (refusal instanceof openid.WWWAuthenticateChallengeError) return false
      if (refusal instanceof openid.ResponseBodyError) return refusal.error !== 'invalid_client'
      throw refusal
    },

    /**
     * Redeems a callback, given as its full URL, for the person's Google account. Throws `GoogleRefusal` if Google has identified
     * nobody; any other error means that Google could not be reached.
     */
    async redeem(answer: URL, { state, nonce, verifier }: Omit<GoogleRequest, 'address'>) {
      const service = await discover()
      const checks = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      }
      const tokens = await openid.authorizationCodeGrant(service, answer, checks).catch(translate)
      const { sub, email, email_verified, name } = claims.parse(tokens.claims())
      return { googleId: sub, email, isEmailVerified: email_verified, name }
    },
  }
}

async function discoverService({ issuerUrl, clientId, clientSecret }: GoogleConfig) {
  const issuer = new URL(issuerUrl)
  const execute = [openid.enableNonRepudiationChecks] // verifies the id_token's signature as well, although it arrives over TLS
  if (issuer.protocol === 'http:') execute.push(openid.allowInsecureRequests)
  const options = { execute, timeout: timeoutSeconds, [openid.customFetch]: fetchWatched }
  return openid.discovery(issuer, clientId, undefined, openid.ClientSecretPost(clientSecret), options)
}

const fetchWatched: openid.CustomFetch = (url, init) => watchFetch('google', fetch(url, init))

/**
 * Converts `invalid_grant` to a `GoogleRefusal`: the code was used, has expired, or belongs to another request (RFC 6749, 5.2).
 */
function translate(error: unknown): never {
  if (error instanceof openid.AuthorizationResponseError && error.error === 'access_denied')
    throw new GoogleRefusal('cancelled')
  if (error instanceof openid.ResponseBodyError && error.error === 'invalid_grant')
    throw new GoogleRefusal('expired')
  throw error
}
