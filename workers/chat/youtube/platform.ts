import type { PlatformWorker } from '../platform.ts'
import { rememberYoutubeBot } from './bot.ts'
import { openYoutubePoster } from './poster.ts'
import { openYoutubeQuota } from './quota.ts'

export const youtube: PlatformWorker<'youtube'> = {
  openPoster({ db, log, config: { secretsKey, chatLifetimeMs: lifetimeMs }, chatClock: scale }, config) {
    void rememberYoutubeBot({ db, log, config, secretsKey })
    return openYoutubePoster({ db, log, config, secretsKey, lifetimeMs, scale })
  },
  /** Of the day's quota units. */
  async readRatioLeft(db, config) {
    const { units, budget } = await openYoutubeQuota(db, config).read()
    return 1 - units / budget
  },
}
