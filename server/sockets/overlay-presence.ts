/**
 * Stores the reports of this server's trusted overlays in Postgres: once a second those that have changed, and every thirty
 * seconds those of all open overlays.
 */
import { randomUUID } from 'node:crypto'
import { deleteClosedOverlays, saveOverlayPresence } from '../../db/queries/alerts/overlay-presence.ts'
import type { SocketContext } from './context.ts'
import type { OpenOverlay } from './open-overlays.ts'

const saveMs = 1_000
/** How often all open overlays are stored, in milliseconds: a third of the time that makes a report count as outdated. */
const renewMs = 30_000
/** The maximum number of overlays in one statement. */
const maxRows = 1_000

export interface OverlayPresence {
  /** Records that an overlay was opened, or that it reports another state. */
  note(overlay: OpenOverlay): void
  /** Records that an overlay's connection has closed. Ignored if the page has opened another connection. */
  close(overlay: OpenOverlay): void
  /** Stores all changes that are not stored yet, and stops. */
  stop(): Promise<void>
}

export function openOverlayPresence({ db, log }: Pick<SocketContext, 'db' | 'log'>): OverlayPresence {
  const serverId = randomUUID()
  const open = new Map<string, OpenOverlay>()
  /** Overlays that were opened, changed or closed since the last save. */
  let changed = new Map<string, OpenOverlay>()
  /** Creators of the overlays that were opened or closed since the last save. */
  let creators = new Set<string>()
  let renewedAt = performance.now()
  let saving = Promise.resolve()

  function note(overlay: OpenOverlay): void {
    const key = keyOf(overlay)
    if (!open.has(key)) creators.add(overlay.creatorUid)
    open.set(key, overlay)
    changed.set(key, overlay)
  }

  async function save(): Promise<void> {
    const isRenewal = performance.now() - renewedAt > renewMs
    const overlays = [...(isRenewal ? new Map([...open, ...changed]) : changed)]
    const uids = [...creators]
    if (isRenewal) renewedAt = performance.now()
    changed = new Map()
    creators = new Set()
    for (let i = 0; i < overlays.length; i += maxRows) {
      const rows = overlays.slice(i, i + maxRows)
      const reports = rows.map(([key, overlay]) => ({ ...overlay, isOpen: open.has(key) }))
      await saveOverlayPresence(db, serverId, reports)
    }
    if (uids.length > 0) await deleteClosedOverlays(db, uids)
  }

  /**
   * Saves once, after any earlier save has ended. If it fails, the next renewal stores the open overlays, and closed ones become
   * outdated.
   */
  function run(): Promise<void> {
    saving = saving
      .then(save)
      .catch((error: unknown) => log.error({ err: error }, 'what overlays report was not stored'))
    return saving
  }
  const timer = setInterval(() => void run(), saveMs)

  return {
    note,
    close(overlay) {
      const key = keyOf(overlay)
      if (open.get(key) !== overlay) return
      open.delete(key)
      changed.set(key, overlay)
      creators.add(overlay.creatorUid)
    },
    async stop() {
      clearInterval(timer)
      await run()
    },
  }
}

const keyOf = ({ creatorUid, overlayId }: OpenOverlay) => `${creatorUid} ${overlayId}`
