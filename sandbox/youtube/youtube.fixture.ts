/** Opens clients of the googleapis package that call the sandbox. */
import { auth, youtube, type youtube_v3 } from 'googleapis/build/src/apis/youtube/index.js'
import type { Sandbox } from '../start.ts'
import { control } from '../sandbox.fixture.ts'

export type Google = InstanceType<typeof auth.OAuth2>
export const back = 'http://localhost:3000/api/v1/account/youtube/callback'
const readonly = 'https://www.googleapis.com/auth/youtube.readonly'

/** Opens Google's OAuth client for the product's app. */
export function openGoogle({ env }: Sandbox): Google {
  return new auth.OAuth2({
    clientId: env.GOOGLE_CLIENT_ID,
    clientSecret: env.GOOGLE_CLIENT_SECRET,
    redirectUri: back,
    endpoints: {
      oauth2AuthBaseUrl: env.GOOGLE_AUTH_URL,
      oauth2TokenUrl: env.GOOGLE_TOKEN_URL,
      oauth2RevokeUrl: env.GOOGLE_REVOKE_URL,
    },
  })
}

/** Returns a YouTube API client with the tokens of an OAuth client. */
export function openApi({ env }: Sandbox, google: Google): youtube_v3.Youtube {
  return youtube({ version: 'v3', auth: google, rootUrl: `${env.GOOGLE_API_URL}/` })
}

/** Opens an OAuth client with the tokens of a channel that granted the scopes. */
export async function allow(
  sandbox: Sandbox,
  channelTitle: string,
  scopes = ['openid', 'email', readonly],
): Promise<Google> {
  const grant = { channelTitle, scopes }
  const { code } = await control<{ code: string }>(sandbox, '/google/control/grant', grant)
  const google = openGoogle(sandbox)
  const { tokens } = await google.getToken(code)
  google.setCredentials(tokens)
  return google
}

/** Returns a YouTube API client with the bot's tokens. */
export function openBot(sandbox: Sandbox): youtube_v3.Youtube {
  const google = openGoogle(sandbox)
  google.setCredentials({ refresh_token: sandbox.env.YOUTUBE_BOT_REFRESH_TOKEN })
  return openApi(sandbox, google)
}

/** Posts a message into a chat. */
export function insert(api: youtube_v3.Youtube, liveChatId: string, messageText: string) {
  const snippet = { liveChatId, type: 'textMessageEvent', textMessageDetails: { messageText } }
  return api.liveChatMessages.insert({ part: ['snippet'], requestBody: { snippet } }, { retry: false })
}

/** Returns the status, reason and domain of a refused call: `403 quotaExceeded youtube.quota`. */
export async function reasonOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (thrown: { response?: { status: number; data: ErrorBody } }) => thrown,
  )
  const first = error?.response?.data.error?.errors?.[0]
  return [error?.response?.status, first?.reason, first?.domain].filter(Boolean).join(' ')
}

interface ErrorBody {
  error?: { errors?: { reason: string; domain: string }[] }
}
