/**
 * Receives what happens in one creator's live chats on YouTube while this process holds the receiver: looks whether the channel is live, follows
 * its chat as YouTube streams it, and continues after a loss where it was.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../db/connection.ts'
import {
  countReceivers,
  endReceiver,
  findEventReceiver,
  markContinued,
  markInterrupted,
  markReceiving,
  releaseReceiver,
} from '../../../db/queries/show/event-receivers.ts'
import type { HeldReceiver } from '../../../db/queries/show/event-receivers.ts'
import type { YoutubeConfig } from '../../../domain/config/chat/youtube.ts'
import { readYoutubeMessage } from '../../../domain/show/read-youtube-message.ts'
import type { YoutubeMessage } from '../../../domain/show/read-youtube-message.ts'
import { endedChatMs } from '../../chat/youtube/broadcasts.ts'
import { toFailure } from '../../chat/youtube/errors.ts'
import { openThrottle } from '../../chat/throttle.ts'
import type { WorkerContext } from '../../context.ts'
import { GiveUpError, SlowDownError } from '../../errors.ts'
import { EndedError, toEndReason } from '../receiver.ts'
import type { OpenEventSource, Receiver } from '../receiver.ts'
import type { EventStore } from '../store.ts'
import { openChatReader } from './chat-reader.ts'
import type { ChatPlace, ChatReader } from './chat-reader.ts'
import { readPages } from './read-pages.ts'

const minPauseMs = 5_000
const maxPauseMs = 10 * 60_000
/** How often at most we look whether a channel is live, and which part of the day's units all looks may take: a unit each. */
const lookMs = 60_000
const lookShare = 1 / 4
const dayMs = 86_400_000
/** A connection that lasts as long was no failure: the next pause is short again. Each attempt costs units. */
const steadyMs = 60_000
/** How long a connection may take until it answers, and how long it may then be silent before it is opened anew. */
const answerMs = 15_000
const silentMs = 10 * 60_000
/** How far back the latest messages, with which YouTube begins, surely reach. Google documents no time. */
const historyMs = 10 * 60_000
/** How much earlier than it was last noted something may have happened that is not stored yet. Twice is once, by its id. */
const overlapMs = 60_000

/** Receives YouTube's events, if this installation has YouTube. */
export const youtubeEvents: OpenEventSource = (ctx) => {
  const { youtube } = ctx.config
  return youtube && { platform: 'youtube', open: (held, store) => openReceiver(ctx, youtube, held, store) }
}

function openReceiver(
  ctx: WorkerContext,
  config: YoutubeConfig,
  held: HeldReceiver,
  store: EventStore,
): Receiver {
  const { db, chatClock: scale = 1 } = ctx
  const log = ctx.log.child({ uid: held.uid, platform: held.platform })
  const stop = new AbortController()
  const { signal } = stop
  const reader = openChatReader({ ...ctx, log }, config, held.uid)
  const ended = openThrottle()
  let place: ChatPlace | undefined
  /** What happened before is not shown. Undefined until the first look. */
  let since: Date | undefined

  /** Looks whether the channel is live and follows its chat to its end. Returns how long to wait until the next look. */
  async function receive(): Promise<number> {
    const liveChatId = await reader.findChat((chatId) => ended.waitMs(chatId) > 0)
    since = await note(since)
    if (liveChatId === undefined) return readLookMs(db, config)
    if (liveChatId !== place?.liveChatId) place = { liveChatId, pageToken: undefined }
    const follower = { reader, signal, silentMs: silentMs / scale, take: taking({ held, store, log, since }) }
    const startedAt = performance.now()
    if (await follow(follower, place)) ended.block(liveChatId, endedChatMs / scale)
    else if (performance.now() - startedAt < steadyMs / scale) throw new Error('the connection ended at once')
    return minPauseMs
  }

  /** Notes that events arrive, and what is lost of the time before. Returns what `since` is from then on. */
  async function note(known: Date | undefined): Promise<Date> {
    const { receivedUntil = null } = (await findEventReceiver(db, held.uid, held.platform)) ?? {}
    const isLong = receivedUntil !== null && Date.now() - receivedUntil.getTime() > historyMs
    await (isLong && !place?.pageToken ? markReceiving(db, held, null) : markContinued(db, held))
    return known ?? (receivedUntil ? new Date(receivedUntil.getTime() - overlapMs) : new Date())
  }

  async function run(): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      const startedAt = performance.now()
      const waitMs = await receive().catch((error: unknown) => {
        if (performance.now() - startedAt > steadyMs / scale) failures = 0
        const pauseMs = Math.min(minPauseMs * 2 ** failures++, maxPauseMs)
        return signal.aborted ? 0 : recover({ db, held, log }, error, pauseMs)
      })
      if (waitMs === undefined) return
      const spreadMs = waitMs * (0.9 + Math.random() / 5)
      await sleep(spreadMs / scale, undefined, { signal }).catch(() => {}) // an abort ends the wait
    }
  }
  const running = run()

  return {
    async close(release) {
      stop.abort()
      await running
      if (release) await releaseReceiver(db, held)
    },
  }
}

/** Returns how long to wait until the next look whether a channel is live: the more creators have the events on, the longer. */
async function readLookMs(db: Db, { dailyQuota }: YoutubeConfig): Promise<number> {
  return Math.max(lookMs, ((await countReceivers(db, 'youtube')) * dayMs) / (dailyQuota * lookShare))
}

interface Recovering {
  db: Db
  held: HeldReceiver
  log: WorkerContext['log']
}

/** Notes a failure. Returns how long to wait, usually `pauseMs`; undefined if the events have ended. */
async function recover(
  { db, held, log }: Recovering,
  error: unknown,
  pauseMs: number,
): Promise<number | undefined> {
  const failure = toFailure(error)
  const isForbidden = failure instanceof GiveUpError && failure.reason === 'noPermission'
  const reason = toEndReason(isForbidden ? new EndedError('permission') : error)
  log.warn({ reason: failure.message }, 'events not received')
  const noted = reason ? endReceiver(db, held, reason) : markInterrupted(db, held, 0)
  const isNoted = await noted.then(
    () => true,
    () => false, // the next attempt notes it
  )
  if (reason && isNoted) return undefined
  return failure instanceof SlowDownError ? Math.min(failure.milliseconds, maxPauseMs) : pauseMs
}

interface Follower {
  reader: ChatReader
  signal: AbortSignal
  silentMs: number
  take(item: unknown): void
}

/** Follows a chat from a place on, which it moves. Returns whether the chat has ended; false if the connection has. */
async function follow(
  { reader, signal, silentMs: limitMs, take }: Follower,
  place: ChatPlace,
): Promise<boolean> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), answerMs)
  try {
    const body = await reader.open(place, AbortSignal.any([signal, silence.signal]))
    for await (const { items, nextPageToken, offlineAt } of readPages(body)) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), limitMs)
      items.forEach(take)
      place.pageToken = nextPageToken ?? place.pageToken
      if (offlineAt !== undefined) return true
    }
    return false
  } catch (error) {
    if (isOver(error)) return true
    if (silence.signal.aborted) return false
    throw error
  } finally {
    clearTimeout(timer)
  }
}

interface Taking {
  held: HeldReceiver
  store: EventStore
  log: WorkerContext['log']
  since: Date
}

/** Returns what stores the messages of a chat. It throws if too many wait to be stored. */
function taking({ held, store, log, since }: Taking): (item: unknown) => void {
  function read(item: unknown): YoutubeMessage | undefined {
    try {
      return readYoutubeMessage(item)
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'a message of the chat was not understood')
      return undefined
    }
  }

  return (item) => {
    const message = read(item)
    if (!message || message.publishedAt < since) return
    if (message.takenBack !== undefined) store.takeBack(held.uid, 'youtube', message.takenBack)
    if (message.sent && !store.add(held.uid, 'youtube', message.sent))
      throw new Error('too many events wait to be stored')
  }
}

/** Returns whether the chat that was followed has ended or been switched off. */
function isOver(error: unknown): boolean {
  const failure = toFailure(error)
  return failure instanceof GiveUpError && failure.reason !== 'noPermission'
}
