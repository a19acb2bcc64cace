/** Pub/sub between our processes. A message can be lost: it only says what has changed, and Postgres holds the data. */
import { Redis } from 'ioredis'
import pg from 'pg'
import { pubSubMessages } from '../contract/events.ts'
import type { PubSubMessage } from '../contract/events.ts'
import { guard, openPool } from './connection.ts'

export interface PubSubSource {
  databaseUrl: string
  redisUrl?: string | undefined
  prefix?: string | undefined
  onError: (error: Error) => void
}

export interface PubSub {
  /** Sends the messages to every process, this one included. Each must fit into a NOTIFY: less than 8,000 bytes of JSON. */
  publish(...messages: PubSubMessage[]): Promise<void>
  /** Resolves once messages arrive. `onReconnect` is called after a lost connection: messages may have been missed. */
  subscribe(onMessage: (message: PubSubMessage) => void, onReconnect?: () => void): Promise<void>
  close(): Promise<void>
}

/**
 * Opens pub/sub for one process: Postgres LISTEN/NOTIFY, or Redis if there is a `redisUrl`. With Redis every process listens to
 * Postgres as well, and a message that Redis does not take within a quarter of a second is sent there.
 */
export function openPubSub(source: PubSubSource): PubSub {
  const channel = `${source.prefix ?? 'brimful'}_pubsub`
  const postgres = openPostgresPubSub(channel, source)
  return source.redisUrl ? openRedisPubSub(source.redisUrl, channel, source, postgres) : postgres
}

/** A connection that owes a response and receives nothing for this long has fallen silent: it is replaced. */
const silence = { socketTimeout: 1_000, connectTimeout: 2_000 }
const publishTimeoutMs = 250
/** A subscriber waits without asking, so silence shows only by a question. */
const pingMs = 1_000

function openRedisPubSub(url: string, channel: string, { onError }: PubSubSource, postgres: PubSub): PubSub {
  const publisher = new Redis(url, {
    ...silence,
    commandTimeout: publishTimeoutMs,
    maxRetriesPerRequest: 1,
    lazyConnect: true,
  })
  publisher.on('error', onError)
  const subscribers: Redis[] = []
  const pings: NodeJS.Timeout[] = []

  async function subscribeToRedis(onMessage: (message: PubSubMessage) => void, onReconnect?: () => void) {
    const subscriber = new Redis(url, { ...silence, maxRetriesPerRequest: null })
    subscribers.push(subscriber)
    subscriber.on('error', onError)
    subscriber.on('message', (_, text) => parseMessages(text, onMessage, onError))
    await subscriber.subscribe(channel)
    subscriber.on('ready', () => onReconnect?.())
    const ping = () => subscriber.status === 'ready' && subscriber.ping().catch(() => {}) // an error comes as an event too
    pings.push(setInterval(ping, pingMs))
  }

  return {
    async publish(...messages) {
      await publisher.publish(channel, JSON.stringify(messages)).catch(() => postgres.publish(...messages))
    },
    async subscribe(onMessage, onReconnect) {
      await Promise.all([
        subscribeToRedis(onMessage, onReconnect),
        postgres.subscribe(onMessage, onReconnect),
      ])
    },
    async close() {
      for (const ping of pings) clearInterval(ping)
      for (const redis of [publisher, ...subscribers]) redis.disconnect()
      await postgres.close()
    },
  }
}

const publishInPostgresMs = 2_000

function openPostgresPubSub(channel: string, { databaseUrl, onError }: PubSubSource): PubSub {
  const pool = openPool(databaseUrl, { poolSize: 1, timeoutMs: publishInPostgresMs, onError })
  const listeners: { close(): Promise<void> }[] = []
  return {
    async publish(...messages) {
      const texts = messages.map((message) => JSON.stringify([message]))
      await pool.query('select pg_notify($1, text) from unnest($2::text[]) text', [channel, texts])
    },
    async subscribe(onMessage, onReconnect) {
      const onText = (text: string) => parseMessages(text, onMessage, onError)
      listeners.push(await openListener(databaseUrl, channel, { onText, onReconnect, onError }))
    },
    async close() {
      await Promise.all(listeners.map((listener) => listener.close()))
      await pool.end()
    },
  }
}

interface ListenerCallbacks {
  onText: (text: string) => void
  onReconnect: (() => void) | undefined
  onError: (error: Error) => void
}

const listenTimeoutMs = 2_000

/** Opens a connection that LISTENs on the channel and reconnects after it is lost. Rejects if the first attempt fails. */
async function openListener(
  url: string,
  channel: string,
  { onText, onReconnect, onError }: ListenerCallbacks,
) {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name: 'brimful-pubsub',
      connectionTimeoutMillis: listenTimeoutMs,
      query_timeout: listenTimeoutMs,
    })
    next.on('error', onError)
    guard(next)
    next.on('end', reconnectSoon)
    next.on('notification', ({ payload }) => onText(payload ?? ''))
    client = next
    await next.connect()
    await next.query(`listen ${next.escapeIdentifier(channel)}`)
  }

  // A listener waits without asking, so silence shows only by a question; `guard` closes a connection that does not respond.
  const ping = setInterval(() => void client?.query('select').catch(() => {}), listenTimeoutMs)

  function reconnectSoon(): void {
    if (isClosed || retry) return
    retry = setTimeout(() => {
      retry = undefined
      connect().then(
        () => onReconnect?.(),
        (error: Error) => {
          onError(error)
          reconnectSoon()
        },
      )
    }, 250)
  }

  await connect()
  return {
    async close() {
      isClosed = true
      clearInterval(ping)
      clearTimeout(retry)
      await client?.end()
    },
  }
}

function parseMessages(
  text: string,
  onMessage: (message: PubSubMessage) => void,
  onError: (error: Error) => void,
): void {
  try {
    for (const message of pubSubMessages.parse(JSON.parse(text))) onMessage(message)
  } catch (error) {
    onError(error as Error)
  }
}
