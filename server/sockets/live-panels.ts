/**
 * Sends control panels to the creators and moderators who have them open, and widgets what all of them depend on: when they connect, and
 * after each change.
 */
import { findPanelAccess } from '../../db/queries/panel/moderators.ts'
import { listChangedPanels } from '../../db/queries/panel/panel.ts'
import type { SocketContext } from './context.ts'
import { createKeyedThrottle } from './keyed-throttle.ts'
import { openLiveWidgets } from './live-widgets.ts'
import { openPanel, sendPanel } from './open-panels.ts'
import type { OpenPanel } from './open-panels.ts'
import type { LiveNamespace, LiveSocket } from './state-broadcast.ts'

/** The shortest time between two reads of a creator's panel, in milliseconds. */
const intervalMs = 200
/** How often panels and widgets whose message was lost are brought up to date, in milliseconds. */
const pollMs = 5_000

export interface LivePanels {
  /** Shows a panel or widget to a socket that may see it. */
  join(socket: LiveSocket): void
  /** Sends a creator's panel to the pages that show it, because what it lists may have changed. */
  refresh(creatorUid: string): void
  /** Handles the message that something was done in a creator's panel. */
  onChanged(creatorUid: string): void
  /** Sends a creator's widgets, or everybody's, how they look. */
  refreshWidgets(creatorUid?: string): void
  /**
   * Closes those panels of a creator, or of all, whose viewers may no longer see them, and gives the others what they may see now.
   */
  checkAccess(creatorUid?: string): void
  stop(): void
}

export function openLivePanels(live: LiveNamespace, { db, log }: SocketContext): LivePanels {
  const panels = new Map<string, OpenPanel>()
  const widgets = openLiveWidgets(live, db, log)
  const throttle = createKeyedThrottle(intervalMs, async (creatorUid) => {
    const panel = panels.get(creatorUid)
    if (panel) await sendPanel(db, creatorUid, panel).catch(logAs('a control panel was not read'))
  })
  const logAs = (text: string) => (error: unknown) => log.error({ err: error }, text)

  function refresh(creatorUid: string): void {
    if (panels.has(creatorUid)) throttle.run(creatorUid)
  }

  function onChanged(creatorUid: string): void {
    refresh(creatorUid)
    widgets.refresh(creatorUid)
  }

  function joinPanel(socket: LiveSocket, creatorUid: string): void {
    const panel = panels.get(creatorUid) ?? openPanel()
    panels.set(creatorUid, panel)
    panel.sockets.add(socket)
    panel.newSockets.add(socket)
    socket.once('disconnect', () => {
      panel.sockets.delete(socket)
      panel.newSockets.delete(socket)
      if (panel.sockets.size === 0) panels.delete(creatorUid)
    })
    throttle.run(creatorUid)
  }

  const stopPolling = pollVersions(db, () => [...panels.keys(), ...widgets.creators()], onChanged, logAs)
  return {
    join(socket) {
      const { wants, creatorUid, panel } = socket.data
      if (wants && creatorUid) widgets.join(socket, creatorUid)
      if (panel) joinPanel(socket, panel.creatorUid)
    },
    refresh,
    onChanged,
    refreshWidgets: (only) => (only === undefined ? widgets.refreshAll() : widgets.refresh(only)),
    checkAccess(only) {
      for (const [creatorUid, panel] of panels) {
        if (only !== undefined && only !== creatorUid) continue
        for (const socket of panel.sockets)
          checkSocket(db, socket, creatorUid, panel)
            .then(() => throttle.run(creatorUid))
            .catch(logAs('the access to a control panel was not checked'))
      }
    },
    stop() {
      stopPolling()
      throttle.stop()
      widgets.stop()
    },
  }
}

/** Closes a panel whose viewer may no longer see it. If the viewer may see other things than before, everything is sent again. */
async function checkSocket(
  db: SocketContext['db'],
  socket: LiveSocket,
  creatorUid: string,
  panel: OpenPanel,
): Promise<void> {
  const { viewerUid } = socket.data
  const access = viewerUid ? await findPanelAccess(db, creatorUid, viewerUid) : undefined
  if (!access) {
    socket.emit('panelClosed')
    socket.disconnect(true)
    return
  }
  if (access.seesAmounts !== socket.data.panel?.seesAmounts) panel.newSockets.add(socket)
  socket.data.panel = access
}

/** Calls `onChanged` for creators whose panel has a version that this server does not know. The returned function ends the polls. */
function pollVersions(
  db: SocketContext['db'],
  listCreators: () => string[],
  onChanged: (creatorUid: string) => void,
  logAs: (text: string) => (error: unknown) => void,
): () => void {
  let versions = new Map<string, number>()
  async function poll(): Promise<void> {
    const known = Array.from(new Set(listCreators()), (creatorUid) => ({
      creatorUid,
      version: versions.get(creatorUid) ?? 0,
    }))
    versions = new Map(known.map(({ creatorUid, version }) => [creatorUid, version]))
    if (known.length === 0) return
    for (const { creatorUid, version } of await listChangedPanels(db, known)) {
      versions.set(creatorUid, version)
      onChanged(creatorUid)
    }
  }
  const timer = setInterval(() => void poll().catch(logAs('control panels could not be polled')), pollMs)
  return () => clearInterval(timer)
}
