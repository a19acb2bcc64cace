/** Keeps the control panels that are open at this server, and sends each what it has not received yet. */
import type { PanelShow, PanelTip } from '../../contract/panel/panel.ts'
import type { Db } from '../../db/connection.ts'
import { forAccess, readPanelShows, readPanelState, readPanelTips } from '../../domain/panel/read-panel.ts'
import type { LiveSocket } from './state-broadcast.ts'
import { writeBufferLength } from './write-buffer.ts'

/** A page with more waiting packets than this has stopped reading and is disconnected. */
const maxWaitingPackets = 100

/** The pages that show one creator's panel. */
export interface OpenPanel {
  sockets: Set<LiveSocket>
  /** Sockets that get everything next: they have received nothing yet, or may see something else now. */
  newSockets: Set<LiveSocket>
  /** What all others have, as JSON by id. */
  sentTips: Map<string, string>
  sentShows: Map<string, string>
}

export function openPanel(): OpenPanel {
  return { sockets: new Set(), newSockets: new Set(), sentTips: new Map(), sentShows: new Map() }
}

interface Feed {
  tips: PanelTip[]
  shows: PanelShow[]
}

/**
 * Sends a creator's panel: the whole state to every page, all tips and show events to new pages, and to the others those that have
 * changed.
 */
export async function sendPanel(db: Db, creatorUid: string, panel: OpenPanel): Promise<void> {
  const newSockets = new Set(panel.newSockets)
  panel.newSockets.clear()
  const [tips, shows] = await Promise.all([readPanelTips(db, creatorUid), readPanelShows(db, creatorUid)])
  const changed = noteChanged(panel, { tips, shows })
  await Promise.all(
    [...panel.sockets].map(async (socket) => {
      if (writeBufferLength(socket.conn) > maxWaitingPackets) {
        socket.conn.close(true)
        return
      }
      if (newSockets.has(socket)) await sendTo(db, socket, { tips, shows }, true)
      else if (!panel.newSockets.has(socket)) await sendTo(db, socket, changed, false)
    }),
  )
}

async function sendTo(db: Db, socket: LiveSocket, { tips, shows }: Feed, isAll: boolean): Promise<void> {
  const { panel: access } = socket.data
  if (!access) return
  socket.emit('panel', await readPanelState(db, access))
  if (isAll || tips.length > 0) socket.emit('panelTips', forAccess(tips, access), isAll)
  if (isAll || shows.length > 0) socket.emit('panelShows', shows, isAll)
}

/** Returns what is new or has changed since the last call. */
function noteChanged(panel: OpenPanel, { tips, shows }: Feed): Feed {
  const before = { tips: panel.sentTips, shows: panel.sentShows }
  panel.sentTips = new Map(tips.map((tip) => [tip.tipId, JSON.stringify(tip)]))
  panel.sentShows = new Map(shows.map((show) => [show.showEventId, JSON.stringify(show)]))
  return {
    tips: tips.filter(({ tipId }) => before.tips.get(tipId) !== panel.sentTips.get(tipId)),
    shows: shows.filter(({ showEventId: id }) => before.shows.get(id) !== panel.sentShows.get(id)),
  }
}
