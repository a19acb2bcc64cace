/** How many connections one address may hold: far more than a house full of viewers, far less than does us harm. */
import type { IncomingMessage } from 'node:http'
import type { Server, Socket } from 'socket.io'
import { networkOf } from '../../domain/security/network-key.ts'
import type { SocketContext } from './context.ts'

export type Connection = Socket['conn']

/** Whoever is over it is told so in a namespace, where a client hears why; connections that say nothing are cut off later. */
const mostHeld = 500
/** Over this nobody is told anything. */
const mostOpen = 2 * mostHeld
const warnEvery = 60_000

export interface AddressLimit {
  /** Whether the address of a handshake may open a connection at all. */
  isRoomFor(handshake: IncomingMessage): boolean
  /** Whether a connection was one too many when it came. */
  isOver(conn: Connection): boolean
}

/** Counts the connections of each address from now on. */
export function limitAddresses(
  io: Server,
  { addressOf, log }: Pick<SocketContext, 'addressOf' | 'log'>,
): AddressLimit {
  const held = new Map<string, number>()
  const over = new WeakSet<Connection>()
  let warnedAt = -Infinity

  function add(network: string, by: number): number {
    const count = (held.get(network) ?? 0) + by
    if (count === 0) held.delete(network)
    else held.set(network, count)
    return count
  }

  function warn(): void {
    if (performance.now() - warnedAt < warnEvery) return
    warnedAt = performance.now()
    log.warn(
      { most: mostHeld },
      'sockets of one address are refused; if it is a proxy of ours, TRUST_PROXY must name it',
    )
  }

  io.engine.on('connection', (conn: Connection) => {
    const network = networkOf(addressOf(conn.request))
    if (add(network, +1) > mostHeld) {
      over.add(conn)
      warn()
    }
    conn.once('close', () => add(network, -1))
  })

  return {
    isRoomFor: (handshake) => (held.get(networkOf(addressOf(handshake))) ?? 0) < mostOpen,
    isOver: (conn) => over.has(conn),
  }
}
