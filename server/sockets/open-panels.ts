/** Keeps the control panels that are open at this server, and sends each what it has not received yet. */
import type { PanelTip } from '../../contract/panel/panel.ts'
import type { Db } from '../../db/connection.ts'
import { forAccess, readPanelState, readPanelTips } from '../../domain/panel/read-panel.ts'
import type { LiveSocket } from './state-broadcast.ts'
import { writeBufferLength } from './write-buffer.ts'

/** A page with more waiting packets than this has stopped reading and is disconnected. */
const maxWaitingPackets = 100

/** The pages that show one creator's panel. */
export interface OpenPanel {
  sockets: Set<LiveSocket>
  /** Sockets that get everything next: they have received nothing yet, or may see something else now. */
  newSockets: Set<LiveSocket>
  /** The tips that all others have, as JSON. */
  sent: Map<string, string>
}

export function openPanel(): OpenPanel {
  return { sockets: new Set(), newSockets: new Set(), sent: new Map() }
}

/** Sends a creator's panel: the whole state to every page, all tips to new pages, and to the others those that have changed. */
export async function sendPanel(db: Db, creatorUid: string, panel: OpenPanel): Promise<void> {
  const newSockets = new Set(panel.newSockets)
  panel.newSockets.clear()
  const tips = await readPanelTips(db, creatorUid)
  const changed = noteChanged(panel, tips)
  await Promise.all(
    [...panel.sockets].map(async (socket) => {
      if (writeBufferLength(socket.conn) > maxWaitingPackets) {
        socket.conn.close(true)
        return
      }
      if (newSockets.has(socket)) await sendTo(db, socket, tips, true)
      else if (!panel.newSockets.has(socket)) await sendTo(db, socket, changed, false)
    }),
  )
}

async function sendTo(db: Db, socket: LiveSocket, tips: PanelTip[], isAll: boolean): Promise<void> {
  const { panel: access } = socket.data
  if (!access) return
  socket.emit('panel', await readPanelState(db, access))
  if (isAll || tips.length > 0) socket.emit('panelTips', forAccess(tips, access), isAll)
}

/** Returns the tips that are new or have changed since the last call. */
function noteChanged(panel: OpenPanel, tips: readonly PanelTip[]): PanelTip[] {
  const before = panel.sent
  panel.sent = new Map(tips.map((tip) => [tip.tipId, JSON.stringify(tip)]))
  return tips.filter(({ tipId }) => before.get(tipId) !== panel.sent.get(tipId))
}
