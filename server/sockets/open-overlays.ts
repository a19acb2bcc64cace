/** The trusted overlays of one creator that are open at this server. */
import { overlayStates } from '../../contract/sockets.ts'
import type { OverlayReport } from '../../contract/sockets.ts'
import type { AlertFeed, AlertSocket } from './alert-feed.ts'

export interface OpenOverlay extends OverlayReport {
  socket: AlertSocket
  creatorUid: string
  /** It did not begin an alert in its turn. */
  isStalled: boolean
  /** It has confirmed the last message that asked it to. */
  isReachable: boolean
  /** Alerts after this one have come since it opened. */
  firstSeq: number
}

export interface OpenOverlays {
  creatorUid: string
  feed: AlertFeed
  all: Map<AlertSocket, OpenOverlay>
  /** The one that holds the creator's lease, if it is open here. */
  active: OpenOverlay | undefined
  /** The last alert that an overlay of the creator has begun. */
  playedSeq: number
  /** Since when an alert waits for the active overlay, and when that has begun one, in milliseconds of `performance.now()`. */
  turnAt: number | undefined
  beganAt: number
  /** The active overlay has become worse: other servers may have a better one. */
  isOffered: boolean
}

/** The rank of a page that cannot be reached or does not play. */
const worstRank = overlayStates.length
/** How long an overlay shows an alert at most, and how long it may take to begin the next one. */
const maxDisplayMs = 6_500
const maxTurnMs = 5_000

export function openOverlays(feed: AlertFeed): OpenOverlays {
  return {
    creatorUid: feed.creatorUid,
    feed,
    all: new Map(),
    active: undefined,
    playedSeq: 0,
    turnAt: undefined,
    beganAt: -Infinity,
    isOffered: false,
  }
}

/** Where an overlay is seen: 0 is best. */
export function rankOf({ state, isStalled, isReachable }: OpenOverlay): number {
  return isStalled || !isReachable ? worstRank : overlayStates.indexOf(state)
}

/** Returns the overlay that is seen best; of equal ones the active one. */
export function bestOf({ all, active }: OpenOverlays): OpenOverlay | undefined {
  let best = active
  for (const overlay of all.values()) if (!best || rankOf(overlay) < rankOf(best)) best = overlay
  return best
}

/** Notes that the alerts up to `seq` have begun, and tells the overlays. */
export function addPlayed(own: OpenOverlays, seq: number): void {
  if (seq <= own.playedSeq) return
  own.playedSeq = seq
  for (const { socket } of own.all.values()) socket.emit('played', seq)
}

/** Returns whether an alert has waited for the active overlay for longer than its turn. */
export function isOverdue(own: OpenOverlays): boolean {
  const { active, feed, playedSeq, beganAt } = own
  const now = performance.now()
  if (!active || active.isStalled || feed.lastSeq <= Math.max(playedSeq, active.firstSeq)) {
    own.turnAt = undefined
    return false
  }
  own.turnAt ??= now
  return now > Math.max(own.turnAt, beganAt + maxDisplayMs) + maxTurnMs
}
