/**
 * Receives the events of one creator's Twitch channel while this process holds its receiver: connects, subscribes, follows Twitch to
 * another server, and connects anew after a loss.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventsEndReason } from '../../../contract/chat/platform-events-calls.ts'
import { findConnection } from '../../../db/queries/chat/connections.ts'
import {
  endReceiver,
  markInterrupted,
  markReceiving,
  releaseReceiver,
} from '../../../db/queries/show/event-receivers.ts'
import type { HeldReceiver } from '../../../db/queries/show/event-receivers.ts'
import { getCreatorToken, refreshCreatorToken } from '../../../domain/chat/creator-token.ts'
import { eventKinds, subscribe } from '../../../domain/chat/platforms/twitch/event-subscriptions.ts'
import type { Subscriber } from '../../../domain/chat/platforms/twitch/event-subscriptions.ts'
import { openTwitchOauth } from '../../../domain/chat/platforms/twitch/oauth.ts'
import type { SentShowEvent } from '../../../contract/show/show-event.ts'
import { readTwitchEvent } from '../../../domain/show/read-twitch-event.ts'
import type { TwitchConfig } from '../../../domain/config/chat/twitch.ts'
import type { WorkerContext } from '../../context.ts'
import { isOfSameService } from './same-service.ts'
import { EndedError, toEndReason } from '../receiver.ts'
import type { OpenEventSource, Receiver } from '../receiver.ts'
import type { EventStore } from '../store.ts'
import { openEventSession } from './session.ts'
import type { EventSession, Notification, SessionHandlers } from './session.ts'

const minPauseMs = 1_000
const maxPauseMs = 60_000

/** Receives Twitch's events, if this installation has Twitch. */
export const twitchEvents: OpenEventSource = (ctx) => {
  const { twitch } = ctx.config
  return twitch && { platform: 'twitch', open: (held, store) => openReceiver(ctx, twitch, held, store) }
}

function openReceiver(
  ctx: WorkerContext,
  config: TwitchConfig,
  held: HeldReceiver,
  store: EventStore,
): Receiver {
  const { db } = ctx
  const log = ctx.log.child({ uid: held.uid, platform: held.platform })
  const stop = new AbortController()
  const { signal } = stop
  let connected: Connected | undefined
  /** When the last connection that received something was last alive; undefined before the first one. */
  let aliveAt: number | undefined

  /** Connects and subscribes, and resolves when the connection has ended. */
  async function receive(): Promise<void> {
    connected = openConnected(config, { log, store, held, scale: ctx.chatClock ?? 1 })
    try {
      await subscribeAll(ctx, config, held.uid, await connected.welcome)
      if (signal.aborted) return
      await markReceiving(db, held, aliveAt === undefined ? null : performance.now() - aliveAt)
      aliveAt = performance.now()
      const silentMs = await connected.ended
      aliveAt = performance.now() - silentMs
      if (!signal.aborted) await markInterrupted(db, held, silentMs)
    } finally {
      connected.close()
    }
  }

  /** Returns whether to connect again after a connection failed or ended. */
  async function goesOn(error: unknown): Promise<boolean> {
    if (signal.aborted) return false
    const reason = toEndReason(error)
    log.warn({ reason: (error as Error).message }, 'events not received')
    if (!reason) return true
    return endReceiver(db, held, reason).then(
      () => false,
      () => true, // the next attempt ends it
    )
  }

  async function run(): Promise<void> {
    let pauseMs = minPauseMs
    while (!signal.aborted) {
      const before = aliveAt
      const isOn = await receive().then(() => true, goesOn)
      if (!isOn) return
      if (aliveAt !== before) pauseMs = minPauseMs
      await sleep(pauseMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {}) // an abort ends the wait
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
    }
  }
  const running = run()

  return {
    async close(release) {
      stop.abort()
      connected?.close()
      await running
      if (release) await releaseReceiver(db, held)
    },
  }
}

interface ConnectedOptions {
  log: WorkerContext['log']
  store: EventStore
  held: HeldReceiver
  scale: number
}

interface Connected {
  /** Resolves with the session's id. */
  welcome: Promise<string>
  /** Resolves, when the connection has ended, with how many milliseconds it was silent before; rejects when Twitch has ended the events. */
  ended: Promise<number>
  close(): void
}

/**
 * Opens a connection that follows Twitch's requests to connect elsewhere: the old one stays until the new one is welcome, so nothing is lost
 * between them.
 */
function openConnected(config: TwitchConfig, { log, store, held, scale }: ConnectedOptions): Connected {
  let settle = { resolve: (_silentMs: number) => {}, reject: (_error: Error) => {} }
  const ended = new Promise<number>((resolve, reject) => (settle = { resolve, reject }))
  ended.catch(() => {}) // the caller that waits for it gets the error
  let next: EventSession | undefined
  let current = openEventSession(config.eventSubUrl, toHandlers(), scale)

  function toHandlers(): SessionHandlers {
    return {
      onNotification(notification) {
        const sent = read(notification, log)
        if (!sent || store.add(held.uid, 'twitch', sent)) return
        log.error('too many events wait to be stored; connecting anew')
        settle.resolve(0)
      },
      onRevoked: (status) => settle.reject(new EndedError(toReason(status))),
      onReconnect: (url) => void follow(url),
      onEnd(reason, silentMs) {
        log.info({ reason }, 'connection of events ended')
        settle.resolve(silentMs)
      },
      onInvalid: (reason) => log.warn({ reason }, 'a message of events was not understood'),
    }
  }

  async function follow(url: string): Promise<void> {
    if (!isOfSameService(url, config.eventSubUrl)) return log.warn('a reconnection to another service')
    if (next) return
    const isNext = () => next === opened
    const handlers = toHandlers()
    const opened = openEventSession(
      url,
      { ...handlers, onEnd: (...end) => (isNext() ? undefined : handlers.onEnd(...end)) },
      scale,
    )
    next = opened
    try {
      await opened.welcome
      current.close()
      current = opened
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'the next connection of events failed')
    } finally {
      next = undefined
    }
  }

  return {
    welcome: current.welcome,
    ended,
    close() {
      next?.close()
      current.close()
      settle.resolve(0)
    },
  }
}

/** Returns what is shown of an event; undefined for nothing, and for what is not as Twitch documents it. */
function read({ id, type, event }: Notification, log: WorkerContext['log']): SentShowEvent | undefined {
  try {
    return readTwitchEvent(type, event, id)
  } catch (error) {
    log.warn({ type, reason: (error as Error).message }, 'an event was not understood')
    return undefined
  }
}

/**
 * Subscribes a connection to every kind that the creator's consent covers, once more with a new token if Twitch does not accept the stored one. A
 * kind that only some consent to ends nothing: Twitch may refuse rewards of a channel that has no points, for example.
 */
async function subscribeAll(
  { db, log, config: { secretsKey } }: WorkerContext,
  config: TwitchConfig,
  uid: string,
  sessionId: string,
): Promise<void> {
  const tokens = { db, secretsKey, refresh: openTwitchOauth(config).refresh }
  const connection = await findConnection(db, uid, 'twitch')
  if (!connection || connection.accessLostAt) throw new EndedError('revoked')
  const userId = connection.platformUserId
  let by: Subscriber = { accessToken: await getCreatorToken(tokens, connection), userId, sessionId }
  const granted = connection.scopes.split(' ')
  for (const kind of eventKinds) {
    if (kind.only && !granted.includes(kind.scope ?? '')) continue
    let result = await subscribe(config, by, kind)
    if (result === 'token') {
      by = { ...by, accessToken: await refreshCreatorToken(tokens, connection) }
      result = await subscribe(config, by, kind)
    }
    if (result === 'permission' && kind.only) log.warn({ uid, type: kind.type }, 'no permission for an event')
    else if (result === 'permission') throw new EndedError('permission')
    if (result === 'token') throw new EndedError('revoked')
  }
}

/** Statuses of https://dev.twitch.tv/docs/eventsub/handling-websocket-events/#revocation-message. */
function toReason(status: string): EventsEndReason {
  return status === 'user_removed' || status === 'version_removed' ? status : 'revoked'
}
