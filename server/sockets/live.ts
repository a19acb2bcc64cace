/**
 * Opens the `/live` namespace, which sends a creator's goals and leaderboard as they change, and the viewer's own unread count
 * and export.
 */
import type { Server } from 'socket.io'
import type { DataExport } from '../../contract/data-export.ts'
import type { Goal, Leaderboard } from '../../contract/entities.ts'
import type { Locale } from '../../contract/locale.ts'
import { liveHello, livePath } from '../../contract/sockets.ts'
import { findCreatorUid, findLocale } from '../../db/queries/accounts.ts'
import { listPublicGoals } from '../../db/queries/goals.ts'
import { countUnreadNotifications } from '../../db/queries/notifications.ts'
import { toGoal } from '../../domain/goals/to-goal.ts'
import { readLeaderboard } from '../../domain/insights/read-leaderboard.ts'
import { closeEndedSessions } from './close-ended-sessions.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import type { SocketContext } from './context.ts'
import { connectWith, parseHello } from './receive.ts'
import { openStateBroadcast } from './state-broadcast.ts'
import type { LiveNamespace, LiveSocket } from './state-broadcast.ts'

export interface LiveChannel {
  /** Sends a creator's goals and leaderboard to the pages that show the creator. */
  refreshCreator(creatorUid: string): void
  /** Sends an account's unread count to its pages. */
  refreshAccount(uid: string): void
  /** Sends the current state to all pages, because this process may have missed changes. */
  refreshAll(): void
  /** Sends the progress of an account's export to its pages. */
  sendExport(uid: string, dataExport: DataExport): void
  /** Closes those of an account's sockets whose session has ended. */
  closeEndedSessions(uid: string): void
  stop(): void
}

/** Opens the Socket.IO namespace `/live`, which sends boards to visitors and counts of unread notifications to accounts. */
export function openLive(io: Server, connections: ConnectionLimit, ctx: SocketContext): LiveChannel {
  const { db, log } = ctx
  const live: LiveNamespace = io.of(livePath)
  const creators = openStateBroadcast(live, { prefix: 'creator:', read: readBoard, send: sendBoard }, log)
  const accounts = openStateBroadcast(live, { prefix: 'account:', read: readUnread, send: sendUnread }, log)

  async function readBoard(creatorUid: string): Promise<Board> {
    const [rows, leaderboard, locale] = await Promise.all([
      listPublicGoals(db, creatorUid),
      readLeaderboard(db, creatorUid),
      findLocale(db, creatorUid),
    ])
    return { goals: rows.map(toGoal), leaderboard, locale }
  }

  function readUnread(uid: string): Promise<number> {
    return countUnreadNotifications(db, uid)
  }

  async function openSocket(socket: LiveSocket): Promise<void> {
    const { userName, userUID } = parseHello(liveHello, socket.handshake.auth)
    const creatorUid = userName === undefined ? userUID?.toLowerCase() : await findCreatorUid(db, userName)
    const viewer = await ctx.viewerOf(socket.handshake.headers.cookie)
    socket.data = { creatorUid, viewerUid: viewer?.uid }
  }

  live.use(connectWith(openSocket, { connections, log }))
  live.on('connection', (socket: LiveSocket) => {
    const { creatorUid, viewerUid } = socket.data
    if (creatorUid) creators.join(socket, creatorUid)
    if (viewerUid) accounts.join(socket, viewerUid)
  })

  return {
    refreshCreator: creators.refresh,
    refreshAccount: accounts.refresh,
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
    },
  }
}

interface Board {
  goals: Goal[]
  leaderboard: Leaderboard
  locale: Locale
}

function sendBoard(to: Pick<LiveNamespace, 'emit'>, { goals, leaderboard, locale }: Board): void {
  to.emit('goals', goals, locale)
  to.emit('leaderboard', leaderboard)
}

function sendUnread(to: Pick<LiveNamespace, 'emit'>, unread: number): void {
  to.emit('notifications', unread)
}
