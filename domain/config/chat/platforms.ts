/** What each chat platform adds to the configuration, as the environment, the configuration and the documents list it. */
import type { ChatPlatform } from '../../../contract/chat/platforms.ts'
import { discordConfig } from './discord.ts'
import { kickConfig } from './kick.ts'
import type { PlatformConfig } from './platform-config.ts'
import { twitchConfig } from './twitch.ts'
import { youtubeConfig } from './youtube.ts'

const configs = { twitch: twitchConfig, youtube: youtubeConfig, kick: kickConfig, discord: discordConfig }

type Configs = typeof configs
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Both) => void
  ? Both
  : never

/** The configuration of each platform; undefined where it is off. */
export type ChatConfigs = { [P in ChatPlatform]: ReturnType<Configs[P]['read']> }
/** The configuration of a platform that is on. */
export type ConfigOf<P extends ChatPlatform> = NonNullable<ChatConfigs[P]>
/** The values that the platforms read. */
export type ChatValues = All<Parameters<Configs[ChatPlatform]['read']>[0]>

export const chatConfigs: readonly PlatformConfig[] = Object.values(configs)

/** The variables of all platforms by section, as `environment.ts` lists them. */
export const chatSections = Object.fromEntries(
  chatConfigs
    .filter(({ variables }) => Object.keys(variables).length > 0)
    .map(({ title, variables }) => [title, variables]),
) as { [P in ChatPlatform as `${P} variables`]: Configs[P]['variables'] }

/** The variables of all stand-ins. */
export const chatStandIns = Object.assign({}, ...chatConfigs.map(({ standIns }) => standIns)) as All<
  Configs[ChatPlatform]['standIns']
>

/** Reads the configuration of every platform. */
export function readChatConfigs(env: ChatValues): ChatConfigs {
  const read = Object.entries(configs).map(([name, config]) => [name, config.read(env)])
  return Object.fromEntries(read) as ChatConfigs
}
