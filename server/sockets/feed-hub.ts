/**
 * Sends events to the open feeds of this process. Tools of one creator that have caught up are served together, with one read for
 * all of them; one that comes back reads what it missed by itself, as fast as it takes it.
 */
import type { Logger } from 'pino'
import { feedCloses, maxMissedEvents } from '../../contract/tools/tool-feed.ts'
import type { Db } from '../../db/connection.ts'
import { listNewerSeqs } from '../../db/queries/alerts/alerts.ts'
import { listOpenApiTokens } from '../../db/queries/tools/api-tokens.ts'
import { findLastSeq, listToolEvents } from '../../db/queries/tools/tool-events.ts'
import { toFeedEvent } from '../../domain/tools/to-tool-event.ts'
import type { FeedSocket } from './feed-socket.ts'

const pageSize = 100
/** How often lost messages and ended tokens are looked for, in milliseconds. */
const pollMs = 1_000
const beatMs = 30_000

export interface FeedHub {
  /** Adds a tool, and sends it the events after its cursor. Rejects if they cannot be read. */
  join(socket: FeedSocket, cursor: number | undefined): Promise<void>
  leave(socket: FeedSocket): void
  /** Returns how many feeds of a token are open here. */
  count(tokenId: string): number
  /** Sends the new events of a creator, whose last alert has this `seq`. */
  onPublished(creatorUid: string, seq: number): void
  /** Closes the feeds whose token no longer admits; with `creatorUid` only those of one creator. */
  checkTokens(creatorUid?: string): void
  stop(): void
}

interface CreatorFeed {
  creatorUid: string
  lastSeq: number
  /** A message has said that there are alerts up to here. */
  knownSeq: number
  sockets: Set<FeedSocket>
  /** The sockets that have caught up, each with its cursor at that moment. */
  caughtUp: Map<FeedSocket, number>
  isReading: boolean
}

/** Opens the hub. It reads nothing while no feed is open. */
export function openFeedHub({ db, log }: { db: Db; log: Logger }): FeedHub {
  const feeds = new Map<string, CreatorFeed>()
  const onError = (error: unknown) => log.error({ err: error }, 'a feed could not be read')
  const allSockets = () => [...feeds.values()].flatMap(({ sockets }) => [...sockets])

  async function checkTokens(creatorUid?: string): Promise<void> {
    const sockets = creatorUid === undefined ? allSockets() : [...(feeds.get(creatorUid)?.sockets ?? [])]
    if (sockets.length === 0) return
    const open = await listOpenApiTokens(db, [...new Set(sockets.map(({ tokenId }) => tokenId))])
    for (const socket of sockets) if (!open.has(socket.tokenId)) socket.close(feedCloses.refused)
  }

  async function poll(): Promise<void> {
    if (feeds.size === 0) return
    await checkTokens()
    const known = [...feeds.values()].map(({ creatorUid, lastSeq }) => ({ creatorUid, seq: lastSeq }))
    for (const { creatorUid, seq } of await listNewerSeqs(db, known)) onPublished(creatorUid, seq)
  }

  function onPublished(creatorUid: string, seq: number): void {
    const feed = feeds.get(creatorUid)
    if (!feed) return
    feed.knownSeq = Math.max(feed.knownSeq, seq)
    if (!feed.isReading) pump(db, feed).catch(onError)
  }

  const pollTimer = startPolling(poll, onError)
  const beatTimer = setInterval(() => {
    for (const socket of allSockets()) socket.beat()
  }, beatMs)

  return {
    async join(socket, cursor) {
      const { creatorUid } = socket
      const lastSeq = await findLastSeq(db, creatorUid)
      const feed = feeds.get(creatorUid) ?? openFeed(creatorUid, lastSeq)
      feeds.set(creatorUid, feed)
      feed.sockets.add(socket)
      const from = Math.min(cursor ?? feed.lastSeq, Math.max(lastSeq, feed.lastSeq))
      socket.send(JSON.stringify({ type: 'ready', cursor: from }))
      await catchUp(db, feed, socket, from)
    },
    leave(socket) {
      const feed = feeds.get(socket.creatorUid)
      feed?.sockets.delete(socket)
      feed?.caughtUp.delete(socket)
      if (feed?.sockets.size === 0) feeds.delete(socket.creatorUid)
    },
    count: (tokenId) => allSockets().filter((socket) => socket.tokenId === tokenId).length,
    onPublished,
    checkTokens: (creatorUid) => void checkTokens(creatorUid).catch(onError),
    stop() {
      clearInterval(pollTimer)
      clearInterval(beatTimer)
      for (const socket of allSockets()) socket.close(feedCloses.restart)
    },
  }
}

/** Polls every second; a poll that takes longer delays the next one. */
function startPolling(poll: () => Promise<void>, onError: (error: unknown) => void): NodeJS.Timeout {
  let polling: Promise<void> | undefined
  return setInterval(() => {
    polling ??= poll()
      .catch(onError)
      .finally(() => (polling = undefined))
  }, pollMs)
}

function openFeed(creatorUid: string, lastSeq: number): CreatorFeed {
  return {
    creatorUid,
    lastSeq,
    knownSeq: lastSeq,
    sockets: new Set(),
    caughtUp: new Map(),
    isReading: false,
  }
}

function sendToCaughtUp({ caughtUp }: CreatorFeed, seq: number, text: string): void {
  const bytes = Buffer.from(text) // once for all of them
  for (const [socket, from] of caughtUp) if (seq > from) socket.send(bytes)
}

/**
 * Sends all new events to the sockets that have caught up. Nothing else runs between sending an event and moving `lastSeq`, nor between
 * the last look at `knownSeq` and the end of the reading: a message that came in between would start no reading and wait for the poll.
 */
async function pump(db: Db, feed: CreatorFeed): Promise<void> {
  feed.isReading = true
  try {
    while (feed.knownSeq > feed.lastSeq) {
      const target = feed.knownSeq
      const rows = await listToolEvents(db, feed.creatorUid, feed.lastSeq, pageSize)
      for (const row of rows) {
        sendToCaughtUp(feed, row.seq, JSON.stringify(toFeedEvent(row)))
        feed.lastSeq = row.seq
      }
      if (rows.length < pageSize) feed.lastSeq = Math.max(feed.lastSeq, target) // alerts in between were deleted
    }
  } finally {
    feed.isReading = false
  }
}

/** Sends a socket the events after its cursor, page by page, until it has all that the others have. */
async function catchUp(db: Db, feed: CreatorFeed, socket: FeedSocket, from: number): Promise<void> {
  let cursor = from
  const missed = feed.lastSeq - cursor
  if (missed > maxMissedEvents) {
    cursor = feed.lastSeq - maxMissedEvents
    socket.send(JSON.stringify({ type: 'skipped', count: missed - maxMissedEvents, cursor }))
  }
  while (socket.isOpen() && cursor < feed.lastSeq) {
    const until = feed.lastSeq
    const rows = (await listToolEvents(db, feed.creatorUid, cursor, pageSize)).filter(
      ({ seq }) => seq <= until,
    )
    await socket.sendAll(rows.map((row) => JSON.stringify(toFeedEvent(row))))
    cursor = rows.length < pageSize ? until : rows.at(-1)!.seq
  }
  if (socket.isOpen()) feed.caughtUp.set(socket, cursor)
}
