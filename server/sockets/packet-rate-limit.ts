/** Closes connections that send too many packets. Our pages and overlays send a few a minute. */
import type { Server } from 'socket.io'
import type { Connection } from './context.ts'

/** So many packets at once. */
export const burst = 100
export const packetsPerSecond = 10

/**
 * Closes each later connection that exceeds the limit, and drops what it has yet to receive. A token bucket in two numbers:
 * with rate-limiter-flexible, each connection would take 300 bytes more, and each packet five times as long.
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
