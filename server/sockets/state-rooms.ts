/** Rooms whose members are told a whole state: when they come, and whenever it may have changed. */
import type { Logger } from 'pino'
import type { DefaultEventsMap, Namespace, Socket } from 'socket.io'
import type { LiveToPage } from '../../contract/sockets.ts'
import { backlogOf } from './backlog.ts'
import { createPulse } from './pulse.ts'

interface LiveSocketData {
  creatorUid?: string | undefined
  viewerUid?: string | undefined
}

export type Live = Namespace<DefaultEventsMap, LiveToPage, DefaultEventsMap, LiveSocketData>
export type LiveSocket = Socket<DefaultEventsMap, LiveToPage, DefaultEventsMap, LiveSocketData>

/** With more packets than this waiting, a page is taken for asleep. */
const mostWaiting = 100
/** A message a moment is enough for an eye, however fast tips come. */
const interval = 200

export interface StateRooms {
  /** Puts a socket in a key's room; it is told the state as it stands. */
  join(socket: LiveSocket, key: string): void
  /** The state of a key may have changed. */
  ring(key: string): void
  /** The state of any key may have changed. */
  ringAll(): void
  /** The room of a key, for what is told once and is no state. */
  roomOf(key: string): string
  stop(): void
}

export interface StateKind<S> {
  /** Keeps the rooms of one kind apart from the others. */
  prefix: string
  read(key: string): Promise<S>
  send(to: Pick<Live, 'emit'>, state: S): void
}

/** Reads a key's state once for everybody who waits for it, at most five times a second. */
export function stateRooms<S>(live: Live, { prefix, read, send }: StateKind<S>, log: Logger): StateRooms {
  const members = live.adapter.rooms
  const rung = new Set<string>()
  const newcomers = new Map<string, string[]>()
  const pulse = createPulse(interval, tell)
  const roomOf = (key: string) => prefix + key

  async function tell(key: string): Promise<void> {
    const isForAll = rung.delete(key)
    const waiting = newcomers.get(key) ?? []
    newcomers.delete(key)
    if (!members.has(roomOf(key))) return
    if (isForAll) sendAwayStalled(key)
    try {
      send(live.to(isForAll ? roomOf(key) : waiting), await read(key))
    } catch (error) {
      log.error({ err: error }, 'a live state could not be read')
    }
  }

  /** A page that reads nothing would pile up old states; one that comes back gets the latest. */
  function sendAwayStalled(key: string): void {
    for (const id of members.get(roomOf(key)) ?? []) {
      const conn = live.sockets.get(id)?.conn
      if (conn && backlogOf(conn) > mostWaiting) conn.close(true)
    }
  }

  function ring(key: string): void {
    if (!members.has(roomOf(key))) return
    rung.add(key)
    pulse.ask(key)
  }

  return {
    join(socket, key) {
      void socket.join(roomOf(key))
      newcomers.set(key, [...(newcomers.get(key) ?? []), socket.id])
      pulse.ask(key)
    },
    ring,
    roomOf,
    ringAll() {
      for (const room of members.keys()) if (room.startsWith(prefix)) ring(room.slice(prefix.length))
    },
    stop: pulse.stop,
  }
}
