/** Twitch's part of the configuration. */
import { flag, standIn, text } from '../variable-kinds.ts'
import type { PlatformConfig, Values } from './platform-config.ts'

const variables = {
  TWITCH_CLIENT_ID: text('switches the chatbot on Twitch on'),
  TWITCH_CLIENT_SECRET: text('belongs to `TWITCH_CLIENT_ID`'),
  TWITCH_BOT_USERNAME: text('the bot’s account'),
  TWITCH_BOT_REFRESH_TOKEN: text(
    'the bot’s own grant, or any word if `npm run connect-bot -- twitch` stores it ([consents](consents.md))',
  ),
  TWITCH_BOT_VERIFIED: flag(
    'whether Twitch has verified the bot, which raises its limits over IRC; Twitch has paused verification',
  ),
}

const standIns = {
  TWITCH_AUTH_URL: standIn('Twitch'),
  TWITCH_API_URL: standIn('Twitch’s API'),
  TWITCH_CHAT_URL: standIn('Twitch’s chat'),
  TWITCH_EVENTSUB_URL: standIn('Twitch’s events'),
}

export const twitchConfig = {
  title: 'Twitch',
  variables,
  standIns,
  key: 'TWITCH_CLIENT_ID',
  needs: { TWITCH_CLIENT_ID: ['TWITCH_CLIENT_SECRET', 'TWITCH_BOT_USERNAME', 'TWITCH_BOT_REFRESH_TOKEN'] },
  read(env: Values<typeof variables & typeof standIns>) {
    const { TWITCH_CLIENT_ID: clientId, TWITCH_CLIENT_SECRET: clientSecret } = env
    const { TWITCH_BOT_USERNAME: botUsername, TWITCH_BOT_REFRESH_TOKEN: botRefreshToken } = env
    if (!clientId || !clientSecret || !botUsername || !botRefreshToken) return undefined
    return {
      clientId,
      clientSecret,
      botUsername,
      botRefreshToken,
      /** Twitch gives a verified bot the message limit of a moderator in every channel. */
      isVerified: env.TWITCH_BOT_VERIFIED === 'true',
      authUrl: env.TWITCH_AUTH_URL ?? 'https://id.twitch.tv/oauth2',
      apiUrl: env.TWITCH_API_URL ?? 'https://api.twitch.tv/helix',
      eventSubUrl: env.TWITCH_EVENTSUB_URL ?? 'wss://eventsub.wss.twitch.tv/ws',
      chatUrl: env.TWITCH_CHAT_URL ?? 'wss://irc-ws.chat.twitch.tv:443/',
    }
  },
} as const satisfies PlatformConfig & { read: unknown }

export type TwitchConfig = NonNullable<ReturnType<typeof twitchConfig.read>>
