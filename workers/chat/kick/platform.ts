import type { PlatformWorker } from '../platform.ts'
import { openKickPoster } from './poster.ts'

export const kick: PlatformWorker<'kick'> = {
  openPoster: ({ db, config: { secretsKey } }, config) => openKickPoster({ db, config, secretsKey }),
}
