/** Limits the open connections of one network to far more than one household opens, and far fewer than we can serve. */
import type { IncomingMessage } from 'node:http'
import type { Server } from 'socket.io'
import { limits } from '../../contract/limits.ts'
import { networksOf } from '../../domain/security/network-key.ts'
import type { Network } from '../../domain/security/network-key.ts'
import type { Connection, SocketContext } from './context.ts'

/**
 * The maximum number of a network's connections that may join a namespace; an IPv6 /56 may have twice, a /48 four times as many. Beyond
 * this a connection still opens, but joining fails with `rate_limited`, which the client can read.
 */
const maxServed = limits.connections.points
/** The maximum number of a network's open connections. Above this a handshake is refused without a reason. */
const maxOpen = 2 * maxServed
const warningIntervalMs = 60_000

export interface ConnectionLimit {
  /** Returns whether the network of a handshake may open another connection. */
  canOpen(handshake: IncomingMessage): boolean
  /**
   * Counts a connection that is not Socket.IO's, and returns the function to call when it is closed; undefined if its network already has
   * its maximum.
   */
  open(handshake: IncomingMessage): (() => void) | undefined
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

  const isAtLeast = (max: number, { name, times }: Network) => (counts.get(name) ?? 0) >= max * times

  function add(networks: readonly Network[], change: 1 | -1): void {
    for (const { name } of networks) {
      const count = (counts.get(name) ?? 0) + change
      if (count === 0) counts.delete(name)
      else counts.set(name, count)
    }
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
    const networks = networksOf(addressOf(conn.request))
    if (networks.some((network) => isAtLeast(maxServed, network))) {
      overLimit.add(conn)
      warn()
    }
    add(networks, +1)
    conn.once('close', () => add(networks, -1))
  })

  return {
    open(handshake) {
      const networks = networksOf(addressOf(handshake))
      if (networks.some((network) => isAtLeast(maxServed, network))) {
        warn()
        return undefined
      }
      add(networks, +1)
      return () => add(networks, -1)
    },
    canOpen: (handshake) => !networksOf(addressOf(handshake)).some((network) => isAtLeast(maxOpen, network)),
    isOverLimit: (conn) => overLimit.has(conn),
  }
}
