/** The channel of the public pages: a creator's goals and leaderboard as they move, and one's own unread count. */
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
import type { AddressLimit } from './address-limit.ts'
import type { SocketContext } from './context.ts'
import { greetWith, receiveHello } from './receive.ts'
import { sessionEnder } from './end-sessions.ts'
import { stateRooms } from './state-rooms.ts'
import type { Live, LiveSocket } from './state-rooms.ts'

export interface LiveChannel {
  /** A creator's goals or leaderboard may have changed. */
  ring(creatorUid: string): void
  /** An account's notifications may have changed. */
  ringAccount(uid: string): void
  /** Ends the connections of an account's sessions that are over. */
  endSessions(uid: string): void
  /** An account's export has moved on. */
  tellExport(uid: string, dataExport: DataExport): void
  /** Anything may have changed. */
  ringAll(): void
  stop(): void
}

/** Opens `/live`. */
export function openLive(
  io: Server,
  addresses: AddressLimit,
  { db, log, viewerOf }: SocketContext,
): LiveChannel {
  const live: Live = io.of(livePath)
  const pages = stateRooms(live, { prefix: 'creator:', read: readBoard, send: sendBoard }, log)
  const accounts = stateRooms(live, { prefix: 'account:', read: readUnread, send: sendUnread }, log)

  const endOver = sessionEnder<LiveSocket>(viewerOf, log, (socket) => {
    socket.emit('sessionEnded')
    socket.disconnect(true)
  })

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

  async function greet(socket: LiveSocket): Promise<void> {
    const { userName, userUID } = receiveHello(liveHello, socket.handshake.auth)
    const creatorUid = userName === undefined ? userUID?.toLowerCase() : await findCreatorUid(db, userName)
    const viewer = await viewerOf(socket.handshake.headers.cookie)
    socket.data = { creatorUid, viewerUid: viewer?.uid }
  }

  live.use(greetWith(greet, { addresses, log }))
  live.on('connection', (socket: LiveSocket) => {
    const { creatorUid, viewerUid } = socket.data
    if (creatorUid) pages.join(socket, creatorUid)
    if (viewerUid) accounts.join(socket, viewerUid)
  })

  return {
    ring: pages.ring,
    ringAccount: accounts.ring,
    endSessions(uid) {
      const ids = [...(live.adapter.rooms.get(accounts.roomOf(uid)) ?? [])]
      endOver(ids.flatMap((id) => live.sockets.get(id) ?? []))
    },
    tellExport(uid, dataExport) {
      live.to(accounts.roomOf(uid)).emit('dataExport', dataExport)
    },
    ringAll() {
      pages.ringAll()
      accounts.ringAll()
    },
    stop() {
      pages.stop()
      accounts.stop()
    },
  }
}

interface Board {
  goals: Goal[]
  leaderboard: Leaderboard
  locale: Locale
}

function sendBoard(to: Pick<Live, 'emit'>, { goals, leaderboard, locale }: Board): void {
  to.emit('goals', goals, locale)
  to.emit('leaderboard', leaderboard)
}

function sendUnread(to: Pick<Live, 'emit'>, unread: number): void {
  to.emit('notifications', unread)
}
