/**
 * Sends the alerts of one creator to the overlays that are connected to this process. Sockets that have caught up are served
 * together, with one read for all of them. A socket that lags reads its own pages, as fast as its client takes them.
 */
import type { Logger } from 'pino'
import type { DefaultEventsMap, Namespace, Socket } from 'socket.io'
import { AppError } from '../../contract/errors.ts'
import type { Alert, AlertDigest } from '../../contract/alerts/alert.ts'
import type {
  AlertsToOverlay,
  AlertsToServer,
  LiveStyle,
  OverlayControl,
  OverlaySounds,
} from '../../contract/sockets.ts'
import { waitForDrain, writeBufferLength } from './write-buffer.ts'

/**
 * How an overlay has proved that it is its creator's own: by the key or by a session. Undefined for an overlay that only has the
 * public address, which other people may have too.
 */
export type Trust = 'key' | 'session' | undefined

export interface AlertSocketData {
  feed: AlertFeed
  /** The last `seq` sent to this socket while it lags. Once it has caught up, the feed's `lastSeq` counts instead. */
  cursor: number
  /** A summary of skipped alerts, sent before the alerts after `cursor`. */
  digest: AlertDigest | undefined
  /** If defined, the socket may read all missed alerts, and the server accepts its reports. */
  trust: Trust
  /** The `seq` of the last alert that an overlay of the creator had begun when this one connected; undefined without trust. */
  playedSeq: number | undefined
  /** What alerts played when the socket connected. */
  sounds: OverlaySounds
  /** How alerts looked then; undefined for our standard style, and once it is sent. */
  style: LiveStyle | undefined
  /** What the creator's control panel said when the socket connected. */
  control: OverlayControl
}

export type AlertsNamespace = Namespace<AlertsToServer, AlertsToOverlay, DefaultEventsMap, AlertSocketData>
export type AlertSocket = Socket<AlertsToServer, AlertsToOverlay, DefaultEventsMap, AlertSocketData>

export const pageSize = 50
/** A socket with more waiting packets than this starts to lag, which stops adding packets to its buffer. */
const maxWaitingPackets = 100

export interface FeedContext {
  alerts: AlertsNamespace
  log: Logger
  /** The build of the alert page; undefined in development. */
  overlayBuild?: string | undefined
  /** Returns the next `pageSize` alerts of a creator after `afterSeq`, in order. */
  listAlerts(creatorUid: string, afterSeq: number): Promise<Alert[]>
  /** Records that a page without key or session was sent these alerts. */
  noteKeyless(creatorUid: string, alerts: readonly Alert[]): void
}

/** A running query for a creator; undefined if there is no such creator. */
export type ReadingCreator = Promise<{ lastSeq: number } | undefined>

export interface AlertFeed {
  ctx: FeedContext
  creatorUid: string
  /** Resolves once `lastSeq` has been read from Postgres; undefined afterwards. */
  opening: Promise<void> | undefined
  /** The last `seq` sent to the sockets that have caught up. */
  lastSeq: number
  /** Sockets that have received everything up to `lastSeq`. They also join the Socket.IO room of the creator's uid. */
  caughtUp: Set<AlertSocket>
  /** Open connections, including those that lag or still wait for `lastSeq`. */
  connections: number
  /** What the creator's control panel says, as far as this server knows. */
  control: OverlayControl | undefined
  /** Whether Postgres may have alerts after `lastSeq`. */
  isStale: boolean
  reading: Promise<void> | undefined
  /** Reads in progress for lagging sockets, by cursor: overlays that reconnect together share them. */
  pages: Map<number, Promise<Alert[]>> | undefined
}

/** Opens a feed without sockets. Pub/sub messages that arrive while `lastSeq` is being read only mark it as stale. */
export function openFeed(ctx: FeedContext, creatorUid: string, reading: ReadingCreator): AlertFeed {
  const feed: AlertFeed = {
    ctx,
    creatorUid,
    opening: undefined,
    lastSeq: 0,
    caughtUp: new Set(),
    connections: 0,
    control: undefined,
    isStale: false,
    reading: undefined,
    pages: undefined,
  }
  feed.opening = readLastSeq(feed, reading)
  return feed
}

async function readLastSeq(feed: AlertFeed, reading: ReadingCreator): Promise<void> {
  const creator = await reading
  if (!creator) throw new AppError('not_found')
  feed.lastSeq = creator.lastSeq
  feed.opening = undefined
}

/** Reads and sends the alerts after `lastSeq`. Calls during a read share one further read after it. */
export function readNewAlerts(feed: AlertFeed): Promise<void> {
  feed.isStale = true
  feed.reading ??= readUntilFresh(feed)
  return feed.reading
}

/**
 * Sends alerts from a pub/sub message without a read. Returns false if they do not directly follow `lastSeq`, so that the caller
 * has to read them.
 */
export function sendPublished(feed: AlertFeed, alerts: Alert[]): boolean {
  const fresh = alerts.filter(({ seq }) => seq > feed.lastSeq)
  if (feed.isStale || feed.reading || fresh.some(({ seq }, i) => seq !== feed.lastSeq + 1 + i)) return false
  send(feed, fresh)
  return fresh.length > 0
}

/** Emits the creator's style and `ready` with the socket's cursor, then its digest and the alerts after it. */
export async function startSocket(feed: AlertFeed, socket: AlertSocket): Promise<void> {
  // A cursor after `lastSeq` means that a pub/sub message was lost, or that the server did not issue the cursor.
  if (feed.isStale || socket.data.cursor > feed.lastSeq) await readNewAlerts(feed)
  socket.data.cursor = Math.min(socket.data.cursor, feed.lastSeq)
  const { cursor, digest, playedSeq, sounds, style } = socket.data
  if (style) socket.emit('style', style)
  socket.data.style = undefined // it can be large, and there are many sockets
  const control = newestOf(socket.data.control, feed.control)
  const from = digest ? digest.seq - 1 : cursor
  socket.emit('ready', from, playedSeq ?? null, feed.ctx.overlayBuild ?? null, sounds, control)
  if (digest) socket.emit('alert', digest)
  await catchUp(feed, socket)
}

/** Returns the newer one of what the socket and its feed know of the control panel: the panel may have changed meanwhile. */
function newestOf(own: OverlayControl, ofFeed: OverlayControl | undefined): OverlayControl {
  return ofFeed && ofFeed.version > own.version ? ofFeed : own
}

async function readUntilFresh(feed: AlertFeed): Promise<void> {
  try {
    do {
      feed.isStale = false
      const page = await feed.ctx.listAlerts(feed.creatorUid, feed.lastSeq)
      if (page.length === pageSize) feed.isStale = true
      send(feed, page)
    } while (feed.isStale && feed.connections > 0)
  } finally {
    feed.reading = undefined
  }
}

function send(feed: AlertFeed, alerts: Alert[]): void {
  if (feed.connections === 0) return // the feed is closed, and a new feed of the same creator may use the Socket.IO room by now
  for (const alert of alerts) {
    emitToCaughtUp(feed, alert)
    feed.lastSeq = alert.seq
  }
  if ([...feed.caughtUp].some(({ data }) => !data.trust)) feed.ctx.noteKeyless(feed.creatorUid, alerts)
  for (const socket of feed.caughtUp)
    if (writeBufferLength(socket.conn) > maxWaitingPackets) startLagging(feed, socket)
}

/**
 * Emits an alert to the sockets that have caught up. Most feeds have only one, where a plain emit is cheaper; a broadcast encodes the
 * packet once for many.
 */
function emitToCaughtUp({ ctx: { alerts }, creatorUid, caughtUp }: AlertFeed, alert: Alert): void {
  if (caughtUp.size > 1) alerts.to(creatorUid).emit('alert', alert)
  else for (const socket of caughtUp) socket.emit('alert', alert)
}

function stopLagging(feed: AlertFeed, socket: AlertSocket): void {
  feed.caughtUp.add(socket)
  void socket.join(feed.creatorUid)
}

function startLagging(feed: AlertFeed, socket: AlertSocket): void {
  feed.caughtUp.delete(socket)
  void socket.leave(feed.creatorUid)
  socket.data.cursor = feed.lastSeq
  closeOnError(feed, socket, catchUp)
}

/** Runs `work` for a socket. If it rejects, the connection is closed, and the overlay reconnects with its cursor. */
export function closeOnError(
  feed: AlertFeed,
  socket: AlertSocket,
  work: (feed: AlertFeed, socket: AlertSocket) => Promise<void>,
): void {
  work(feed, socket).catch((error: unknown) => {
    feed.ctx.log.error({ err: error }, 'alerts could not be read')
    socket.conn.close()
  })
}

/**
 * Sends a lagging socket its alerts until it has caught up. Nothing is awaited between the last check of `lastSeq` and
 * `stopLagging`, because an alert that arrived in between would be lost.
 */
async function catchUp(feed: AlertFeed, socket: AlertSocket): Promise<void> {
  await waitForDrain(socket.conn)
  while (socket.connected && socket.data.cursor < feed.lastSeq) {
    const { lastSeq } = feed
    const page = await readPage(feed, socket.data.cursor)
    const sent = page.filter(({ seq }) => seq <= lastSeq)
    for (const alert of sent) socket.emit('alert', alert)
    if (!socket.data.trust) feed.ctx.noteKeyless(feed.creatorUid, sent)
    // A page that is not full contains every alert up to `lastSeq` that still exists; old ones may have been deleted.
    socket.data.cursor = page.length < pageSize ? lastSeq : Math.min(lastSeq, page[pageSize - 1]!.seq)
    await waitForDrain(socket.conn)
  }
  if (socket.connected) stopLagging(feed, socket)
}

function readPage(feed: AlertFeed, afterSeq: number): Promise<Alert[]> {
  const pages = (feed.pages ??= new Map<number, Promise<Alert[]>>())
  const reading = pages.get(afterSeq)
  if (reading) return reading
  const page = feed.ctx.listAlerts(feed.creatorUid, afterSeq).finally(() => pages.delete(afterSeq))
  pages.set(afterSeq, page)
  return page
}
