/** Sends the whole state of a key to the sockets in its Socket.IO room: when they join, and whenever it may have changed. */
import type { Logger } from 'pino'
import type { DefaultEventsMap, Namespace, Socket } from 'socket.io'
import type { LiveToPage, LiveToServer, LiveWants } from '../../contract/sockets.ts'
import type { PanelAccess } from '../../db/queries/panel/moderators.ts'
import { createKeyedThrottle } from './keyed-throttle.ts'
import { writeBufferLength } from './write-buffer.ts'

/** What a socket may see. */
export interface LiveSocketData {
  creatorUid?: string | undefined
  viewerUid?: string | undefined
  /** What a widget on the stream shows; undefined for other pages. */
  wants?: LiveWants | undefined
  /** The viewer's access to the control panel that the page shows. */
  panel?: PanelAccess | undefined
}

export type LiveNamespace = Namespace<LiveToServer, LiveToPage, DefaultEventsMap, LiveSocketData>
export type LiveSocket = Socket<LiveToServer, LiveToPage, DefaultEventsMap, LiveSocketData>

/** A page with more waiting packets than this has stopped reading and is disconnected. */
const maxWaitingPackets = 100
/** Five updates a second look continuous, however many tips arrive. */
const intervalMs = 200

export interface StateBroadcast {
  /** Adds a socket to a key's room and sends it the current state. */
  join(socket: LiveSocket, key: string): void
  /** Sends the current state of a key to its room, after a change. Returns whether the key has a room. */
  refresh(key: string): boolean
  /** Sends the state of every key that has a room. */
  refreshAll(): void
  /** Returns the Socket.IO room of a key, for messages that are not state. */
  roomOf(key: string): string
  stop(): void
}

export interface StateOptions<S> {
  /** Separates the Socket.IO rooms of this kind of state from those of other kinds. */
  prefix: string
  read(key: string): Promise<S>
  send(to: Pick<LiveNamespace, 'emit'>, state: S): void
}

/** Reads each key's state once for all sockets that need it, at most five times a second. */
export function openStateBroadcast<S>(
  live: LiveNamespace,
  { prefix, read, send }: StateOptions<S>,
  log: Logger,
): StateBroadcast {
  const { rooms } = live.adapter
  const changedKeys = new Set<string>()
  const newSocketIds = new Map<string, string[]>()
  const throttle = createKeyedThrottle(intervalMs, sendState)
  const roomOf = (key: string) => prefix + key

  async function sendState(key: string): Promise<void> {
    const isForAll = changedKeys.delete(key)
    const newIds = newSocketIds.get(key) ?? []
    newSocketIds.delete(key)
    if (!rooms.has(roomOf(key))) return
    if (isForAll) closeStalled(key)
    try {
      send(live.to(isForAll ? roomOf(key) : newIds), await read(key))
    } catch (error) {
      log.error({ err: error }, 'a live state could not be read')
    }
  }

  /**
   * Closes pages that have stopped reading, because outdated states would queue up for them. When they reconnect they get the
   * current state.
   */
  function closeStalled(key: string): void {
    for (const id of rooms.get(roomOf(key)) ?? []) {
      const conn = live.sockets.get(id)?.conn
      if (conn && writeBufferLength(conn) > maxWaitingPackets) conn.close(true)
    }
  }

  function refresh(key: string): boolean {
    if (!rooms.has(roomOf(key))) return false
    changedKeys.add(key)
    throttle.run(key)
    return true
  }

  return {
    join(socket, key) {
      void socket.join(roomOf(key))
      newSocketIds.set(key, [...(newSocketIds.get(key) ?? []), socket.id])
      throttle.run(key)
    },
    refresh,
    roomOf,
    refreshAll() {
      for (const room of rooms.keys()) if (room.startsWith(prefix)) refresh(room.slice(prefix.length))
    },
    stop: throttle.stop,
  }
}
