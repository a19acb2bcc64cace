/** The bot's access token at one platform: fetched when it is first needed, kept until it is about to end. */
import type { OauthTokens } from '../gateways/oauth-tokens.ts'

export interface BotToken {
  /** A token that works; several callers at once cause one refresh. Throws `GrantRevokedError`. */
  get(): Promise<string>
  /** Forgets a token that the platform did not take, unless it is forgotten already. */
  drop(accessToken: string): void
}

const marginMs = 5 * 60_000

/** Keeps the bot's token from the refresh token that the operator configured. */
export function openBotToken(
  refresh: (refreshToken: string) => Promise<OauthTokens>,
  configuredRefreshToken: string,
): BotToken {
  let refreshToken = configuredRefreshToken
  let tokens: OauthTokens | undefined
  let refreshing: Promise<OauthTokens> | undefined

  async function renew(): Promise<OauthTokens> {
    tokens = await refresh(refreshToken)
    refreshToken = tokens.refreshToken ?? refreshToken
    return tokens
  }

  return {
    async get() {
      if (tokens && tokens.expiresAt.getTime() - Date.now() >= marginMs) return tokens.accessToken
      refreshing ??= renew().finally(() => (refreshing = undefined))
      return (await refreshing).accessToken
    },
    drop(accessToken) {
      if (tokens?.accessToken === accessToken) tokens = undefined
    },
  }
}
