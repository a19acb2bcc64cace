/**
 * Decides which overlays may connect to `/alerts`, and which of them prove, by the creator's key or session, that they are the
 * creator's own. Only those may read all missed alerts and report alerts as shown.
 */
import DataLoader from 'dataloader'
import { AppError } from '../../contract/errors.ts'
import type { MissedAlerts, OverlaySettings } from '../../contract/overlay-calls.ts'
import { defaultOverlaySettings, findOverlayRules } from '../../db/queries/overlay-settings.ts'
import { isOverlayKey } from '../../domain/alerts/overlay-key.ts'
import type { Trust } from './alert-feed.ts'
import { batching } from './alert-feeds.ts'
import type { SocketContext } from './context.ts'

type Rules = OverlaySettings & { keyHash?: Buffer }

/** What an overlay sends when it connects. */
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
   * Returns how an overlay has proved that it is the creator's own, and which missed alerts the creator wants overlays to get.
   * Throws AppError `forbidden` for a wrong key. Without a key, and without the creator's session, it throws if the creator
   * requires a key.
   */
  check(credentials: Credentials): Promise<Granted>
}

/** Opens the check. It reads creators' settings in batches, because after a restart all overlays reconnect at once. */
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
