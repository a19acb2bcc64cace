/** Converts what a creator's overlays report about themselves to the form that the creator sees. */
import { isInObs } from '../../contract/alerts/overlay-place.ts'
import type { OverlayStatus } from '../../contract/alerts/overlay-calls.ts'
import type { Db } from '../../db/connection.ts'
import { findLastShown, listOverlays } from '../../db/queries/alerts/overlay-presence.ts'
import type { KnownOverlay } from '../../db/queries/alerts/overlay-presence.ts'

interface StatusContext {
  db: Db
  /** The build of the alert page that this server serves; undefined in development. */
  overlayBuild?: string | undefined
}

export async function readOverlayStatus(
  { db, overlayBuild }: StatusContext,
  creatorUid: string,
): Promise<OverlayStatus> {
  const [overlays, lastShown] = await Promise.all([
    listOverlays(db, creatorUid),
    findLastShown(db, creatorUid),
  ])
  const last = overlays[0]
  return {
    overlays: overlays.filter(({ isOpen }) => isOpen).map((overlay) => toStatus(overlay, overlayBuild)),
    notOpenSince: last && !last.isOpen ? last.seenAt.toISOString() : null,
    lastShownAt: lastShown?.shownAt?.toISOString() ?? null,
    obsShownAt: lastShown?.obsShownAt?.toISOString() ?? null,
  }
}

function toStatus(overlay: KnownOverlay, serverBuild: string | undefined): OverlayStatus['overlays'][number] {
  const { state, audio, obsVersion, isActive, build, openedAt, lastShownAt } = overlay
  return {
    state,
    audio,
    obsVersion,
    isInObs: isInObs(overlay),
    isActive,
    isOutdated: build !== null && serverBuild !== undefined && build !== serverBuild,
    openedAt: openedAt.toISOString(),
    lastShownAt: lastShownAt?.toISOString() ?? null,
  }
}
