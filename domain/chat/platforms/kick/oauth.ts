/**
 * Kick's authorization service, and the call that returns the account of a token:
 * docs.kick.com/getting-started/generating-tokens-oauth2-flow. Its answers have only a sentence for an error.
 */
import { z } from 'zod'
import { watchFetch } from '../../../../db/wires.ts'
import type { KickConfig } from '../../../config/chat/kick.ts'
import { GrantRevokedError } from '../../oauth-tokens.ts'
import type { OauthTokens } from '../../oauth-tokens.ts'

const timeoutMs = 10_000
/** Kick's examples have the lifetime as text. */
const tokenResponse = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
  scope: z.string(),
})
const introspection = z.object({ data: z.object({ active: z.boolean() }) })
const user = z.object({ user_id: z.int(), name: z.string(), email: z.string().nullish() })
const usersResponse = z.object({ data: z.tuple([user]) })

/** Opens Kick's authorization service. */
export function openKickOauth({ clientId, clientSecret, authUrl, apiUrl }: KickConfig) {
  async function getTokens(form: Record<string, string>): Promise<OauthTokens> {
    const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form })
    const response = await send(`${authUrl}/oauth/token`, { method: 'POST', body })
    // A 401 is about our own client id and secret (RFC 6749, 5.2), so it says nothing of the creator's grant.
    if (response.status === 400 && form.grant_type === 'refresh_token') throw new GrantRevokedError()
    const tokens = tokenResponse.parse(await readJson(response))
    return {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      expiresAt: new Date(Date.now() + tokens.expires_in * 1000),
      scopes: tokens.scope.split(' ').filter(Boolean),
    }
  }

  return {
    /** Returns the URL of the consent page. */
    consentUrl(redirectUri: string, request: { scopes: string[]; state: string; codeChallenge: string }) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: request.scopes.join(' '),
        code_challenge: request.codeChallenge,
        code_challenge_method: 'S256',
        state: request.state,
      })
      return `${authUrl}/oauth/authorize?${query}`
    },
    /** Redeems the code of the consent page. */
    exchange: (code: string, redirectUri: string, codeVerifier: string) =>
      getTokens({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      }),
    /** Fetches new tokens; the old refresh token ends. Throws `GrantRevokedError` when the grant is no longer valid. */
    refresh: (refreshToken: string) =>
      getTokens({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    /** Returns whether an access token is still valid. */
    async validate(accessToken: string): Promise<boolean> {
      const headers = { authorization: `Bearer ${accessToken}` }
      const response = await send(`${authUrl}/oauth/token/introspect`, { method: 'POST', headers })
      if (response.status === 401) return false
      return introspection.parse(await readJson(response)).data.active
    },
    /** Revokes one token. Kick answers 200 for an unknown one as well, as RFC 7009 says. */
    async revoke(token: string, kind: 'access_token' | 'refresh_token'): Promise<void> {
      const query = new URLSearchParams({ token, token_hint_type: kind })
      const response = await send(`${authUrl}/oauth/revoke?${query}`, { method: 'POST' })
      if (!response.ok) throw new Error(`kick answered ${response.status}`)
    },
    /** Returns whose access token it is; it needs the scope `user:read`. */
    async findUser(accessToken: string) {
      const headers = { authorization: `Bearer ${accessToken}` }
      const { data } = usersResponse.parse(
        await readJson(await send(`${apiUrl}/public/v1/users`, { headers })),
      )
      return { id: String(data[0].user_id), name: data[0].name, email: data[0].email ?? '' }
    },
  }
}

function send(url: string, init: RequestInit): Promise<Response> {
  return watchFetch('kick', fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }))
}

async function readJson(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`kick answered ${response.status}`)
  return response.json()
}
