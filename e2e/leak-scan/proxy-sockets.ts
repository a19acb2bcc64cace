/** Forwards and records WebSockets for `recording-proxy.ts`. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import type { Trace } from './find-leaks.ts'

/**
 * Forwards WebSocket upgrades to `target`. For each frame the client receives what `record` returns. The returned function ends
 * all connections.
 */
export function forwardSockets(server: Server, target: string, record: (trace: Trace) => string): () => void {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })

  server.on('upgrade', (req: IncomingMessage, connection: Duplex, head: Buffer) => {
    const url = target.replace('http', 'ws') + req.url
    const upstream = new WebSocket(url, { headers: forwardedHeaders(req), perMessageDeflate: false })
    upstream.on('error', () => connection.destroy())
    upstream.on('unexpected-response', (_, { statusCode }) => {
      connection.end(`HTTP/1.1 ${statusCode} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    })
    upstream.on('open', () =>
      sockets.handleUpgrade(req, connection, head, (client) => join(client, upstream, req)),
    )
  })

  function join(client: WebSocket, upstream: WebSocket, req: IncomingMessage): void {
    const requester = sessionTokenOf(req.headers.cookie)
    upstream.on('message', (data: Buffer) => {
      const text = data.toString()
      client.send(record({ kind: 'socket', where: placeOf(req.url, text), text, requester }))
    })
    client.on('message', (data: Buffer) => upstream.send(data.toString()))
    client.on('error', () => upstream.terminate())
    client.on('close', () => upstream.close())
    upstream.on('close', () => client.close())
  }

  return () => {
    for (const socket of sockets.clients) socket.terminate()
  }
}

/** Returns the session token in a Cookie header. */
export function sessionTokenOf(cookie: string | undefined): string | undefined {
  return /brimful_session=([\w-]{43})/.exec(cookie ?? '')?.[1]
}

/** Returns a request's headers without those that belong to one connection only. */
function forwardedHeaders({ headers }: IncomingMessage): Record<string, string> {
  const perConnection = /^(host|connection|upgrade|sec-websocket-)/
  const forwarded = Object.entries(headers).filter(([name]) => !perConnection.test(name))
  return Object.fromEntries(forwarded.map(([name, value]) => [name, String(value)]))
}

/**
 * Returns the path of a plain WebSocket, and for Socket.IO the namespace of a frame such as `42/alerts,[…`; 'engine' for Engine.IO's
 * own packets.
 */
function placeOf(url: string | undefined, frame: string): string {
  const path = url?.split('?')[0] ?? ''
  if (!path.startsWith('/socket.io/')) return path
  return /^4\d+(\/[\w-]+),/.exec(frame)?.[1] ?? 'engine'
}
