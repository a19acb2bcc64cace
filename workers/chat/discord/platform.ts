import type { PlatformWorker } from '../platform.ts'
import { openDiscordPoster } from './poster.ts'

export const discord: PlatformWorker<'discord'> = {
  openPoster: ({ db, config: { secretsKey } }, config) => openDiscordPoster({ db, config, secretsKey }),
}
