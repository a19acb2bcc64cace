/** The alert channel: who may listen to it, from which place on, and whose word counts that an alert was shown. */
import type { Server } from 'socket.io'
import { AppError } from '../../contract/errors.ts'
import { alertSeq, alertsHello, alertsPath } from '../../contract/sockets.ts'
import { findAlertHeads, markShown } from '../../db/queries/alerts.ts'
import type { AddressLimit } from './address-limit.ts'
import { alertRooms } from './alert-rooms.ts'
import type { AlertRooms } from './alert-rooms.ts'
import type { Alerts, AlertSocket } from './alert-room.ts'
import type { SocketContext } from './context.ts'
import { sessionEnder } from './end-sessions.ts'
import { gatherReads } from './gather-reads.ts'
import { greetWith, receive, receiveHello } from './receive.ts'

const headsAtOnce = 500

export interface AlertsChannel extends Pick<AlertRooms, 'ring' | 'catchUp'> {
  /** Ends the connections whose word counted by a session that is over; they come back without one. */
  endSessions(uid: string): void
}

/** Opens `/alerts`. */
export function openAlerts(io: Server, addresses: AddressLimit, ctx: SocketContext): AlertsChannel {
  const alerts: Alerts = io.of(alertsPath)
  const rooms = alertRooms(alerts, ctx)
  const readHead = gatherReads((creatorUids) => findAlertHeads(ctx.db, creatorUids), headsAtOnce)

  async function greet(socket: AlertSocket): Promise<void> {
    const { userUID, cursor } = receiveHello(alertsHello, socket.handshake.auth)
    const creatorUid = userUID.toLowerCase() // as Postgres, and so the bell, writes it
    const head = rooms.placeOf(creatorUid) ?? (await readHead(creatorUid))
    if (head === undefined) throw new AppError('not_found')
    const viewer = await ctx.viewerOf(socket.handshake.headers.cookie)
    socket.data = { creatorUid, head, cursor: cursor ?? head, isTrusted: viewer?.uid === creatorUid }
  }

  alerts.use(greetWith(greet, { addresses, log: ctx.log }))
  alerts.on('connection', (socket: AlertSocket) => {
    const { creatorUid, isTrusted } = socket.data
    const handleShown = (seq: number) => markShown(ctx.db, creatorUid, seq)
    if (isTrusted) socket.on('alert:shown', receive(alertSeq, handleShown, ctx.log))
    rooms.admit(socket)
  })
  const endOver = sessionEnder<AlertSocket>(ctx.viewerOf, ctx.log, ({ conn }) => conn.close())
  return {
    ...rooms,
    endSessions(uid) {
      endOver([...alerts.sockets.values()].filter(({ data }) => data.creatorUid === uid && data.isTrusted))
    },
  }
}
