/**
 * Opens the `/live` namespace, which sends a creator's goals and leaderboard as they change, and the viewer's own unread count
 * and export.
 */
import type { Server } from 'socket.io'
import type { DataExport } from '../../contract/accounts/data-export.ts'
import { liveHello, livePath } from '../../contract/sockets.ts'
import type { Db } from '../../db/connection.ts'
import { findCreatorUid } from '../../db/queries/accounts/accounts.ts'
import { findOverlayCreators } from '../../db/queries/panel/overlay-creators.ts'
import { isOverlayKey } from '../../domain/alerts/overlay-key.ts'
import { closeEndedSessions } from './close-ended-sessions.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import type { SocketContext } from './context.ts'
import { findPanelAccess } from '../../db/queries/panel/moderators.ts'
import type { PanelAccess } from '../../db/queries/panel/moderators.ts'
import { AppError } from '../../contract/errors.ts'
import { openLiveCreators } from './live-creators.ts'
import type { LiveCreators } from './live-creators.ts'
import { openLivePanels } from './live-panels.ts'
import type { LivePanels } from './live-panels.ts'
import { liveStates } from './live-states.ts'
import { connectWith, parseHello } from './receive.ts'
import { openStateBroadcast } from './state-broadcast.ts'
import type { LiveNamespace, LiveSocket } from './state-broadcast.ts'

export interface LiveChannel {
  creators: LiveCreators
  /** Sends an account's unread count to its pages. */
  refreshAccount(uid: string): void
  /** Sends the current state to all pages, because this process may have missed changes. */
  refreshAll(): void
  /** Sends the progress of an account's export to its pages. */
  sendExport(uid: string, dataExport: DataExport): void
  /** Closes those of an account's sockets whose session has ended. */
  closeEndedSessions(uid: string): void
  panels: LivePanels
  stop(): void
}

/** Opens the Socket.IO namespace `/live`, which sends boards to visitors and counts of unread notifications to accounts. */
export function openLive(io: Server, connections: ConnectionLimit, ctx: SocketContext): LiveChannel {
  const { db, log } = ctx
  const live: LiveNamespace = io.of(livePath)
  const { unread, ...states } = liveStates(db)
  const creators = openLiveCreators(live, states, log)
  const accounts = openStateBroadcast(live, unread, log)
  const panels = openLivePanels(live, ctx)

  async function openSocket(socket: LiveSocket): Promise<void> {
    const hello = parseHello(liveHello, socket.handshake.auth)
    const { userName, userUID, wants } = hello
    const creatorUid = userName === undefined ? userUID?.toLowerCase() : await findCreatorUid(db, userName)
    const viewer = await ctx.viewerOf(socket.handshake.headers.cookie)
    const panel = hello.panel && (await requirePanel(db, hello.panel.toLowerCase(), viewer?.uid))
    const isOwn = hello.key === undefined && viewer !== undefined && viewer.uid === creatorUid
    if ((wants === 'totals' || wants === 'scene') && !isOwn) await requireKey(db, creatorUid, hello.key)
    socket.data = { creatorUid, viewerUid: viewer?.uid, wants, panel: panel || undefined }
  }

  live.use(connectWith(openSocket, { connections, log }))
  live.on('connection', (socket: LiveSocket) => {
    const { viewerUid, wants } = socket.data
    creators.join(socket)
    socket.on('time', (answer) => {
      if (typeof answer === 'function') answer(Date.now())
    })
    if (viewerUid && !wants) accounts.join(socket, viewerUid)
    // Pages of an account connect for it alone. If its session ended before, no later message would say so.
    if (!viewerUid && isForAccount(socket.handshake.auth)) socket.emit('sessionEnded')
    panels.join(socket)
  })

  return {
    creators,
    refreshAccount: accounts.refresh,
    panels,
    refreshAll() {
      creators.refreshAll()
      accounts.refreshAll()
    },
    sendExport(uid, dataExport) {
      live.to(accounts.roomOf(uid)).emit('dataExport', dataExport)
    },
    closeEndedSessions(uid) {
      const ids = [...(live.adapter.rooms.get(accounts.roomOf(uid)) ?? [])]
      closeEndedSessions(
        ids.flatMap((id) => live.sockets.get(id) ?? []),
        ctx,
        (socket) => {
          socket.emit('sessionEnded')
          socket.disconnect(true)
        },
      )
    },
    stop() {
      creators.stop()
      accounts.stop()
      panels.stop()
    },
  }
}

/** Returns whether a page connects for its visitor's own account, and names nothing else. */
function isForAccount(auth: object): boolean {
  return Object.keys(parseHello(liveHello, auth)).length === 0
}

/** Throws AppError `not_found` without a creator, and `forbidden` without the creator's key. */
async function requireKey(db: Db, creatorUid: string | undefined, key: string | undefined): Promise<void> {
  const creator = creatorUid && (await findOverlayCreators(db, [creatorUid])).get(creatorUid)
  if (!creator) throw new AppError('not_found')
  const { keyHash } = creator
  if (key === undefined || keyHash === null || !isOverlayKey(key, keyHash)) throw new AppError('forbidden')
}

/** Returns the viewer's access to a creator's control panel. Throws AppError `forbidden`. */
async function requirePanel(db: Db, creatorUid: string, viewerUid: string | undefined): Promise<PanelAccess> {
  const access = viewerUid ? await findPanelAccess(db, creatorUid, viewerUid) : undefined
  if (!access) throw new AppError('forbidden')
  return access
}
