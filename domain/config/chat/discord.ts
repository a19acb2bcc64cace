/** Discord's part of the configuration. Webhooks need no keys of ours. */
import { standIn } from '../variable-kinds.ts'
import type { PlatformConfig, Values } from './platform-config.ts'

const standIns = { DISCORD_API_URL: standIn('Discord') }

export const discordConfig = {
  title: 'Discord',
  variables: {},
  standIns,
  needs: {},
  /** Discord is always on in production; elsewhere only with a stand-in. */
  read(env: Values<typeof standIns> & { NODE_ENV: string }) {
    if (env.NODE_ENV !== 'production' && !env.DISCORD_API_URL) return undefined
    return { apiUrl: (env.DISCORD_API_URL ?? 'https://discord.com/api').replace(/\/+$/, '') }
  },
} as const satisfies PlatformConfig & { read: unknown }

export type DiscordConfig = NonNullable<ReturnType<typeof discordConfig.read>>
