import type { PlatformWorker } from '../platform.ts'
import { openTwitchLimits } from './limits.ts'
import { openTwitchPoster } from './poster.ts'

export const twitch: PlatformWorker<'twitch'> = {
  openPoster: ({ db, log, config: { secretsKey }, chatClock: scale }, config) =>
    openTwitchPoster({ db, log, config, secretsKey, scale }),
  /** Of the messages that the bot may send where it is not a moderator. */
  readRatioLeft: (db, config) => openTwitchLimits(db, config).readRatioLeft(),
}
