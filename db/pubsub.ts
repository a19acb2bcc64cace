/** Pub/sub between our processes. A message can be lost: it only says what has changed, and Postgres holds the data. */
import { Redis } from 'ioredis'
import pg from 'pg'
import { pubSubMessages } from '../contract/events.ts'
import type { PubSubMessage } from '../contract/events.ts'

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

/** Opens pub/sub for one process: Redis if there is a `redisUrl`, otherwise Postgres LISTEN/NOTIFY. */
export function openPubSub(source: PubSubSource): PubSub {
  const channel = `${source.prefix ?? 'brimful'}_pubsub`
  return source.redisUrl
    ? openRedisPubSub(source.redisUrl, channel, source)
    : openPostgresPubSub(channel, source)
}

function openRedisPubSub(url: string, channel: string, { onError }: PubSubSource): PubSub {
  const publisher = new Redis(url, { maxRetriesPerRequest: 1, lazyConnect: true })
  publisher.on('error', onError)
  const subscribers: Redis[] = []
  return {
    async publish(...messages) {
      await publisher.publish(channel, JSON.stringify(messages))
    },
    async subscribe(onMessage, onReconnect) {
      const subscriber = new Redis(url, { maxRetriesPerRequest: null })
      subscribers.push(subscriber)
      subscriber.on('error', onError)
      subscriber.on('message', (_, text) => parseMessages(text, onMessage, onError))
      await subscriber.subscribe(channel)
      subscriber.on('ready', () => onReconnect?.())
    },
    async close() {
      for (const redis of [publisher, ...subscribers]) redis.disconnect()
    },
  }
}

function openPostgresPubSub(channel: string, { databaseUrl, onError }: PubSubSource): PubSub {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, application_name: 'brimful-pubsub' })
  pool.on('error', onError)
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
    })
    next.on('error', onError)
    next.on('end', reconnectSoon)
    next.on('notification', ({ payload }) => onText(payload ?? ''))
    client = next
    await next.connect()
    await next.query(`listen ${next.escapeIdentifier(channel)}`)
  }

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
