/** YouTube's part of the configuration. Its client is also the one for signing in with Google. */
import { standIn, text, whole } from '../variable-kinds.ts'
import type { PlatformConfig, Values } from './platform-config.ts'

const variables = {
  GOOGLE_CLIENT_ID: text(
    'signs people in with Google. The redirect address is `PUBLIC_URL/api/v1/account/google/callback`',
  ),
  GOOGLE_CLIENT_SECRET: text('belongs to `GOOGLE_CLIENT_ID`'),
  YOUTUBE_BOT_REFRESH_TOKEN: text(
    'switches the chatbot on YouTube on: the bot’s own grant, or any word if `npm run connect-bot -- youtube` stores it ([consents](consents.md))',
  ),
  YOUTUBE_DAILY_QUOTA: whole('the quota units that Google grants per day', 1, 100_000_000, 10_000),
  YOUTUBE_INSERT_COST: whole('the quota units that a message costs', 1, 10_000, 50),
}

const standIns = {
  GOOGLE_ISSUER_URL: standIn('Google'),
  GOOGLE_AUTH_URL: standIn('Google’s consent page'),
  GOOGLE_TOKEN_URL: standIn('Google’s tokens'),
  GOOGLE_REVOKE_URL: standIn('Google’s tokens'),
  GOOGLE_API_URL: standIn('YouTube'),
}

export const youtubeConfig = {
  title: 'Google and YouTube',
  variables,
  standIns,
  key: 'GOOGLE_CLIENT_ID',
  needs: {
    GOOGLE_CLIENT_ID: ['GOOGLE_CLIENT_SECRET'],
    YOUTUBE_BOT_REFRESH_TOKEN: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  },
  read(env: Values<typeof variables & typeof standIns>) {
    const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env
    const botRefreshToken = env.YOUTUBE_BOT_REFRESH_TOKEN
    if (!clientId || !clientSecret || !botRefreshToken) return undefined
    return {
      clientId,
      clientSecret,
      botRefreshToken,
      /** The quota units that Google grants per day, and the units that one message costs. */
      dailyQuota: env.YOUTUBE_DAILY_QUOTA,
      insertCost: env.YOUTUBE_INSERT_COST,
      /** The addresses of Google's stand-in. They are undefined in production, because the SDK knows Google's addresses. */
      authUrl: env.GOOGLE_AUTH_URL,
      tokenUrl: env.GOOGLE_TOKEN_URL,
      revokeUrl: env.GOOGLE_REVOKE_URL,
      apiUrl: env.GOOGLE_API_URL,
    }
  },
} as const satisfies PlatformConfig & { read: unknown }

export type YoutubeConfig = NonNullable<ReturnType<typeof youtubeConfig.read>>
