/** Claims, renews and releases the leases of active overlays for the sockets of this server. */
import { claimActiveOverlays, releaseActiveOverlay } from '../../db/queries/alerts/active-overlays.ts'
import { listCutAlerts } from '../../db/queries/alerts/cut-alerts.ts'
import { announce } from '../announce.ts'
import type { SocketContext } from './context.ts'
import type { KeyedThrottle } from './keyed-throttle.ts'
import { addPlayed, bestOf, changeTurn, isOverdue, rankOf } from './open-overlays.ts'
import type { OpenOverlay, OpenOverlays } from './open-overlays.ts'

/** How long a lease lasts after its last renewal, in milliseconds. A killed server holds its leases for this long. */
const leaseMs = 6_000
/**
 * A page that does not confirm a message within this time, in milliseconds, counts as unreachable, and another page becomes the
 * active overlay.
 */
const confirmMs = 4_000
/**
 * How long a page stays the active overlay after the server's last message, in milliseconds: less than the lease, so that it
 * stops before another page starts.
 */
const activeMs = 3_500

export interface Leases extends Pick<SocketContext, 'db' | 'pubsub' | 'log'> {
  creators: Map<string, OpenOverlays>
  /** Runs `chooseActive` for a creator, but not too often. */
  changes: KeyedThrottle
}

/**
 * Renews the leases that this server's overlays hold, claims a lease for each creator without one here, and asks the active
 * overlays to confirm that they are reachable.
 */
export async function renewLeases(leases: Leases): Promise<void> {
  const claims = [...leases.creators.values()].flatMap((own) => {
    if (isOverdue(own)) rankLast(leases, own)
    const candidate = own.active ?? bestOf(own)
    return candidate ? { own, former: own.active, candidate } : []
  })
  if (claims.length === 0) return
  const held = await claim(
    leases,
    claims.map(({ candidate }) => candidate),
  )
  for (const { own, former, candidate } of claims) {
    const isSame = own.active === former // otherwise the active overlay has changed during the claim
    const isNew = isSame && setActive(leases, own, held.has(own.creatorUid) ? candidate : undefined)
    if (!isNew && own.active) confirmActive(leases, own, own.active)
    if (!isSame || bestOf(own) !== own.active) leases.changes.run(own.creatorUid)
  }
}

/** Claims the lease for the creator's best overlay on this server, unless an overlay that is at least as good holds it. */
export async function chooseActive(leases: Leases, creatorUid: string): Promise<void> {
  const own = leases.creators.get(creatorUid)
  if (!own) return
  const { isOffered } = own
  own.isOffered = false
  let holder = own.active
  if (holder && !(await claim(leases, [holder])).has(creatorUid)) holder = undefined
  const best = bestOf(own)
  const isBetter = best && (!holder || rankOf(best) < rankOf(holder))
  if (isBetter && (await claim(leases, [best])).has(creatorUid)) holder = best
  const isNew = setActive(leases, own, holder)
  if (isOffered && !isNew) announceActive(leases, creatorUid)
}

/** Lets better overlays, here and on other servers, claim the lease. */
export function offer(leases: Leases, own: OpenOverlays): void {
  own.isOffered = true
  leases.changes.run(own.creatorUid)
}

/** Releases the lease of an overlay that has disconnected, so that another overlay can claim it at once. */
export function release(leases: Leases, creatorUid: string, { overlayId }: OpenOverlay): void {
  releaseActiveOverlay(leases.db, creatorUid, overlayId).then(
    () => announceActive(leases, creatorUid),
    (error: unknown) => leases.log.error({ err: error }, 'the lease of an overlay was not released'),
  )
}

/** Claims leases for one overlay of each creator; returns the creators whose overlay holds it. */
async function claim({ db, creators }: Leases, candidates: readonly OpenOverlay[]): Promise<Set<string>> {
  const ranked = candidates.map((overlay) => ({ ...overlay, rank: rankOf(overlay) }))
  const claims = await claimActiveOverlays(db, ranked, leaseMs)
  for (const { creatorUid, playedSeq } of claims) {
    const own = creators.get(creatorUid)
    if (own) addPlayed(own, playedSeq)
  }
  return new Set(claims.flatMap(({ creatorUid, isHeld }) => (isHeld ? creatorUid : [])))
}

/**
 * Makes `holder` the active overlay on this server, and notifies it and its predecessor. Returns whether another overlay has
 * become the active one.
 */
function setActive(leases: Leases, own: OpenOverlays, holder: OpenOverlay | undefined): boolean {
  const { active: former, creatorUid } = own
  if (former === holder) return false
  own.active = holder && own.all.has(holder.socket) ? holder : undefined
  if (holder && !own.active) release(leases, creatorUid, holder)
  changeTurn(own)
  former?.socket.emit('inactive')
  if (!own.active) return false
  confirmActive(leases, own, own.active)
  sendCut(leases, own, own.active)
  announceActive(leases, creatorUid)
  return true
}

/** Sends a page that has become the active overlay what was cut short before. */
function sendCut({ db, log }: Leases, own: OpenOverlays, overlay: OpenOverlay): void {
  listCutAlerts(db, own.creatorUid).then(
    (alerts) => {
      if (own.active === overlay) for (const alert of alerts) overlay.socket.emit('again', alert)
    },
    (error: unknown) => log.error({ err: error }, 'the alerts that were cut short were not read'),
  )
}

function confirmActive(leases: Leases, own: OpenOverlays, overlay: OpenOverlay): void {
  overlay.socket.timeout(confirmMs).emit('active', activeMs, own.playedSeq, (error: Error | null) => {
    const isReachable = !error
    if (overlay.isReachable === isReachable) return
    overlay.isReachable = isReachable
    offer(leases, own)
  })
}

/** Ranks the active overlay behind all others, because it has not begun an alert in time. */
function rankLast(leases: Leases, own: OpenOverlays): void {
  own.turnAt = undefined
  own.active!.isStalled = true
  own.active!.socket.emit('inactive')
  offer(leases, own)
}

function announceActive(leases: Leases, creatorUid: string): void {
  announce(leases, { kind: 'active-overlay', creatorUid })
}
