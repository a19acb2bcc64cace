/** Closes an HTTP server without interrupting responses in progress. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const timeoutMs = 8_000

/**
 * Tracks a server's connections and returns a function that closes it: idle connections end at once, the others after their
 * response, and all of them after eight seconds.
 */
export function gracefulClose(server: Server): () => Promise<void> {
  const requestsOf = new Map<Socket, number>()
  let isClosing = false

  server.on('connection', (socket: Socket) => {
    requestsOf.set(socket, 0)
    socket.once('close', () => requestsOf.delete(socket))
  })

  server.on('request', ({ socket }, res) => {
    count(socket, +1)
    res.once('close', () => {
      count(socket, -1)
      if (isClosing) endIdle(socket)
    })
  })

  function count(socket: Socket, by: number): void {
    const before = requestsOf.get(socket)
    if (before !== undefined) requestsOf.set(socket, before + by)
  }

  function endIdle(socket: Socket): void {
    if (requestsOf.get(socket) === 0) socket.destroySoon()
  }

  return () => {
    isClosing = true
    const closed = new Promise<void>((done) => server.close(() => done()))
    for (const socket of requestsOf.keys()) endIdle(socket)
    const timer = setTimeout(() => {
      for (const socket of requestsOf.keys()) socket.destroy()
    }, timeoutMs)
    return closed.finally(() => clearTimeout(timer))
  }
}
