/** Lists the chat platforms that this installation posts to. docs/adding.md lists the steps for another one. */
import type { ChatPlatform } from '../../contract/entities.ts'
import type { WorkerContext } from '../context.ts'
import { openDiscordPoster } from './discord-poster.ts'
import type { ChatPoster } from './poster.ts'
import { openTwitchPoster } from './twitch-poster.ts'
import { openYoutubePoster } from './youtube-poster.ts'

export interface PlatformPoster {
  platform: ChatPlatform
  /** Opens the platform's poster. Called each time this process acquires the platform's lease. */
  open(): ChatPoster
}

/** Returns the posters of every platform that is configured. */
export function openPosters(ctx: WorkerContext): PlatformPoster[] {
  const { db, log, chatClock: scale } = ctx
  const { twitch, youtube, discord, secretsKey, chatLifetimeMs: lifetimeMs } = ctx.config
  const posters: (PlatformPoster | undefined)[] = [
    twitch && {
      platform: 'twitch',
      open: () => openTwitchPoster({ db, log, config: twitch, secretsKey, scale }),
    },
    youtube && {
      platform: 'youtube',
      open: () => openYoutubePoster({ db, log, config: youtube, secretsKey, lifetimeMs }),
    },
    discord && { platform: 'discord', open: () => openDiscordPoster({ config: discord, secretsKey }) },
  ]
  return posters.filter((poster) => poster !== undefined)
}
