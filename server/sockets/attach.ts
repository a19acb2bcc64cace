/** Socket.IO on the web server: both namespaces, and the pub/sub messages that drive them. */
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { PubSubMessage } from '../../contract/events.ts'
import { limitAddresses } from './address-limit.ts'
import { openAlerts } from './alerts.ts'
import type { SocketContext } from './context.ts'
import { openLive } from './live.ts'
import { isOwnSite } from './own-site.ts'
import { limitSpeech } from './packet-rate-limit.ts'

const mostBytesReceived = 16 * 1024
const patienceForHello = 10_000

export interface Sockets {
  io: Server
  /** Resolves when every ring is heard from now on; before, and should it reject, alerts are as late as the next look. */
  hears: Promise<void>
  /** Ends every connection in the way that makes clients come back: to the next process. */
  close(): Promise<void>
}

/** Opens `/alerts` and `/live` on an HTTP server; other sites' pages are refused. */
export function attachSockets(server: HttpServer, ctx: SocketContext): Sockets {
  let isClosed = false
  const io = new Server(server, {
    transports: ['websocket', 'polling'],
    perMessageDeflate: false,
    serveClient: false,
    maxHttpBufferSize: mostBytesReceived,
    connectTimeout: patienceForHello,
    allowRequest: (handshake: IncomingMessage, answer: (refusal: null, isAllowed: boolean) => void) =>
      answer(
        null,
        !isClosed && isOwnSite(handshake.headers, ctx.publicUrl) && addresses.isRoomFor(handshake),
      ),
  })
  const addresses = limitAddresses(io, ctx)
  limitSpeech(io)
  io.use((_socket, next) => next(new Error('not_found'))) // all that we say is said in the two namespaces
  const alerts = openAlerts(io, addresses, ctx)
  const live = openLive(io, addresses, ctx)

  function heard(message: PubSubMessage): void {
    switch (message.kind) {
      case 'alert':
        return alerts.ring(message.creatorUid, message.seq, message.alerts)
      case 'live':
        return live.ring(message.creatorUid)
      case 'notification':
        return live.ringAccount(message.uid)
      case 'sessions':
        live.endSessions(message.uid)
        return alerts.endSessions(message.uid)
      case 'export':
        return live.tellExport(message.uid, message.dataExport)
      case 'chat': // is for the workers
        return
    }
  }

  function missed(): void {
    alerts.look()
    live.ringAll()
  }

  const hears = ctx.pubsub.subscribe(heard, missed)
  hears.catch((error: unknown) => ctx.log.error({ err: error }, 'pub/sub messages are not received'))
  return {
    io,
    hears,
    async close() {
      isClosed = true
      live.stop()
      io.engine.close()
      await alerts.stop()
    },
  }
}
