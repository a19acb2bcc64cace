/**
 * Twitch's authorization service, and the call that returns the account of a token. It uses plain fetch, because Twitch returns
 * `scope` as an array, which OAuth libraries reject.
 */
import { z } from 'zod'
import type { TwitchConfig } from '../../../config/chat/twitch.ts'
import { GrantRevokedError } from '../../oauth-tokens.ts'
import type { OauthTokens } from '../../oauth-tokens.ts'
import { get, post, readJson, toTokens } from './requests.ts'

export interface TwitchUser {
  id: string
  login: string
  email: string
}

const validation = z.object({
  login: z.string(),
  user_id: z.string(),
  scopes: z.array(z.string()).nullable(),
})
const twitchUser = z.object({ id: z.string(), login: z.string(), email: z.string().default('') })
const userResponse = z.object({ data: z.tuple([twitchUser]) })
const usersResponse = z.object({ data: z.array(twitchUser) })

export type TwitchOauth = ReturnType<typeof openTwitchOauth>

/** Opens Twitch's authorization service. */
export function openTwitchOauth({ clientId, clientSecret, authUrl, apiUrl }: TwitchConfig) {
  const app = { client_id: clientId, client_secret: clientSecret }

  async function getTokens(form: Record<string, string>): Promise<OauthTokens> {
    const response = await post(`${authUrl}/token`, { ...app, ...form })
    if (form.grant_type === 'refresh_token' && (response.status === 400 || response.status === 401)) {
      throw new GrantRevokedError()
    }
    return toTokens(await readJson(response))
  }

  /**
   * Returns whose access token it is and what it permits; undefined if it is not valid.
   * https://dev.twitch.tv/docs/authentication/validate-tokens
   */
  async function describe(accessToken: string) {
    const response = await get(`${authUrl}/validate`, { authorization: `OAuth ${accessToken}` })
    if (response.status === 401) return undefined
    const { login, user_id: id, scopes } = validation.parse(await readJson(response))
    return { login, id, scopes: scopes ?? [] }
  }

  return {
    describe,
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
    /** Fetches a token of our app's own: https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/#client-credentials-grant-flow */
    requestAppToken: () => getTokens({ grant_type: 'client_credentials' }),
    /** Returns whether Twitch knows our client id and secret. */
    async knowsApp() {
      const response = await post(`${authUrl}/token`, { ...app, grant_type: 'client_credentials' })
      if (response.status === 400 || response.status === 403) return false
      await readJson(response)
      return true
    },
    /** Returns whether an access token is still valid. */
    validate: async (accessToken: string) => (await describe(accessToken)) !== undefined,
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
    /** Returns the user with this id; undefined if there is none. */
    async findUserById(accessToken: string, id: string): Promise<TwitchUser | undefined> {
      const headers = { authorization: `Bearer ${accessToken}`, 'client-id': clientId }
      const response = await get(`${apiUrl}/users?${new URLSearchParams({ id })}`, headers)
      return usersResponse.parse(await readJson(response)).data[0]
    },
  }
}
