/** The front's WebSockets: everything is passed on, and what the server says is shown on its way. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import type { Trace } from './find-leaks.ts'
import { sessionOf } from './session-of.ts'

/** Passes upgrades on to `target`; each frame leaves as `leave` says. Gives what ends them all. */
export function passSockets(server: Server, target: string, leave: (trace: Trace) => string): () => void {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })

  server.on('upgrade', (req: IncomingMessage, near: Duplex, head: Buffer) => {
    const address = target.replace('http', 'ws') + req.url
    const far = new WebSocket(address, { headers: headersFor(req), perMessageDeflate: false })
    far.on('error', () => near.destroy())
    far.on('unexpected-response', (_, { statusCode }) => {
      near.end(`HTTP/1.1 ${statusCode} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    })
    far.on('open', () => sockets.handleUpgrade(req, near, head, (socket) => join(socket, far, req)))
  })

  function join(near: WebSocket, far: WebSocket, req: IncomingMessage): void {
    const asker = sessionOf(req.headers.cookie)
    far.on('message', (data: Buffer) => {
      const text = data.toString()
      near.send(leave({ kind: 'socket', where: namespaceOf(text), text, asker }))
    })
    near.on('message', (data: Buffer) => far.send(data.toString()))
    near.on('error', () => far.terminate())
    near.on('close', () => far.close())
    far.on('close', () => near.close())
  }

  return () => {
    for (const socket of sockets.clients) socket.terminate()
  }
}

/** What a handshake says of itself; how its own WebSocket is made is each side's business. */
function headersFor({ headers }: IncomingMessage): Record<string, string> {
  const own = /^(host|connection|upgrade|sec-websocket-)/
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.test(name))) as Record<
    string,
    string
  >
}

/** `42/alerts,[…` says where it belongs; Engine.IO's own packets say nothing. */
function namespaceOf(frame: string): string {
  return /^4\d+(\/[\w-]+),/.exec(frame)?.[1] ?? 'engine'
}
