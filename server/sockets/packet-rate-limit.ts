/** Closes connections that send too many packets. Our pages and overlays send a few a minute. */
import type { Server } from 'socket.io'
import type { Connection } from './context.ts'

/** How many packets a connection may send at once. */
export const burst = 100
export const packetsPerSecond = 10

/**
 * Closes each connection, from now on, that exceeds the limit, and discards the packets still waiting to be sent to it. The token
 * bucket is written here because rate-limiter-flexible takes 300 bytes more per connection and five times as long per packet.
 */
export function limitPackets(io: Server): void {
  io.engine.on('connection', (conn: Connection) => {
    let tokens = burst
    let refilledAt = performance.now()
    conn.on('packet', () => {
      const now = performance.now()
      tokens = Math.min(burst, tokens + ((now - refilledAt) / 1000) * packetsPerSecond) - 1
      refilledAt = now
      if (tokens < 0) conn.close(true)
    })
  })
}
