/** Attaches Socket.IO and the feed of tools to the web server: both namespaces, and the pub/sub messages that they react to. */
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import type { PubSubMessage } from '../../contract/events.ts'
import { messageLimits } from '../../contract/input-limits.ts'
import { openAlerts } from './alerts.ts'
import type { AlertsChannel } from './alerts.ts'
import { isAllowedOrigin } from './allowed-origin.ts'
import { limitConnections } from './connection-limit.ts'
import type { SocketContext } from './context.ts'
import { openLive } from './live.ts'
import type { LiveChannel } from './live.ts'
import { measureSockets } from './measure-sockets.ts'
import { limitPackets } from './packet-rate-limit.ts'
import { attachFeed } from './tool-feed.ts'

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
  surviveResets(server)
  const io = new Server(server, {
    transports: ['websocket', 'polling'],
    perMessageDeflate: false,
    serveClient: false,
    maxHttpBufferSize: messageLimits.bytes,
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
  const feed = attachFeed(server, connections, ctx)

  function onReconnect(): void {
    alerts.pollMissedAlerts()
    alerts.checkAccess()
    feed.checkTokens()
    alerts.sounds.send()
    live.checkAccess()
    live.panels.refreshWidgets()
    live.refreshAll()
  }

  const subscribed = ctx.pubsub.subscribe((message) => react({ alerts, live, feed }, message), onReconnect)
  subscribed.catch((error: unknown) => ctx.log.error({ err: error }, 'could not subscribe to pub/sub'))
  return {
    io,
    subscribed,
    async close() {
      isClosed = true
      live.stop()
      feed.stop()
      io.engine.close()
      await alerts.stop()
    },
  }
}

/**
 * Closes connections that are reset before anything takes them over. Node hands over a request for an upgrade without a listener for errors
 * (https://nodejs.org/api/http.html#event-upgrade_1), and Socket.IO adds one a second later if the address is not its own; an error
 * without a listener ends the process.
 */
function surviveResets(server: HttpServer): void {
  server.on('upgrade', (_request, connection) => {
    connection.on('error', () => connection.destroy())
  })
}

interface Channels {
  alerts: AlertsChannel
  live: LiveChannel
  feed: ReturnType<typeof attachFeed>
}

/** Passes a pub/sub message to the channels that it concerns. */
function react({ alerts, live, feed }: Channels, message: PubSubMessage): void {
  switch (message.kind) {
    case 'alert':
      feed.onPublished(message.creatorUid, message.seq)
      live.panels.refresh(message.creatorUid)
      return alerts.onPublished(message.creatorUid, message.seq, message.alerts)
    case 'live':
      live.panels.refresh(message.creatorUid)
      return live.creators.refresh(message.creatorUid)
    case 'notification':
      return live.refreshAccount(message.uid)
    case 'sessions':
      live.closeEndedSessions(message.uid)
      feed.checkTokens(message.uid)
      return alerts.checkAccess(message.uid)
    case 'api-tokens':
      return feed.checkTokens(message.uid)
    case 'overlay-access':
      live.closeTotals(message.creatorUid)
      return alerts.checkAccess(message.creatorUid)
    case 'overlay-sounds':
      return alerts.sounds.send(message.creatorUid)
    case 'overlay-style':
      live.panels.refreshWidgets(message.creatorUid)
      return alerts.sounds.sendStyle(message.creatorUid)
    case 'overlay-scene':
      live.creators.refreshScene(message.creatorUid)
      return
    case 'speech':
      return alerts.sounds.sendSpeech(message.creatorUid, message.seq, message.path)
    case 'active-overlay':
      live.panels.refresh(message.creatorUid)
      return alerts.active.onChanged(message.creatorUid)
    case 'panel':
      live.panels.onChanged(message.creatorUid)
      return alerts.control.send(message.creatorUid)
    case 'panel-access':
      return live.checkPanels(message.creatorUid)
    case 'alert-ended':
      return live.panels.refresh(message.creatorUid)
    case 'alert-played':
      live.panels.refresh(message.creatorUid)
      return alerts.active.onPlayed(message.creatorUid, message.seq)
    case 'export':
      return live.sendExport(message.uid, message.dataExport)
    case 'timers':
      return live.creators.refreshTimers(message.creatorUid)
    case 'deliveries': // only workers react to this message
      return
  }
}
