/** Kick's part of the configuration. */
import { standIn, text } from '../variable-kinds.ts'
import type { PlatformConfig, Values } from './platform-config.ts'

const variables = {
  KICK_CLIENT_ID: text(
    'switches the chatbot on Kick on: an app with a bot, from kick.com/settings/developer. Its redirect address is `PUBLIC_URL/api/v1/account/kick/callback`',
  ),
  KICK_CLIENT_SECRET: text('belongs to `KICK_CLIENT_ID`'),
}

const standIns = { KICK_AUTH_URL: standIn('Kick’s tokens'), KICK_API_URL: standIn('Kick’s API') }

export const kickConfig = {
  title: 'Kick',
  variables,
  standIns,
  key: 'KICK_CLIENT_ID',
  needs: { KICK_CLIENT_ID: ['KICK_CLIENT_SECRET'] },
  read(env: Values<typeof variables & typeof standIns>) {
    const { KICK_CLIENT_ID: clientId, KICK_CLIENT_SECRET: clientSecret } = env
    if (!clientId || !clientSecret) return undefined
    return {
      clientId,
      clientSecret,
      authUrl: (env.KICK_AUTH_URL ?? 'https://id.kick.com').replace(/\/+$/, ''),
      apiUrl: (env.KICK_API_URL ?? 'https://api.kick.com').replace(/\/+$/, ''),
    }
  },
} as const satisfies PlatformConfig & { read: unknown }

export type KickConfig = NonNullable<ReturnType<typeof kickConfig.read>>
