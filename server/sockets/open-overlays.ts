/** Keeps the trusted overlays of one creator that are open at this server, and ranks them. */
import { longestLimits } from '../../contract/alerts/alert-style.ts'
import { overlayStates } from '../../contract/sockets.ts'
import type { OverlayReport } from '../../contract/sockets.ts'
import { defaultControl } from '../../db/queries/panel/panel.ts'
import type { AlertFeed, AlertSocket } from './alert-feed.ts'

export interface OpenOverlay extends OverlayReport {
  socket: AlertSocket
  creatorUid: string
  /** Whether it has failed to begin an alert in time. */
  isStalled: boolean
  /** Whether it has confirmed the last message that needs a confirmation. */
  isReachable: boolean
  /** The creator's last `seq` when this overlay connected. Only later alerts wait for it. */
  firstSeq: number
  /** Resolves when what this overlay has reported of its alerts is stored; it never rejects. */
  stored: Promise<void>
}

export interface OpenOverlays {
  creatorUid: string
  feed: AlertFeed
  all: Map<AlertSocket, OpenOverlay>
  /** The creator's active overlay, if it is connected to this server. */
  active: OpenOverlay | undefined
  /** The `seq` of the last alert that an overlay of the creator has begun. */
  playedSeq: number
  /**
   * When an alert began to wait for the active overlay, and when that overlay ends another one at the latest, in milliseconds of
   * `performance.now()`.
   */
  turnAt: number | undefined
  busyUntil: number
  /** Whether the active overlay may rank lower than before, so that other servers have to be notified. */
  isOffered: boolean
}

/** The rank of a page that is unreachable or does not begin its alerts. */
const worstRank = overlayStates.length
/**
 * How long an overlay is busy at most with an alert whose end it does not report: as long as the style allows, and for the speech after it.
 * In milliseconds, like the time to begin the next one.
 */
const maxBusyMs = longestLimits.max + 50_000
const maxTurnMs = 5_000

export function openOverlays(feed: AlertFeed): OpenOverlays {
  return {
    creatorUid: feed.creatorUid,
    feed,
    all: new Map(),
    active: undefined,
    playedSeq: 0,
    turnAt: undefined,
    busyUntil: -Infinity,
    isOffered: false,
  }
}

/**
 * Stores what an overlay reports of its alerts after everything that it reported before: that an alert was cut counts only once its
 * beginning is stored.
 */
export function storeInOrder<T>(overlay: OpenOverlay, store: () => Promise<T>): Promise<T> {
  const storing = overlay.stored.then(store)
  overlay.stored = storing.then(
    () => {},
    () => {}, // who reported it gets the failure
  )
  return storing
}

/** Returns the rank of an overlay, which depends on where it is seen; 0 is the best. */
export function rankOf({ state, isStalled, isReachable }: OpenOverlay): number {
  return isStalled || !isReachable ? worstRank : overlayStates.indexOf(state)
}

/** Returns the overlay with the best rank; among equal ones the active one. */
export function bestOf({ all, active }: OpenOverlays): OpenOverlay | undefined {
  let best = active
  for (const overlay of all.values()) if (!best || rankOf(overlay) < rankOf(best)) best = overlay
  return best
}

/** Records that the alerts up to `seq` have begun, and sends that to the creator's overlays. */
export function addPlayed(own: OpenOverlays, seq: number): void {
  if (seq <= own.playedSeq) return
  own.playedSeq = seq
  for (const { socket } of own.all.values()) socket.emit('played', seq)
}

/** Records that the active overlay begins an alert. */
export function beginTurn(own: OpenOverlays): void {
  own.turnAt = undefined
  own.busyUntil = performance.now() + maxBusyMs
}

/** Records that the alert which the active overlay has begun is over. */
export function endTurn(own: OpenOverlays): void {
  own.busyUntil = Math.min(own.busyUntil, performance.now())
}

/** Records that another overlay becomes the active one, which is not busy with what its predecessor has begun. */
export function changeTurn(own: OpenOverlays): void {
  own.turnAt = undefined
  own.busyUntil = -Infinity
}

/** Returns whether an alert has waited too long for the active overlay to begin it. */
export function isOverdue(own: OpenOverlays): boolean {
  const { active, busyUntil } = own
  const now = performance.now()
  if (!active || active.isStalled || !hasWaiting(own, active)) {
    own.turnAt = undefined
    return false
  }
  own.turnAt ??= now
  return now > Math.max(own.turnAt, busyUntil) + maxTurnMs
}

/** Returns whether an alert waits for the active overlay that the control panel lets it begin. */
function hasWaiting({ feed, playedSeq }: OpenOverlays, active: OpenOverlay): boolean {
  const { isPaused, isPanic, droppedSeq, skipped } = feed.control ?? defaultControl
  const after = Math.max(playedSeq, active.firstSeq, droppedSeq)
  if (isPaused || isPanic || feed.lastSeq <= after) return false
  return skipped.filter((seq) => seq > after && seq <= feed.lastSeq).length < feed.lastSeq - after
}
