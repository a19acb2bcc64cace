/**
 * Keeps in Postgres what the trusted overlays of this server report of themselves: one statement a second at most for all that
 * have changed, and one in thirty seconds for all that are open.
 */
import { randomUUID } from 'node:crypto'
import { deleteClosedOverlays, saveOverlayPresence } from '../../db/queries/overlay-presence.ts'
import type { SocketContext } from './context.ts'
import type { OpenOverlay } from './open-overlays.ts'

const saveMs = 1_000
/** A third of the time after which a report counts as outdated. */
const renewMs = 30_000
/** The most overlays in one statement. */
const maxRows = 1_000

export interface OverlayPresence {
  /** An overlay has been opened, or reports something else. */
  note(overlay: OpenOverlay): void
  /** An overlay's connection has closed. Ignored if the page has another one. */
  close(overlay: OpenOverlay): void
  /** Stores what has yet to be stored, and stops. */
  stop(): Promise<void>
}

export function openOverlayPresence({ db, log }: Pick<SocketContext, 'db' | 'log'>): OverlayPresence {
  const serverId = randomUUID()
  const open = new Map<string, OpenOverlay>()
  /** Opened, changed or closed since the last save. */
  let changed = new Map<string, OpenOverlay>()
  /** Creators with an overlay that was opened or closed since then. */
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

  /** Saves after one another. If it fails, the next renewal stores the open overlays, and closed ones become outdated. */
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
