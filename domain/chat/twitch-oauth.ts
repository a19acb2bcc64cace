/**
 * Twitch's authorization service, and the call that returns the account of a token. It uses plain fetch, because Twitch returns
 * `scope` as an array, which OAuth libraries reject.
 */
import { z } from 'zod'
import { watchFetch } from '../../db/wires.ts'
import type { TwitchConfig } from '../config.ts'
import { GrantRevokedError } from './oauth-tokens.ts'
import type { OauthTokens } from './oauth-tokens.ts'

export interface TwitchUser {
  id: string
  login: string
  email: string
}

const tokenResponse = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number(),
  scope: z.array(z.string()).default([]),
})
const userResponse = z.object({
  data: z.tuple([z.object({ id: z.string(), login: z.string(), email: z.string().default('') })]),
})

const timeoutMs = 10_000

export type TwitchOauth = ReturnType<typeof openTwitchOauth>

/** Opens Twitch's authorization service. */
export function openTwitchOauth({ clientId, clientSecret, authUrl, apiUrl }: TwitchConfig) {
  const app = { client_id: clientId, client_secret: clientSecret }

  async function getTokens(form: Record<string, string>): Promise<OauthTokens> {
    const response = await post(`${authUrl}/token`, { ...app, ...form })
    if (form.grant_type === 'refresh_token' && (response.status === 400 || response.status === 401)) {
      throw new GrantRevokedError()
    }
    const tokens = tokenResponse.parse(await readJson(response))
    return {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token,
      expiresAt: new Date(Date.now() + tokens.expires_in * 1000),
      scopes: tokens.scope,
    }
  }

  return {
    /** Returns the URL of the consent page for `scope`. The page always asks, so that the creator can choose another account. */
    consentUrl(redirectUri: string, scope: string, state: string) {
      const parameters = {
        response_type: 'code',
        redirect_uri: redirectUri,
        scope,
        state,
        force_verify: 'true',
      }
      return `${authUrl}/authorize?${new URLSearchParams({ client_id: clientId, ...parameters })}`
    },
    /** Redeems the code of the consent page. */
    exchange: (code: string, redirectUri: string) =>
      getTokens({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    /** Fetches a new access token. Throws `GrantRevokedError` when the grant is no longer valid. */
    refresh: (refreshToken: string) =>
      getTokens({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    /** Returns whether an access token is still valid. */
    async validate(accessToken: string) {
      const response = await get(`${authUrl}/validate`, { authorization: `OAuth ${accessToken}` })
      if (response.status === 401) return false
      await readJson(response)
      return true
    },
    async revoke(accessToken: string) {
      const response = await post(`${authUrl}/revoke`, { client_id: clientId, token: accessToken })
      // Twitch responds with 400 if the token is already invalid, which counts as revoked
      if (!response.ok && response.status !== 400) throw new Error(`twitch answered ${response.status}`)
    },
    async findUser(accessToken: string) {
      const headers = { authorization: `Bearer ${accessToken}`, 'client-id': clientId }
      const { data } = userResponse.parse(await readJson(await get(`${apiUrl}/users`, headers)))
      return data[0]
    },
  }
}

function post(url: string, form: Record<string, string>): Promise<Response> {
  const request = fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    signal: AbortSignal.timeout(timeoutMs),
  })
  return watchFetch('twitch', request)
}

function get(url: string, headers: Record<string, string>): Promise<Response> {
  return watchFetch('twitch', fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) }))
}

async function readJson(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`twitch answered ${response.status}`)
  return response.json()
}
