/** Lists the chat platforms that this installation posts to. docs/adding.md lists the steps for another one. */
import type { ChatPlatform } from '../../contract/entities.ts'
import type { WorkerContext } from '../context.ts'
import { openDiscordPoster } from './discord-poster.ts'
import type { ChatPoster } from './poster.ts'
import { openTwitchPoster } from './twitch-poster.ts'
import { rememberYoutubeBot } from './youtube-bot.ts'
import { openYoutubePoster } from './youtube-poster.ts'

export interface PlatformPoster {
  platform: ChatPlatform
  /** Opens the platform's poster: each time this process acquires the platform's lease, or once if it needs none. */
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
      open: () => {
        void rememberYoutubeBot({ db, log, config: youtube, secretsKey })
        return openYoutubePoster({ db, log, config: youtube, secretsKey, lifetimeMs, scale })
      },
    },
    discord && { platform: 'discord', open: () => openDiscordPoster({ db, config: discord, secretsKey }) },
  ]
  return posters.filter((poster) => poster !== undefined)
}
