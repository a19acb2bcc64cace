/** Google's authorization service for YouTube, through the client that the YouTube library itself brings along. */
import { auth } from 'googleapis/build/src/apis/youtube/index.js'
import type { YoutubeConfig } from '../config.ts'
import { GrantRevokedError } from './oauth-tokens.ts'
import type { OauthTokens } from './oauth-tokens.ts'

export type GoogleClient = InstanceType<typeof auth.OAuth2>

export interface GoogleOauth {
  /** Redeems what the consent page sent back. */
  exchange(code: string, redirectUri: string): Promise<OauthTokens>
  /** A new access token. Throws `GrantRevokedError` when the grant is gone. */
  refresh(refreshToken: string): Promise<OauthTokens>
  /** Ends a token, and with a refresh token the whole grant. */
  revoke(token: string): Promise<void>
  /** A client that calls with this access token and never asks for another by itself. */
  clientFor(accessToken: string): GoogleClient
}

/** Opens the service of a configuration. */
export function openGoogleOauth(config: YoutubeConfig): GoogleOauth {
  const { clientId, clientSecret, authUrl, tokenUrl, revokeUrl } = config
  const endpoints = {
    ...(authUrl && { oauth2AuthBaseUrl: authUrl }),
    ...(tokenUrl && { oauth2TokenUrl: tokenUrl }),
    ...(revokeUrl && { oauth2RevokeUrl: revokeUrl }),
  }
  const open = (redirectUri?: string) =>
    new auth.OAuth2({
      clientId,
      clientSecret,
      endpoints,
      transporterOptions: { timeout: 10_000 },
      redirectUri,
    })

  return {
    async exchange(code, redirectUri) {
      const { tokens } = await open(redirectUri).getToken(code)
      return toTokens(tokens)
    },
    async refresh(refreshToken) {
      const client = open()
      client.setCredentials({ refresh_token: refreshToken })
      const { credentials } = await client.refreshAccessToken().catch(translate)
      // Google leaves the refresh token in force; the client only repeats the one it was given.
      return toTokens({ ...credentials, refresh_token: null })
    },
    async revoke(token) {
      await open().revokeToken(token)
    },
    clientFor(accessToken) {
      const client = open()
      client.setCredentials({ access_token: accessToken })
      return client
    },
  }
}

type Credentials = GoogleClient['credentials']

function toTokens({ access_token, refresh_token, expiry_date, scope }: Credentials): OauthTokens {
  if (!access_token) throw new Error('google gave no access token')
  return {
    accessToken: access_token,
    refreshToken: refresh_token ?? undefined,
    expiresAt: new Date(expiry_date ?? Date.now() + 3600_000),
    scopes: scope?.split(' ') ?? [],
  }
}

function translate(error: Error & { response?: { data?: { error?: string } } }): never {
  const reason = error.response?.data?.error
  if (reason === 'invalid_grant') throw new GrantRevokedError()
  throw new Error(`google gave no token: ${reason ?? error.message}`)
}
