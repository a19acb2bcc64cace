/** Signing in with Google: OpenID Connect's code flow with PKCE, state and nonce, through a certified client. */
import * as openid from 'openid-client'
import { z } from 'zod'
import type { GoogleConfig } from '../config.ts'

/** What a browser takes along to Google, and what its answer is held against. */
export interface GoogleRequest {
  /** Where the browser goes. */
  address: string
  state: string
  nonce: string
  verifier: string
}

/** Whom Google says that somebody is. */
export interface GooglePerson {
  /** Google's own name for the account, for ever: `sub`. The address may change, and may become somebody else's. */
  googleId: string
  email: string
  isEmailVerified: boolean
  name: string
}

export interface GoogleSignIn {
  /** Makes a request; the answer comes to `redirectUri`. Rejects when Google cannot be reached. */
  begin(redirectUri: string): Promise<GoogleRequest>
  /** Redeems an answer, given as the whole address it came to. Throws `GoogleRefusal`; anything else is trouble on the way. */
  redeem(answer: URL, request: Omit<GoogleRequest, 'address'>): Promise<GooglePerson>
}

/** Nobody was signed in: the person cancelled, or the answer is worth nothing (any more). */
export class GoogleRefusal extends Error {
  readonly reason: 'cancelled' | 'expired'

  constructor(reason: 'cancelled' | 'expired') {
    super(`google sign-in ${reason}`)
    this.reason = reason
  }
}

/** Claims by https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload. */
const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.email(),
  email_verified: z.boolean().default(false),
  name: z.string().default(''),
})

const scope = 'openid email profile'
const timeoutSeconds = 10
const discoveryLifetime = 24 * 60 * 60_000

/** Opens sign-in for a configuration; Google's addresses and keys are asked for when they are first needed. */
export function openGoogleSignIn(config: GoogleConfig): GoogleSignIn {
  let known: { service: Promise<openid.Configuration>; until: number } | undefined

  function discover(): Promise<openid.Configuration> {
    if (known && known.until > Date.now()) return known.service
    const service = discoverService(config)
    const mine = { service, until: Date.now() + discoveryLifetime }
    known = mine
    service.catch(() => {
      if (known === mine) known = undefined // the next one asks again
    })
    return service
  }

  return {
    async begin(redirectUri) {
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

    async redeem(answer, { state, nonce, verifier }) {
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
  const execute = [openid.enableNonRepudiationChecks] // the id_token's signature too, though it comes over TLS
  if (issuer.protocol === 'http:') execute.push(openid.allowInsecureRequests)
  const options = { execute, timeout: timeoutSeconds }
  return openid.discovery(issuer, clientId, undefined, openid.ClientSecretPost(clientSecret), options)
}

/** A code that was used, is too old, or was made for another request is `invalid_grant`: RFC 6749, 5.2. */
function translate(error: unknown): never {
  if (error instanceof openid.AuthorizationResponseError && error.error === 'access_denied')
    throw new GoogleRefusal('cancelled')
  if (error instanceof openid.ResponseBodyError && error.error === 'invalid_grant')
    throw new GoogleRefusal('expired')
  throw error
}
