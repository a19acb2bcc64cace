/** Which overlays may connect, and which of them we trust. */
import DataLoader from 'dataloader'
import { AppError } from '../../contract/errors.ts'
import { findOverlayRules } from '../../db/queries/overlay-settings.ts'
import { isOverlayKey } from '../../domain/alerts/overlay-key.ts'
import type { Trust } from './alert-feed.ts'
import { batching } from './alert-feeds.ts'
import type { SocketContext } from './context.ts'

/** What an overlay shows when it connects. */
export interface Credentials {
  creatorUid: string
  key: string | undefined
  cookie: string | undefined
}

export interface OverlayAccess {
  /**
   * Returns how an overlay is trusted. Throws AppError `forbidden` for a wrong key, and without one where the creator requires
   * it.
   */
  findTrust(credentials: Credentials): Promise<Trust>
}

/** Opens the check. After a restart all overlays reconnect at once, so rules are read in batches. */
export function openOverlayAccess({ db, viewerOf }: Pick<SocketContext, 'db' | 'viewerOf'>): OverlayAccess {
  const rules = new DataLoader(async (creatorUids: readonly string[]) => {
    const found = await findOverlayRules(db, creatorUids)
    return creatorUids.map((uid) => found.get(uid))
  }, batching)

  return {
    async findTrust({ creatorUid, key, cookie }) {
      const [rule, viewer] = await Promise.all([rules.load(creatorUid), viewerOf(cookie)])
      if (key !== undefined && rule && isOverlayKey(key, rule.keyHash)) return 'key'
      if (key === undefined && viewer?.uid === creatorUid) return 'session'
      if (key !== undefined || rule?.isKeyRequired) throw new AppError('forbidden')
      return undefined
    },
  }
}
