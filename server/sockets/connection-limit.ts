/** Limits the open connections of one network: far more than a household of viewers opens, far fewer than we can serve. */
import type { IncomingMessage } from 'node:http'
import type { Server } from 'socket.io'
import { networkOf } from '../../domain/security/network-key.ts'
import type { Connection, SocketContext } from './context.ts'

/** Connections above this may open, but joining a namespace fails with `rate_limited`, which the client can read. */
const maxServed = 500
/** Connections above this are refused without a reason. */
const maxOpen = 2 * maxServed
const warningIntervalMs = 60_000

export interface ConnectionLimit {
  /** Returns whether the network of a handshake may open another connection. */
  canOpen(handshake: IncomingMessage): boolean
  /** Returns whether the network already had its maximum when this connection opened. */
  isOverLimit(conn: Connection): boolean
}

/** Counts the connections of each network from now on. */
export function limitConnections(
  io: Server,
  { addressOf, log }: Pick<SocketContext, 'addressOf' | 'log'>,
): ConnectionLimit {
  const counts = new Map<string, number>()
  const overLimit = new WeakSet<Connection>()
  let warnedAt = -Infinity

  function add(network: string, change: 1 | -1): number {
    const count = (counts.get(network) ?? 0) + change
    if (count === 0) counts.delete(network)
    else counts.set(network, count)
    return count
  }

  function warn(): void {
    if (performance.now() - warnedAt < warningIntervalMs) return
    warnedAt = performance.now()
    log.warn(
      { max: maxServed },
      'too many sockets from one network: refused; if it is a reverse proxy of ours, TRUST_PROXY must name it',
    )
  }

  io.engine.on('connection', (conn: Connection) => {
    const network = networkOf(addressOf(conn.request))
    if (add(network, +1) > maxServed) {
      overLimit.add(conn)
      warn()
    }
    conn.once('close', () => add(network, -1))
  })

  return {
    canOpen: (handshake) => (counts.get(networkOf(addressOf(handshake))) ?? 0) < maxOpen,
    isOverLimit: (conn) => overLimit.has(conn),
  }
}
