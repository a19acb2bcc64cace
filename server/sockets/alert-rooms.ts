/** The rooms of `/alerts`: one for each creator that somebody listens to. */
import DataLoader from 'dataloader'
import { AppError } from '../../contract/errors.ts'
import type { Alert } from '../../contract/sockets.ts'
import { findAlertHeads, listAlertsAfter, listMovedPlaces } from '../../db/queries/alerts.ts'
import type { Connection } from './address-limit.ts'
import { openRoom, pageSize, pull, take } from './alert-room.ts'
import type { AlertRoom, Alerts, RoomContext } from './alert-room.ts'
import type { SocketContext } from './context.ts'

const placesAtOnce = 1000
/** Newcomers' places are looked up together: after a restart everybody comes back at once. */
const gathering = {
  cache: false,
  maxBatchSize: 500,
  batchScheduleFn: (look: () => void) => setTimeout(look, 10),
}

export interface AlertRooms {
  /**
   * A creator's room, which a connection holds open until it closes; whatever is rung from now on is not lost on it.
   * Throws AppError `not_found` for an address of nobody, and `unavailable` when the connection has closed meanwhile.
   */
  enter(creatorUid: string, conn: Connection): Promise<AlertRoom>
  /** A creator has an alert at this place; the last ones may come along, as the contract knows them and nothing else. */
  ring(creatorUid: string, seq: number, alerts?: Alert[]): void
  /** Looks for alerts whose ring was lost. */
  catchUp(): Promise<void>
}

/** Opens no room until somebody comes, and keeps none when everybody has gone. */
export function alertRooms(alerts: Alerts, { db, log }: Pick<SocketContext, 'db' | 'log'>): AlertRooms {
  const rooms = new Map<string, AlertRoom>()
  const heads = new DataLoader(async (creatorUids: readonly string[]) => {
    const found = await findAlertHeads(db, creatorUids)
    return creatorUids.map((uid) => found.get(uid))
  }, gathering)
  const ctx: RoomContext = {
    alerts,
    log,
    readHead: (creatorUid) => heads.load(creatorUid),
    read: async (creatorUid, from) => (await listAlertsAfter(db, creatorUid, from, pageSize)).map(toSent),
  }

  function find(creatorUid: string): AlertRoom {
    const room = rooms.get(creatorUid) ?? openRoom(ctx, creatorUid)
    rooms.set(creatorUid, room)
    return room
  }

  function leave(room: AlertRoom): void {
    room.members -= 1
    if (room.members === 0) rooms.delete(room.creatorUid)
  }

  function ring(creatorUid: string, seq: number, news: Alert[] = []): void {
    const room = rooms.get(creatorUid)
    if (!room || seq <= room.cursor) return
    if (room.opening) return void (room.isRung = true)
    if (take(room, news) && room.cursor === seq) return
    pull(room).catch((error: unknown) => log.error({ err: error }, 'alerts wait for the next look'))
  }

  return {
    async enter(creatorUid, conn) {
      const room = find(creatorUid)
      room.members += 1
      try {
        await room.opening
        if (conn.readyState === 'closed') throw new AppError('unavailable')
      } catch (error) {
        leave(room)
        throw error
      }
      conn.once('close', () => leave(room))
      return room
    },
    ring,
    async catchUp() {
      const places = Array.from(rooms.values(), ({ creatorUid, cursor }) => ({ creatorUid, seq: cursor }))
      for (let i = 0; i < places.length; i += placesAtOnce) {
        const moved = await listMovedPlaces(db, places.slice(i, i + placesAtOnce))
        for (const { creatorUid, seq } of moved) ring(creatorUid, seq)
      }
    },
  }
}

/** What the contract knows of an alert and nothing else, whatever its row holds. */
function toSent({ kind, isTest, name, message, amount, currency, goal, locale, at, id, seq }: Alert): Alert {
  return {
    kind,
    isTest,
    name,
    message,
    amount,
    currency,
    goal: goal && toSentGoal(goal),
    locale,
    at,
    id,
    seq,
  }
}

function toSentGoal({ title, amount, amountReceived }: NonNullable<Alert['goal']>) {
  return { title, amount, amountReceived }
}
