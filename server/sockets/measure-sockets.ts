/** Counts the open sockets of this process for its metrics. */
import type { Server as HttpServer } from 'node:http'
import { Gauge } from 'prom-client'
import type { Server } from 'socket.io'
import { alertsPath, livePath } from '../../contract/sockets.ts'

const open = new Set<Server>()

new Gauge({
  name: 'brimful_sockets',
  help: 'Open sockets of this process, by namespace',
  labelNames: ['namespace'],
  collect() {
    for (const namespace of [alertsPath, livePath]) this.set({ namespace }, count(namespace))
  },
})

function count(namespace: string): number {
  return [...open].reduce((sum, io) => sum + io.of(namespace).sockets.size, 0)
}

/** Counts the sockets of `io` until its HTTP server is closed. */
export function measureSockets(io: Server, server: HttpServer): void {
  open.add(io)
  server.once('close', () => open.delete(io))
}
