/** Google's authorization service for YouTube, called with the OAuth client of the YouTube library. */
import { auth, youtube } from 'googleapis/build/src/apis/youtube/index.js'
import { z } from 'zod'
import { watchFetch } from '../../../../db/wires.ts'
import type { YoutubeConfig } from '../../../config/chat/youtube.ts'
import { networkCodeOf } from '../../../finding.ts'
import { GrantRevokedError } from '../../oauth-tokens.ts'
import type { OauthTokens } from '../../oauth-tokens.ts'

export type GoogleClient = InstanceType<typeof auth.OAuth2>

/** The parameters of the consent page. The challenge is the SHA-256 of PKCE's verifier. */
export interface ConsentRequest {
  scopes: string[]
  state: string
  codeChallenge: string
}

const timeoutMs = 10_000
const googleApi = 'https://www.googleapis.com'
const userResponse = z.object({ email: z.string().default('') })
type ConsentUrlOptions = NonNullable<Parameters<GoogleClient['generateAuthUrl']>[0]>
/** The member of the library's enum for SHA-256. The library does not export the enum. */
const challengeMethod = 'S256' as NonNullable<ConsentUrlOptions['code_challenge_method']>

export type GoogleOauth = ReturnType<typeof openGoogleOauth>

/** Opens Google's authorization service. */
export function openGoogleOauth(config: YoutubeConfig) {
  const { apiUrl } = config
  const open = (redirectUri?: string) => openClient(config, redirectUri)
  const api = youtube({ version: 'v3', timeout: timeoutMs, ...(apiUrl && { rootUrl: `${apiUrl}/` }) })

  function clientFor(accessToken: string): GoogleClient {
    const client = open()
    client.setCredentials({ access_token: accessToken })
    return client
  }

  const fetchUser = (client: GoogleClient) =>
    client.request({ url: `${apiUrl ?? googleApi}/oauth2/v3/userinfo` })

  return {
    /** Returns the consent page's URL. The access that the page grants lasts until it is revoked. */
    consentUrl(redirectUri: string, { scopes, state, codeChallenge }: ConsentRequest) {
      return open(redirectUri).generateAuthUrl({
        scope: scopes,
        state,
        access_type: 'offline',
        prompt: 'consent', // without a consent page, Google gives a refresh token only the first time
        code_challenge: codeChallenge,
        code_challenge_method: challengeMethod,
      })
    },
    /** Redeems the code of the consent page. */
    async exchange(code: string, redirectUri: string, codeVerifier?: string) {
      const { tokens } = await open(redirectUri).getToken({ code, ...(codeVerifier && { codeVerifier }) })
      return toTokens(tokens)
    },
    /** Returns the email address and the YouTube channel of the person who granted an access token. */
    async findOwner(accessToken: string) {
      const client = clientFor(accessToken)
      const { data: user } = await fetchUser(client)
      const { data } = await api.channels.list({ auth: client, part: ['id'], mine: true })
      return { email: userResponse.parse(user).email, channelId: data.items?.[0]?.id ?? undefined }
    },
    /** Returns the channel of an access token; undefined when its account has none. Costs one quota unit. */
    async findChannel(accessToken: string): Promise<{ id: string; title: string } | undefined> {
      const wanted = { auth: clientFor(accessToken), part: ['snippet'], mine: true }
      const { data } = await api.channels.list(wanted)
      const { id, snippet } = data.items?.[0] ?? {}
      return id ? { id, title: snippet?.title ?? id } : undefined
    },
    /** Fetches a new access token. Throws `GrantRevokedError` when the grant is no longer valid. */
    async refresh(refreshToken: string) {
      const client = open()
      client.setCredentials({ refresh_token: refreshToken })
      const { credentials } = await client.refreshAccessToken().catch(translate)
      // Google's refresh token stays the same: the client only returns the one that it received from us.
      return toTokens({ ...credentials, refresh_token: null })
    },
    /** Returns whether an access token is still valid. */
    async validate(accessToken: string) {
      return fetchUser(clientFor(accessToken)).then(
        () => true,
        (error: { response?: { status?: number } }) => {
          if (error.response?.status === 401) return false
          throw new Error(`google did not validate: ${error.response?.status ?? 'no answer'}`)
        },
      )
    },
    /** Revokes a token; a refresh token revokes the whole grant. */
    async revoke(token: string) {
      await open().revokeToken(token)
    },
    /** Returns a client of the library that uses this access token and never refreshes it. */
    clientFor,
  }
}

function openClient(config: YoutubeConfig, redirectUri: string | undefined): GoogleClient {
  const { clientId, clientSecret, authUrl, tokenUrl, revokeUrl } = config
  const endpoints = {
    ...(authUrl && { oauth2AuthBaseUrl: authUrl }),
    ...(tokenUrl && { oauth2TokenUrl: tokenUrl }),
    ...(revokeUrl && { oauth2RevokeUrl: revokeUrl }),
  }
  const transporterOptions = { timeout: timeoutMs, fetchImplementation: fetchWatched }
  const client = new auth.OAuth2({ clientId, clientSecret, endpoints, transporterOptions, redirectUri })
  client.transporter.interceptors.request.add({ resolved: withoutRetries })
  return client
}

/**
 * Returns a request config without retries. By default the client requests tokens three times, each with the full timeout
 * (`AuthClient.RETRY_CONFIG`), and our callers retry as well.
 */
const withoutRetries = async <Config extends { retryConfig?: object }>(config: Config): Promise<Config> => ({
  ...config,
  retryConfig: { ...config.retryConfig, retry: 0 },
})

const fetchWatched: typeof fetch = (input, init) => watchFetch('youtube', fetch(input, init))

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
  throw new Error(`google gave no token: ${reason ?? networkCodeOf(error) ?? error.message}`)
}
