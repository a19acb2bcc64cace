/** Ends an HTTP server without cutting anybody off in the middle of an answer. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const timeoutMs = 10_000

/**
 * Watches a server's connections and returns how to close it: no new ones, those without a request end at once, the others
 * with their answer, and after ten seconds all of them.
 */
export function gracefulClose(server: Server): () => Promise<void> {
  const running = new Map<Socket, number>()
  let isClosing = false

  server.on('connection', (socket: Socket) => {
    running.set(socket, 0)
    socket.once('close', () => running.delete(socket))
  })

  server.on('request', ({ socket }, res) => {
    count(socket, +1)
    res.once('close', () => {
      count(socket, -1)
      if (isClosing) endIdle(socket)
    })
  })

  function count(socket: Socket, by: number): void {
    const before = running.get(socket)
    if (before !== undefined) running.set(socket, before + by)
  }

  function endIdle(socket: Socket): void {
    if (running.get(socket) === 0) socket.destroySoon()
  }

  return () => {
    isClosing = true
    const closed = new Promise<void>((done) => server.close(() => done()))
    for (const socket of running.keys()) endIdle(socket)
    const timer = setTimeout(() => {
      for (const socket of running.keys()) socket.destroy()
    }, timeoutMs)
    return closed.finally(() => clearTimeout(timer))
  }
}
