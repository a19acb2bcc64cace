/** Attaches Socket.IO to the web server: both namespaces, and the pub/sub messages that they react to. */
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { PubSubMessage } from '../../contract/events.ts'
import { openAlerts } from './alerts.ts'
import { isAllowedOrigin } from './allowed-origin.ts'
import { limitConnections } from './connection-limit.ts'
import type { SocketContext } from './context.ts'
import { openLive } from './live.ts'
import { measureSockets } from './measure-sockets.ts'
import { limitPackets } from './packet-rate-limit.ts'

const maxReceivedBytes = 16 * 1024
/** A connection that has not joined a namespace after this time, in milliseconds, is closed. */
const connectTimeoutMs = 10_000

export interface Sockets {
  io: Server
  /** Resolves once pub/sub messages arrive. Until then alerts are found by the poll. */
  subscribed: Promise<void>
  /** Closes every connection in a way that makes clients reconnect, to another process. */
  close(): Promise<void>
}

/** Opens `/alerts` and `/live` on an HTTP server. Pages of other sites are refused. */
export function attachSockets(server: HttpServer, ctx: SocketContext): Sockets {
  let isClosed = false
  const io = new Server(server, {
    transports: ['websocket', 'polling'],
    perMessageDeflate: false,
    serveClient: false,
    maxHttpBufferSize: maxReceivedBytes,
    connectTimeout: connectTimeoutMs,
    allowRequest: (handshake: IncomingMessage, answer: (error: null, isAllowed: boolean) => void) =>
      answer(null, !isClosed && isAllowed(handshake)),
  })
  const isAllowed = (handshake: IncomingMessage) =>
    isAllowedOrigin(handshake.headers, ctx.publicUrl) && connections.canOpen(handshake)
  const connections = limitConnections(io, ctx)
  limitPackets(io)
  measureSockets(io, server)
  io.use((_socket, next) => next(new Error('not_found'))) // the default namespace `/` is not used
  const alerts = openAlerts(io, connections, ctx)
  const live = openLive(io, connections, ctx)

  function onMessage(message: PubSubMessage): void {
    switch (message.kind) {
      case 'alert':
        return alerts.onPublished(message.creatorUid, message.seq, message.alerts)
      case 'live':
        return live.refreshCreator(message.creatorUid)
      case 'notification':
        return live.refreshAccount(message.uid)
      case 'sessions':
        live.closeEndedSessions(message.uid)
        return alerts.checkAccess(message.uid)
      case 'overlay-access':
        return alerts.checkAccess(message.creatorUid)
      case 'active-overlay':
        return alerts.active.onChanged(message.creatorUid)
      case 'alert-played':
        return alerts.active.onPlayed(message.creatorUid, message.seq)
      case 'export':
        return live.sendExport(message.uid, message.dataExport)
      case 'deliveries': // only workers react to this message
        return
    }
  }

  function onReconnect(): void {
    alerts.pollMissedAlerts()
    alerts.checkAccess()
    live.refreshAll()
  }

  const subscribed = ctx.pubsub.subscribe(onMessage, onReconnect)
  subscribed.catch((error: unknown) => ctx.log.error({ err: error }, 'could not subscribe to pub/sub'))
  return {
    io,
    subscribed,
    async close() {
      isClosed = true
      live.stop()
      io.engine.close()
      await alerts.stop()
    },
  }
}
