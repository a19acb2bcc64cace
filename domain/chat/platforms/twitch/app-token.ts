/** Our app's own access token, which permits what users have consented to for the app. */
import type { TwitchOauth } from './oauth.ts'
import type { OauthTokens } from '../../oauth-tokens.ts'

export type AppToken = ReturnType<typeof openAppToken>

const marginMs = 5 * 60_000

/** Opens the token of this process; nothing is fetched before its first use. */
export function openAppToken({ requestAppToken }: TwitchOauth) {
  let tokens: OauthTokens | undefined
  let requesting: Promise<OauthTokens> | undefined

  return {
    /** Returns a valid token; concurrent calls share one request. */
    async get(): Promise<string> {
      if (tokens && tokens.expiresAt.getTime() - Date.now() >= marginMs) return tokens.accessToken
      requesting ??= requestAppToken().finally(() => (requesting = undefined))
      tokens = await requesting
      return tokens.accessToken
    },
    /** Drops a token that Twitch refused, unless another one is in use already. */
    drop(accessToken: string): void {
      if (tokens?.accessToken === accessToken) tokens = undefined
    },
  }
}
