/** Pub/sub between our processes. Messages may be lost: a message only says what has changed, and Postgres holds the data. */
import type { Cluster, Redis } from 'ioredis'
import pg from 'pg'
import * as z from 'zod/mini'
import { pubSubMessage } from '../contract/events.ts'
import type { PubSubMessage } from '../contract/events.ts'
import { connectionSettings, guard, limitsOf, openPool } from './connection.ts'
import { asCluster, openRedis } from './redis.ts'
import { openWire, watchRedis } from './wires.ts'

export interface PubSubSource {
  databaseUrl: string
  redisUrl?: string | undefined
  prefix?: string | undefined
  onError: (error: Error) => void
}

export interface PubSub {
  /** Sends the messages to every process, this one included. Each must fit into a NOTIFY: less than 8,000 bytes of JSON. */
  publish(...messages: PubSubMessage[]): Promise<void>
  /**
   * Resolves once messages arrive over every connection (Redis and Postgres). A lost connection is retried until it is back; then
   * `onReconnect` is called, because messages may have been missed.
   */
  subscribe(onMessage: (message: PubSubMessage) => void, onReconnect?: () => void): Promise<void>
  /** Returns the milliseconds since any subscription last received a response; 0 before the first one. */
  quietMs(): number
  close(): Promise<void>
}

/**
 * Opens pub/sub for one process: Postgres LISTEN/NOTIFY, or Redis if there is a `redisUrl`. With Redis, every process listens to
 * Postgres as well, and a message that Redis does not accept within 250 ms is sent through Postgres.
 */
export function openPubSub(source: PubSubSource): PubSub {
  const channel = `${source.prefix ?? 'brimful'}_pubsub`
  const postgres = openPostgresPubSub(channel, source)
  return source.redisUrl ? openRedisPubSub(source.redisUrl, channel, source, postgres) : postgres
}

/** A connection that has sent a request and receives nothing for this many milliseconds is considered dead and replaced. */
const silence = { socketTimeout: 1_000, connectTimeout: 2_000 }
const publishTimeoutMs = 250
/** The interval of pings in milliseconds. A subscriber sends nothing else, so only an unanswered ping reveals a dead connection. */
const pingMs = 1_000

function openRedisPubSub(url: string, channel: string, { onError }: PubSubSource, postgres: PubSub): PubSub {
  const publisher = openRedis(url, {
    ...silence,
    commandTimeout: publishTimeoutMs,
    maxRetriesPerRequest: 1,
    maxRedirections: 2, // any node takes a message and passes it to all; after two of them Postgres has to
    lazyConnect: true,
  })
  publisher.on('error', onError)
  watchRedis('pubsub', publisher)
  const subscribers: Redis[] = []
  const pings: NodeJS.Timeout[] = []
  // Down also while Redis responds but refuses the subscription, as it does to a user without a right to the channel.
  const subscription = openWire('pubsub')
  let lastReplyAt = -Infinity
  const recordReply = () => {
    lastReplyAt = performance.now()
    subscription.report(true)
  }
  const handleRefusal = (error: Error) => {
    subscription.report(false)
    onError(error)
  }

  async function subscribeToRedis(onMessage: (message: PubSubMessage) => void, onReconnect?: () => void) {
    const subscriber = openRedis(url, { ...silence, maxRetriesPerRequest: null, autoResubscribe: false })
    subscribers.push(subscriber)
    subscriber.on('error', onError)
    watchRedis('pubsub', subscriber)
    const read = createReader(onMessage, onError)
    subscriber.on('message', (_: string, text: string) => read(text))
    await subscriber.subscribe(channel).then(recordReply)
    const cluster = asCluster(subscriber)
    const renew = cluster
      ? renewOnNode(cluster, channel, onReconnect)
      : renewOnRedis(subscriber, channel, onReconnect)
    subscriber.on('ready', () => void renew().then(recordReply, handleRefusal))
    pings.push(setInterval(() => void renew().then(recordReply, () => {}), pingMs)) // a lost connection is reported by its `error` event
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
    quietMs: () => Math.min(performance.now() - lastReplyAt, postgres.quietMs()),
    async close() {
      for (const ping of pings) clearInterval(ping)
      subscription.close()
      for (const redis of [publisher, ...subscribers]) redis.disconnect()
      await postgres.close()
    },
  }
}

/**
 * Returns a function that subscribes again. Its reply shows that the connection works, and a subscriber that is subscribed already
 * stays so. The first time after a lost connection it calls `onReconnect`. ioredis could subscribe again by itself
 * (`autoResubscribe`), but a refusal or a second loss at that moment is an unhandled rejection there, which ends the process:
 * https://github.com/redis/ioredis/pull/2187
 */
function renewOnRedis(redis: Redis, channel: string, onReconnect: (() => void) | undefined) {
  let isSubscribed = true
  redis.on('close', () => (isSubscribed = false))
  return async (): Promise<void> => {
    if (redis.status !== 'ready') throw new Error('not connected')
    await redis.subscribe(channel)
    if (isSubscribed) return
    isSubscribed = true
    onReconnect?.()
  }
}

/**
 * Like `renewOnRedis`, for the one node of a cluster that a subscriber is connected to. ioredis chooses another node when that connection
 * ends, and does not notice a node that falls silent; it reports neither.
 */
function renewOnNode(cluster: Cluster, channel: string, onReconnect: (() => void) | undefined) {
  let known = subscriberOf(cluster)
  return async (): Promise<void> => {
    const node = subscriberOf(cluster)
    if (!node) throw new Error('not connected')
    const timer = setTimeout(() => node.disconnect(), silence.socketTimeout)
    await node.subscribe(channel).finally(() => clearTimeout(timer))
    if (node === known) return
    known = node
    onReconnect?.()
  }
}

/** Returns a cluster's connection for subscriptions, which ioredis does not publish. */
function subscriberOf(cluster: Cluster): Redis | null {
  return cluster['subscriber'].getInstance()
}

const publishInPostgresMs = 2_000

function openPostgresPubSub(channel: string, { databaseUrl, onError }: PubSubSource): PubSub {
  const pool = openPool(databaseUrl, { poolSize: 1, timeoutMs: publishInPostgresMs, onError })
  const listeners: ReturnType<typeof openListener>[] = []
  return {
    async publish(...messages) {
      const texts = messages.map((message) => JSON.stringify([message]))
      await pool.query('select pg_notify($1, text) from unnest($2::text[]) text', [channel, texts])
    },
    async subscribe(onMessage, onReconnect) {
      const onText = createReader(onMessage, onError)
      const listener = openListener(databaseUrl, channel, { onText, onReconnect, onError })
      listeners.push(listener)
      await listener.isListening
    },
    quietMs: () => Math.max(0, ...listeners.map((listener) => listener.quietMs())),
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
const relistenMs = 250

/** Opens a connection that LISTENs on the channel. After a failed attempt or a lost connection, it opens another one. */
function openListener(url: string, channel: string, { onText, onReconnect, onError }: ListenerCallbacks) {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false
  let hasFailed = false
  let lastReplyAt = performance.now()
  const wire = openWire('pubsub')
  let resolveListening = () => {}
  const isListening = new Promise<void>((resolve) => (resolveListening = resolve))

  async function connect(): Promise<void> {
    client = createListenClient(url, onError)
    client.on('end', connectSoon)
    client.on('notification', ({ payload }) => onText(payload ?? ''))
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    wire.report(true)
    resolveListening()
    if (hasFailed) onReconnect?.()
  }

  const tryConnecting = () =>
    void connect().catch((error: Error) => {
      onError(error)
      connectSoon()
    })

  /** Reconnects after a random delay, so that the processes of an installation do not all reconnect at the same moment. */
  function connectSoon(): void {
    hasFailed = true
    if (isClosed || retry) return
    wire.report(false)
    const again = () => {
      retry = undefined
      tryConnecting()
    }
    retry = setTimeout(again, relistenMs * (1 + Math.random()))
  }

  // A listener sends no queries, so only an unanswered ping reveals a dead connection. `guard` closes a connection that does not
  // respond.
  const recordReply = () => (lastReplyAt = performance.now())
  const ping = setInterval(() => void client?.query('select').then(recordReply, () => {}), listenTimeoutMs)
  tryConnecting()
  return {
    /** Resolves when the connection LISTENs for the first time. */
    isListening,
    quietMs: () => performance.now() - lastReplyAt,
    async close() {
      isClosed = true
      clearInterval(ping)
      clearTimeout(retry)
      wire.close()
      await client?.end()
    },
  }
}

function createListenClient(connectionString: string, onError: (error: Error) => void): pg.Client {
  const client = new pg.Client({
    connectionString,
    application_name: 'brimful-pubsub',
    ...connectionSettings,
    ...limitsOf(listenTimeoutMs),
  })
  client.on('error', onError)
  guard(client)
  return client
}

const packet = z.array(z.unknown())
const withKind = z.object({ kind: z.string() })

/**
 * Returns a function that parses a received text and passes the messages that it understands to `onMessage`. During a rolling
 * update, newer processes may send unknown kinds of messages: these are skipped and reported once per kind.
 */
function createReader(onMessage: (message: PubSubMessage) => void, onError: (error: Error) => void) {
  const reportedKinds = new Set<string>()

  function read(message: unknown): void {
    const parsed = pubSubMessage.safeParse(message)
    if (parsed.success) return onMessage(parsed.data)
    const kind = withKind.safeParse(message).data?.kind ?? 'none'
    if (reportedKinds.has(kind)) return
    reportedKinds.add(kind)
    onError(new Error(`pub/sub messages of the kind "${kind}" are skipped: ${parsed.error.message}`))
  }

  return (text: string): void => {
    try {
      for (const message of packet.parse(JSON.parse(text))) read(message)
    } catch (error) {
      onError(error as Error)
    }
  }
}
