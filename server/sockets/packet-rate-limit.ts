/** Closes connections that send too many packets. Our pages and overlays send a few a minute. */
import type { Server } from 'socket.io'
import { limits } from '../../contract/limits.ts'
import type { Connection } from './context.ts'

const { burst, points: packetsPerSecond } = limits.packets

/**
 * Closes each connection, from now on, that exceeds the limit, and discards the packets still waiting to be sent to it. The token
 * bucket is written here because rate-limiter-flexible takes 300 bytes more per connection and five times as long per packet.
 */
export function limitPackets(io: Server): void {
  io.engine.on('connection', (conn: Connection) => {
    const take = createBucket()
    conn.on('packet', () => {
      if (!take()) conn.close(true)
    })
  })
}

/** Returns a function that counts a packet, and returns false if it is one too many. */
export function createBucket(): () => boolean {
  let tokens = burst
  let refilledAt = performance.now()
  return () => {
    const now = performance.now()
    tokens = Math.min(burst, tokens + ((now - refilledAt) / 1000) * packetsPerSecond) - 1
    refilledAt = now
    return tokens >= 0
  }
}
