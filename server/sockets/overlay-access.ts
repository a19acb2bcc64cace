/** Which overlays may connect, and which of them we trust. */
import DataLoader from 'dataloader'
import { AppError } from '../../contract/errors.ts'
import type { MissedAlerts, OverlaySettings } from '../../contract/overlay-calls.ts'
import { defaultOverlaySettings, findOverlayRules } from '../../db/queries/overlay-settings.ts'
import { isOverlayKey } from '../../domain/alerts/overlay-key.ts'
import type { Trust } from './alert-feed.ts'
import { batching } from './alert-feeds.ts'
import type { SocketContext } from './context.ts'

type Rules = OverlaySettings & { keyHash?: Buffer }

/** What an overlay shows when it connects. */
export interface Credentials {
  creatorUid: string
  key: string | undefined
  cookie: string | undefined
}

export interface Granted {
  trust: Trust
  missedAlerts: MissedAlerts
}

export interface OverlayAccess {
  /**
   * Returns how an overlay is trusted, and what its creator wants of missed alerts. Throws AppError `forbidden` for a wrong key, and without one where the creator requires
   * it.
   */
  check(credentials: Credentials): Promise<Granted>
}

/** Opens the check. After a restart all overlays reconnect at once, so rules are read in batches. */
export function openOverlayAccess({ db, viewerOf }: Pick<SocketContext, 'db' | 'viewerOf'>): OverlayAccess {
  const rules = new DataLoader(async (creatorUids: readonly string[]) => {
    const found = await findOverlayRules(db, creatorUids)
    return creatorUids.map((uid): Rules => found.get(uid) ?? defaultOverlaySettings)
  }, batching)

  return {
    async check({ creatorUid, key, cookie }) {
      const [rule, viewer] = await Promise.all([rules.load(creatorUid), viewerOf(cookie)])
      return { trust: trustOf(rule, key, viewer?.uid === creatorUid), missedAlerts: rule.missedAlerts }
    },
  }
}

function trustOf(rule: Rules, key: string | undefined, isCreator: boolean): Trust {
  if (key !== undefined && rule.keyHash && isOverlayKey(key, rule.keyHash)) return 'key'
  if (key === undefined && isCreator) return 'session'
  if (key !== undefined || rule.isKeyRequired) throw new AppError('forbidden')
  return undefined
}
