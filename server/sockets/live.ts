/**
 * Opens the `/live` namespace, which sends a creator's goals and leaderboard as they change, and the viewer's own unread count
 * and export.
 */
import type { Server } from 'socket.io'
import type { DataExport } from '../../contract/accounts/data-export.ts'
import { liveHello, livePath } from '../../contract/sockets.ts'
import { AppError } from '../../contract/errors.ts'
import { closeEndedSessions } from './close-ended-sessions.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import type { SocketContext } from './context.ts'
import { openLiveAccess } from './live-access.ts'
import { openLiveCreators } from './live-creators.ts'
import type { LiveCreators } from './live-creators.ts'
import { openLivePanels } from './live-panels.ts'
import type { LivePanels } from './live-panels.ts'
import { liveStates } from './live-states.ts'
import { connectWith, parseHello } from './receive.ts'
import { openStateBroadcast } from './state-broadcast.ts'
import type { LiveNamespace, LiveSocket, LiveSocketData } from './state-broadcast.ts'

export interface LiveChannel {
  creators: LiveCreators
  /** Sends an account's unread count to its pages. */
  refreshAccount(uid: string): void
  /** Sends the current state to all pages, because this process may have missed changes. */
  refreshAll(): void
  /** Sends the progress of an account's export to its pages. */
  sendExport(uid: string, dataExport: DataExport): void
  /** Closes those of an account's sockets whose session has ended, and totals and scenes that it may have opened. */
  closeEndedSessions(uid: string): void
  /** Closes a creator's totals and scenes, because the key that opened them may have been replaced. */
  closeTotals(creatorUid: string): void
  /** Closes those of a creator's panels whose viewers may no longer see them. */
  checkPanels(creatorUid: string): void
  /** Closes every socket that may see less than when it connected, because this process may have missed that. */
  checkAccess(): void
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
  const access = keepAccess(live, ctx)

  live.use(connectWith(access.open, { connections, log }))
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
      access.note()
      const ids = [...(live.adapter.rooms.get(accounts.roomOf(uid)) ?? [])]
      closeEndedSessions(
        ids.flatMap((id) => live.sockets.get(id) ?? []),
        ctx,
        close,
      )
      creators.closeTotals(uid)
    },
    closeTotals(creatorUid) {
      access.note()
      creators.closeTotals(creatorUid)
    },
    checkPanels(creatorUid) {
      access.note()
      panels.checkAccess(creatorUid)
    },
    checkAccess() {
      panels.checkAccess()
      access.check()
    },
    stop() {
      creators.stop()
      accounts.stop()
      panels.stop()
    },
  }
}

/** Reads what each socket may see when it connects, and again when this process may have missed a change. */
function keepAccess(live: LiveNamespace, ctx: SocketContext) {
  const read = openLiveAccess(ctx)
  let changes = 0

  /** If access changes during the reads, reads again, because what closes sockets does not know this one yet. */
  async function open(socket: LiveSocket): Promise<void> {
    const before = changes
    const access = await read(socket.handshake)
    if (before !== changes) return open(socket)
    socket.data = access
  }

  async function isAsBefore({ handshake, data }: LiveSocket): Promise<boolean> {
    try {
      return (await read(handshake)).viewerUid === data.viewerUid
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  return {
    open,
    /** Notes that access changes, for sockets that are connecting. */
    note: () => void (changes += 1),
    /** Closes every socket that may see less than when it connected. */
    check() {
      changes += 1
      for (const socket of live.sockets.values())
        if (!isPublic(socket.data))
          isAsBefore(socket)
            .then((isOpen) => isOpen || close(socket))
            .catch((error: unknown) => ctx.log.error({ err: error }, 'the access of a page was not checked'))
    },
  }
}

function close(socket: LiveSocket): void {
  if (socket.data.viewerUid) socket.emit('sessionEnded')
  socket.disconnect(true)
}

/** Returns whether a page connects for its visitor's own account, and names nothing else. */
function isForAccount(auth: object): boolean {
  return Object.keys(parseHello(liveHello, auth)).length === 0
}

/** Returns whether a socket sees only what everybody may. */
function isPublic({ viewerUid, wants }: LiveSocketData): boolean {
  return viewerUid === undefined && wants !== 'totals' && wants !== 'scene'
}
