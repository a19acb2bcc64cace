/** The rooms of `/alerts`: one for each creator that somebody listens to. */
import type { Alert } from '../../contract/sockets.ts'
import { listAlertHeads, listAlertsAfter } from '../../db/queries/alerts.ts'
import { begin, newRoom, pageSize, pull, serve, take } from './alert-room.ts'
import type { AlertRoom, Alerts, AlertSocket } from './alert-room.ts'
import type { SocketContext } from './context.ts'

const headsAtOnce = 1000

export interface AlertRooms {
  /** The place that a creator's overlays have reached; undefined while there are none. */
  placeOf(creatorUid: string): number | undefined
  /** Tells a socket its place, then serves it from there until it leaves. */
  admit(socket: AlertSocket): void
  /** A creator has an alert at this place; the last ones may come along. */
  ring(creatorUid: string, seq: number, alerts?: Alert[]): void
  /** Looks for alerts whose ring was lost. */
  catchUp(): Promise<void>
}

/** Opens no room until somebody comes, and keeps none when everybody has gone. */
export function alertRooms(alerts: Alerts, { db, log }: Pick<SocketContext, 'db' | 'log'>): AlertRooms {
  const rooms = new Map<string, AlertRoom>()
  const read = async (creatorUid: string, from: number) =>
    (await listAlertsAfter(db, creatorUid, from, pageSize)).map(toSent)

  function enter({ creatorUid, head }: AlertSocket['data']): AlertRoom {
    const room = rooms.get(creatorUid) ?? newRoom({ alerts, log, read }, creatorUid, head)
    rooms.set(creatorUid, room)
    room.members += 1
    return room
  }

  function leave(room: AlertRoom): void {
    room.members -= 1
    if (room.members === 0) rooms.delete(room.creatorUid)
  }

  function ring(creatorUid: string, seq: number, alerts: Alert[] = []): void {
    const room = rooms.get(creatorUid)
    if (!room || seq <= room.cursor) return
    if (take(room, alerts.map(toSent)) && room.cursor === seq) return
    pull(room).catch((error: unknown) => log.error({ err: error }, 'alerts wait for the next look'))
  }

  return {
    placeOf: (creatorUid) => rooms.get(creatorUid)?.cursor,
    admit(socket) {
      const room = enter(socket.data)
      socket.on('disconnect', () => leave(room))
      serve(room, socket, begin)
    },
    ring,
    async catchUp() {
      const uids = [...rooms.keys()]
      for (let i = 0; i < uids.length; i += headsAtOnce) {
        const heads = await listAlertHeads(db, uids.slice(i, i + headsAtOnce))
        for (const { creatorUid, head } of heads) ring(creatorUid, head)
      }
    },
  }
}

/** What the contract knows of an alert and nothing else, whatever its row holds. */
function toSent({ kind, isTest, name, message, amount, currency, goal, at, id, seq }: Alert): Alert {
  return { kind, isTest, name, message, amount, currency, goal: goal && toSentGoal(goal), at, id, seq }
}

function toSentGoal({ title, amount, amountReceived }: NonNullable<Alert['goal']>) {
  return { title, amount, amountReceived }
}
