/** Opens the feed for creators' tools beside Socket.IO on the HTTP server: `GET /api/v1/feed`, a plain WebSocket (docs/api.md). */
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { Gauge } from 'prom-client'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { apiBase } from '../../contract/calls.ts'
import { AppError } from '../../contract/errors.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { messageLimits } from '../../contract/input-limits.ts'
import { feedCloses, feedHello, feedPath } from '../../contract/tools/tool-feed.ts'
import { alertSeq } from '../../contract/alerts/alert-seq.ts'
import { openApiToken, requireScope } from '../../domain/tools/api-tokens.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import type { SocketContext } from './context.ts'
import { createBucket } from './packet-rate-limit.ts'
import { parseMessage } from './receive.ts'
import { openFeedHub } from './feed-hub.ts'
import type { FeedHub } from './feed-hub.ts'
import { openFeedSocket } from './feed-socket.ts'

/** How long a tool may take to send its first frame, in milliseconds. */
const helloMs = 5_000
/** The maximum number of feeds of one token on one server. */
const maxFeedsOfToken = 20

const gauge = new Gauge({ name: 'brimful_feeds', help: 'Open feeds of tools of this process' })

export interface ToolFeed extends Pick<FeedHub, 'onPublished' | 'checkTokens'> {
  /** Closes every feed in a way that makes tools come back, to another process. */
  stop(): void
}

type FeedContext = Pick<SocketContext, 'db' | 'log'>

/** Opens the feed. No cookie and no origin counts: a browser never adds a token by itself. */
export function attachFeed(server: HttpServer, connections: ConnectionLimit, ctx: FeedContext): ToolFeed {
  const hub = openFeedHub(ctx)
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: messageLimits.bytes,
    clientTracking: true,
  })
  let isStopped = false

  function onUpgrade(req: IncomingMessage, stream: Duplex, head: Buffer): void {
    if (!isFeed(req)) return
    const release = isStopped ? undefined : connections.open(req)
    if (!release) return void stream.end('HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\n\r\n')
    stream.once('close', release)
    sockets.handleUpgrade(req, stream, head, (ws) => {
      gauge.inc()
      ws.once('close', () => gauge.dec())
      ws.on('error', () => ws.terminate()) // a broken frame, or one that is too large
      serve(ws, req).catch((error: unknown) => refuse(ws, error, ctx))
    })
  }

  async function serve(ws: WebSocket, req: IncomingMessage): Promise<void> {
    limitFrames(ws)
    const { token: text, cursor } = helloOf(req) ?? (await receiveHello(ws))
    const token = await openApiToken(ctx.db, text)
    requireScope(token, 'tips:read')
    if (hub.count(token.id) >= maxFeedsOfToken) throw new AppError('rate_limited')
    if (isStopped || ws.readyState !== ws.OPEN) return ws.close(feedCloses.restart)
    const socket = openFeedSocket(ws, token.id, token.viewer.uid)
    ws.once('close', () => hub.leave(socket))
    await hub.join(socket, cursor)
    if (ws.readyState !== ws.OPEN) hub.leave(socket)
  }

  server.on('upgrade', onUpgrade)
  return {
    onPublished: hub.onPublished,
    checkTokens: hub.checkTokens,
    stop() {
      isStopped = true
      server.off('upgrade', onUpgrade)
      hub.stop()
      for (const ws of sockets.clients) if (ws.readyState === ws.OPEN) ws.close(feedCloses.restart)
      setTimeout(() => sockets.clients.forEach((ws) => ws.terminate()), 500).unref()
    },
  }
}

/**
 * Returns whether a request is for the feed. It compares texts, because not every address that Node takes is a URL, and what this listener
 * throws would end the process: `//` did.
 */
function isFeed({ url }: IncomingMessage): boolean {
  return url?.split('?')[0] === apiBase + feedPath
}

const queryCursor = z.coerce.number().check(z.int(), z.nonnegative())

/** Returns the token of the `Authorization` header with the cursor of the query; undefined without the header. */
function helloOf({ headers, url }: IncomingMessage) {
  const token = /^bearer +(.*)$/i.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) return undefined
  const cursor = new URL(url ?? '', 'http://feed').searchParams.get('cursor')
  if (cursor === null) return { token, cursor: undefined }
  const parsed = queryCursor.safeParse(cursor)
  if (!parsed.success) throw new AppError('invalid_input')
  return { token, cursor: alertSeq.parse(parsed.data) }
}

/** Waits for the first frame. Throws AppError `token_refused` if it does not come in time, and `invalid_input` if it is not a hello. */
function receiveHello(ws: WebSocket): Promise<z.output<typeof feedHello>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new AppError('token_refused')), helloMs)
    ws.once('close', () => clearTimeout(timer))
    ws.once('message', (data: Buffer) => {
      clearTimeout(timer)
      const parsed = parseMessage(feedHello, parseJson(data.toString('utf8')))
      if (parsed) resolve(parsed.data)
      else reject(new AppError('invalid_input'))
    })
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Closes a connection that sends more than our own pages may. A tool sends nothing but its hello, and perhaps signs of life. */
function limitFrames(ws: WebSocket): void {
  const take = createBucket()
  const count = () => {
    if (!take()) ws.terminate()
  }
  ws.on('message', count)
  ws.on('ping', count)
}

const closeCodes: Partial<Record<ErrorCode, number>> = {
  token_refused: feedCloses.refused,
  scope_missing: feedCloses.scope,
  rate_limited: feedCloses.limit,
  invalid_input: feedCloses.invalid,
}

/** Tells a tool why it is refused, by the code alone, and closes its connection. */
function refuse(ws: WebSocket, error: unknown, { log }: FeedContext): void {
  const code = error instanceof AppError ? error.code : 'unavailable'
  if (code === 'unavailable') log.error({ err: error }, 'a feed could not be opened')
  if (ws.readyState !== ws.OPEN) return ws.terminate()
  ws.send(JSON.stringify({ type: 'error', code }))
  ws.close(closeCodes[code] ?? feedCloses.restart)
}
