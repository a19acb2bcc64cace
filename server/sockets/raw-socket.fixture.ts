/** Opens a WebSocket that can send any frame, valid in Socket.IO's protocol or not. */
import type { IncomingHttpHeaders } from 'node:http'
import { WebSocket } from 'ws'

export interface RawSocket {
  socket: WebSocket
  /** Sends a frame once the connection is open. */
  send(frame: string | Buffer): void
  /** Whether the connection could be opened. */
  opened: Promise<boolean>
  /** Resolves to `joined`, to the code of the refusal, or to `closed`. */
  outcome: Promise<string>
  closed: Promise<void>
}

/** Opens an Engine.IO connection, without joining a namespace. */
export function openRawSocket({ url }: { url: string }, headers: IncomingHttpHeaders = {}): RawSocket {
  const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(address, { headers })
  const opened = new Promise<boolean>((resolve) => {
    socket.on('open', () => resolve(true))
    socket.on('error', () => resolve(false))
  })
  const outcome = new Promise<string>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const frame = data.toString()
      // Engine.IO closes connections that do not answer its pings: https://socket.io/docs/v4/engine-io-protocol/#heartbeat
      if (frame === '2') socket.send('3')
      if (frame.startsWith('40/')) resolve('joined')
      if (frame.startsWith('44/')) resolve(/"code":"(\w+)"/.exec(frame)?.[1] ?? frame)
    })
    socket.on('close', () => resolve('closed'))
  })
  const closed = new Promise<void>((resolve) => void socket.on('close', () => resolve()))
  return {
    socket,
    send: (frame) => void opened.then((isOpen) => isOpen && socket.send(frame)),
    opened,
    outcome,
    closed,
  }
}

/** Returns the packet that joins `/alerts`. */
export function joinAlerts(hello: { userUID: string; cursor?: number }): string {
  return `40/alerts,${JSON.stringify(hello)}`
}
