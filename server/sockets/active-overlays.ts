/**
 * Chooses the active overlay among a creator's trusted overlays: it begins each alert before the others, and it alone sounds. Its
 * lease is in Postgres and counts for all servers; each server renews the leases of its own sockets (docs/alert-box.md).
 */
import { Histogram } from 'prom-client'
import { isInObs } from '../../contract/alerts/overlay-place.ts'
import type { AlertShown, OverlayReport, OverlayState } from '../../contract/sockets.ts'
import { markShown } from '../../db/queries/alerts/alerts.ts'
import { beginAlert, raisePlayedSeq } from '../../db/queries/alerts/active-overlays.ts'
import { beginAgain, cutAlert, endAlert } from '../../db/queries/alerts/cut-alerts.ts'
import { announce } from '../announce.ts'
import type { AlertSocket } from './alert-feed.ts'
import { offer, release, renewLeases, chooseActive } from './active-leases.ts'
import type { Leases } from './active-leases.ts'
import type { SocketContext } from './context.ts'
import { createKeyedThrottle } from './keyed-throttle.ts'
import { openOverlayPresence } from './overlay-presence.ts'
import type { OverlayPresence } from './overlay-presence.ts'
import { addPlayed, beginTurn, endTurn, openOverlays, storeInOrder } from './open-overlays.ts'
import type { OpenOverlay } from './open-overlays.ts'

const toShown = new Histogram({
  name: 'brimful_captured_to_shown_seconds',
  help: 'From the capture of a tip until an overlay begins its alert, which may wait for other alerts or for the stream to open',
  buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600],
})

const renewMs = 2_000
/** The shortest time between two changes of a creator's active overlay on this server, in milliseconds. */
const changeMs = 50
/** The states of a page that the stream can show. */
const onStream = new Set<OverlayState>(['program', 'obs', 'visible'])

export interface ActiveOverlays {
  /** Stores a trusted page's report. The page may become the active overlay from then on. */
  report(socket: AlertSocket, report: OverlayReport): Promise<void>
  /**
   * Stores that a page begins an alert, and announces it to the creator's other pages. Ignored unless the page is the active
   * overlay.
   */
  begin(socket: AlertSocket, seq: number): Promise<void>
  /** Stores that a page has shown an alert that it began as the active overlay. Ignored unless the stream can show the page. */
  markShown(socket: AlertSocket, shown: AlertShown): Promise<void>
  /** Stores that an alert which a page began has left its screen, and announces it to the creator's control panels. */
  end(socket: AlertSocket, seq: number): Promise<void>
  /** Stores that an alert which a page began was cut short, and announces it to the creator's control panels. */
  cut(socket: AlertSocket, seq: number): Promise<void>
  leave(socket: AlertSocket): void
  /** Handles the message that an overlay of the creator, perhaps on another server, has begun the alerts up to `seq`. */
  onPlayed(creatorUid: string, seq: number): void
  /** Handles the message that the creator's lease has another holder, or may be claimed. */
  onChanged(creatorUid: string): void
  /** Stops renewing leases; resolves when running statements have ended. */
  stop(): Promise<void>
}

/** Opens the choice of active overlays among the sockets of a server. */
export function openActiveOverlays(ctx: Pick<SocketContext, 'db' | 'pubsub' | 'log'>): ActiveOverlays {
  const leases = openLeases(ctx)
  const presence = openOverlayPresence(ctx)
  const { creators, changes, db } = leases
  const renewal = startRenewal(leases)

  function onPlayed(creatorUid: string, seq: number): void {
    const own = creators.get(creatorUid)
    if (own) addPlayed(own, seq)
  }

  const find = (socket: AlertSocket) => findOverlay(leases, socket)

  return {
    async report(socket, report) {
      if (socket.connected) addReport(leases, presence, socket, report)
    },
    async begin(socket, seq) {
      const { own, overlay } = find(socket)
      if (!own || !overlay || own.active !== overlay) return
      beginTurn(own)
      overlay.isStalled = false
      if (!(await storeInOrder(overlay, () => record(leases, overlay, seq)))) return
      onPlayed(own.creatorUid, seq)
      announce(ctx, { kind: 'alert-played', creatorUid: own.creatorUid, seq })
    },
    async markShown(socket, shown) {
      const { own, overlay } = find(socket)
      if (!own || !overlay || !onStream.has(overlay.state)) return
      const { overlayId } = overlay
      const seen = { ...shown, overlayId, isInObs: isInObs(overlay) }
      await storeInOrder(overlay, () => markShown(db, own.creatorUid, seen))
    },
    end: (socket, seq) => finish(leases, endAlert, socket, seq),
    cut: (socket, seq) => finish(leases, cutAlert, socket, seq),
    leave(socket) {
      const { own, overlay } = find(socket)
      if (!own || !overlay) return
      own.all.delete(socket)
      presence.close(overlay)
      if (own.all.size === 0) creators.delete(own.creatorUid)
      if (own.active !== overlay) return
      own.active = undefined
      release(leases, own.creatorUid, overlay)
    },
    onPlayed,
    onChanged(creatorUid) {
      if (creators.has(creatorUid)) changes.run(creatorUid)
    },
    async stop() {
      changes.stop()
      await Promise.all([renewal.stop(), presence.stop()])
    },
  }
}

/** Returns the overlay of a socket, with the others of its creator; undefined before its first report. */
function findOverlay({ creators }: Leases, socket: AlertSocket) {
  const own = creators.get(socket.data.feed.creatorUid)
  return { own, overlay: own?.all.get(socket) }
}

/** Stores how an alert that an overlay has begun ended, and announces it. */
async function finish(
  leases: Leases,
  finishAlert: typeof endAlert,
  socket: AlertSocket,
  seq: number,
): Promise<void> {
  const { own, overlay } = findOverlay(leases, socket)
  if (!own || !overlay) return
  if (own.active === overlay) endTurn(own)
  const { overlayId } = overlay
  const isNew = await storeInOrder(overlay, () => finishAlert(leases.db, own.creatorUid, { seq, overlayId }))
  if (isNew) announce(leases, { kind: 'alert-ended', creatorUid: own.creatorUid })
}

function openLeases({ db, pubsub, log }: Pick<SocketContext, 'db' | 'pubsub' | 'log'>): Leases {
  const leases: Leases = {
    db,
    pubsub,
    log,
    creators: new Map(),
    changes: createKeyedThrottle(changeMs, (creatorUid) =>
      chooseActive(leases, creatorUid).catch((error: unknown) =>
        log.error({ err: error }, 'an active overlay was not chosen'),
      ),
    ),
  }
  return leases
}

/** Renews all leases every two seconds; a renewal that takes longer delays the next one. */
function startRenewal(leases: Leases) {
  let renewing: Promise<void> | undefined
  function renew(): void {
    renewing ??= renewLeases(leases)
      .catch((error: unknown) => leases.log.error({ err: error }, 'the active overlays were not renewed'))
      .finally(() => (renewing = undefined))
  }
  const timer = setInterval(renew, renewMs)
  return {
    async stop() {
      clearInterval(timer)
      await renewing
    },
  }
}

function addReport(
  leases: Leases,
  presence: OverlayPresence,
  socket: AlertSocket,
  report: OverlayReport,
): void {
  const { feed, playedSeq = 0 } = socket.data
  const { creatorUid } = feed
  const own = leases.creators.get(creatorUid) ?? openOverlays(feed)
  leases.creators.set(creatorUid, own)
  const known = own.all.get(socket)
  if (known && known.overlayId !== report.overlayId) return // a page never changes its id
  if (!known && own.playedSeq > playedSeq) socket.emit('played', own.playedSeq)
  const opened = { socket, creatorUid, isReachable: true, firstSeq: feed.lastSeq, stored: Promise.resolve() }
  const overlay = Object.assign(known ?? opened, { ...report, isStalled: false })
  own.all.set(socket, overlay)
  presence.note(overlay)
  offer(leases, own)
}

/**
 * Stores that an overlay begins an alert. Returns false if it does not hold the lease, or if the alert was begun before and may not be
 * played again. A digest is not a stored alert, so for it only the last played `seq` is stored.
 */
async function record({ db }: Leases, overlay: OpenOverlay, seq: number): Promise<boolean> {
  const { creatorUid, overlayId, socket } = overlay
  if (socket.data.digest?.seq !== seq) {
    const begun = await beginAlert(db, creatorUid, { seq, overlayId })
    if (begun && !begun.isTest) toShown.observe(begun.waitedSeconds)
    return begun !== undefined || beginAgain(db, creatorUid, { seq, overlayId })
  }
  await raisePlayedSeq(db, creatorUid, seq)
  return true
}
