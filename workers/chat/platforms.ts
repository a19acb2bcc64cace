/** Lists the chat platforms that this installation posts to. docs/adding.md lists the steps for another one. */
import { chatPlatform } from '../../contract/chat/platforms.ts'
import type { ChatPlatform } from '../../contract/chat/platforms.ts'
import type { Db } from '../../db/connection.ts'
import type { ChatConfigs, ConfigOf } from '../../domain/config/chat/platforms.ts'
import type { WorkerContext } from '../context.ts'
import { discord } from './discord/platform.ts'
import { kick } from './kick/platform.ts'
import type { PlatformWorker } from './platform.ts'
import type { ChatPoster } from './poster.ts'
import { twitch } from './twitch/platform.ts'
import { youtube } from './youtube/platform.ts'

const workers: { [P in ChatPlatform]: PlatformWorker<P> } = { twitch, youtube, kick, discord }

export interface PlatformPoster {
  platform: ChatPlatform
  open(): ChatPoster
}

/** Returns the posters of every platform that is configured. */
export function openPosters(ctx: WorkerContext): PlatformPoster[] {
  return chatPlatform.options.flatMap((platform) => {
    const open = withConfig(ctx.config, platform, (worker, config) => () => worker.openPoster(ctx, config))
    return open ? [{ platform, open }] : []
  })
}

/** Returns the part of each configured bot's limit that is left, from 0 to 1. */
export async function readBotBudgets(
  db: Db,
  configs: ChatConfigs,
): Promise<{ platform: ChatPlatform; ratio: number }[]> {
  const budgets = chatPlatform.options.map(async (platform) => {
    const ratio = await withConfig(configs, platform, ({ readRatioLeft }, config) =>
      readRatioLeft?.(db, config),
    )
    return ratio === undefined ? [] : [{ platform, ratio }]
  })
  return (await Promise.all(budgets)).flat()
}

/** Calls `work` with a platform and its configuration; returns undefined where it is not configured. */
function withConfig<P extends ChatPlatform, Result>(
  configs: ChatConfigs,
  platform: P,
  work: (worker: PlatformWorker<P>, config: ConfigOf<P>) => Result,
): Result | undefined {
  const config = configs[platform] as ConfigOf<P> | undefined
  return config && work(workers[platform], config)
}
