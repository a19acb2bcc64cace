/** The alert channel: who may listen to it, from which place on, and whose word counts that an alert was shown. */
import type { Server } from 'socket.io'
import { alertSeq, alertsHello, alertsPath } from '../../contract/sockets.ts'
import { markShown } from '../../db/queries/alerts.ts'
import type { AddressLimit } from './address-limit.ts'
import { alertRooms } from './alert-rooms.ts'
import type { AlertRooms } from './alert-rooms.ts'
import { begin, serve } from './alert-room.ts'
import type { Alerts, AlertSocket } from './alert-room.ts'
import type { SocketContext } from './context.ts'
import { sessionEnder } from './end-sessions.ts'
import { greetWith, receive, receiveHello } from './receive.ts'

/** How late an alert can be whose ring was lost. */
const lookEvery = 5000

export interface AlertsChannel extends Pick<AlertRooms, 'ring'> {
  /** Looks for alerts whose ring was lost now, and not only every five seconds. */
  look(): void
  /** Looks no more; resolves when those that are under way have ended. */
  stop(): Promise<void>
  /** Ends the connections whose word counted by a session that is over; they come back without one. */
  endSessions(uid: string): void
}

/** Opens `/alerts`. */
export function openAlerts(io: Server, addresses: AddressLimit, ctx: SocketContext): AlertsChannel {
  const alerts: Alerts = io.of(alertsPath)
  const rooms = alertRooms(alerts, ctx)

  async function greet(socket: AlertSocket): Promise<void> {
    const { userUID, cursor } = receiveHello(alertsHello, socket.handshake.auth)
    const creatorUid = userUID.toLowerCase() // as Postgres, and so the bell, writes it
    const viewer = await ctx.viewerOf(socket.handshake.headers.cookie)
    const room = await rooms.enter(creatorUid, socket.conn)
    socket.data = { room, cursor: cursor ?? room.cursor, isTrusted: viewer?.uid === creatorUid }
  }

  alerts.use(greetWith(greet, { addresses, log: ctx.log }))
  alerts.on('connection', (socket: AlertSocket) => {
    const { room, isTrusted } = socket.data
    const handleShown = (seq: number) => markShown(ctx.db, room.creatorUid, seq)
    if (isTrusted) socket.on('alert:shown', receive(alertSeq, handleShown, ctx.log))
    socket.once('disconnect', () => room.level.delete(socket))
    serve(room, socket, begin)
  })

  const looks = new Set<Promise<void>>() // one that gets no answer holds up none after it
  function look(): void {
    const one = rooms
      .catchUp()
      .catch((error: unknown) => ctx.log.error({ err: error }, 'lost rings were not looked for'))
      .finally(() => looks.delete(one))
    looks.add(one)
  }
  const timer = setInterval(look, lookEvery)

  const endOver = sessionEnder<AlertSocket>(ctx.viewerOf, ctx.log, ({ conn }) => conn.close())
  return {
    ring: rooms.ring,
    look,
    async stop() {
      clearInterval(timer)
      await Promise.all(looks)
    },
    endSessions(uid) {
      endOver(
        [...alerts.sockets.values()].filter(({ data }) => data.isTrusted && data.room.creatorUid === uid),
      )
    },
  }
}
