/** The bell: tells other processes that something is worth reading. It may be lost; nothing is owed to it. */
import { Redis } from 'ioredis'
import pg from 'pg'
import { bellMessages } from '../contract/events.ts'
import type { BellMessage } from '../contract/events.ts'

export interface BellSource {
  databaseUrl: string
  redisUrl?: string | undefined
  prefix?: string | undefined
  onError: (error: Error) => void
}

export interface Bell {
  /** Tells them all; each has to fit into what NOTIFY takes, 8,000 bytes with its frame. */
  ring(...messages: BellMessage[]): Promise<void>
  /** `heard` gets every ring of every process, this one included; `missed` is called after a time of deafness. */
  listen(heard: (message: BellMessage) => void, missed?: () => void): Promise<void>
  close(): Promise<void>
}

/** Opens the bell of one process: Redis pub/sub, or LISTEN/NOTIFY without Redis. */
export function openBell(source: BellSource): Bell {
  const channel = `${source.prefix ?? 'brimful'}_bell`
  return source.redisUrl ? redisBell(source.redisUrl, channel, source) : postgresBell(channel, source)
}

function redisBell(url: string, channel: string, { onError }: BellSource): Bell {
  const publisher = new Redis(url, { maxRetriesPerRequest: 1, lazyConnect: true })
  publisher.on('error', onError)
  const subscribers: Redis[] = []
  return {
    async ring(...messages) {
      await publisher.publish(channel, JSON.stringify(messages))
    },
    async listen(heard, missed) {
      const subscriber = new Redis(url, { maxRetriesPerRequest: null })
      subscribers.push(subscriber)
      subscriber.on('error', onError)
      subscriber.on('message', (_, text) => hear(text, heard, onError))
      await subscriber.subscribe(channel)
      subscriber.on('ready', () => missed?.())
    },
    async close() {
      for (const redis of [publisher, ...subscribers]) redis.disconnect()
    },
  }
}

function postgresBell(channel: string, { databaseUrl, onError }: BellSource): Bell {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, application_name: 'brimful-bell' })
  pool.on('error', onError)
  const ears: { close(): Promise<void> }[] = []
  return {
    async ring(...messages) {
      await pool.query('select pg_notify($1, rung) from unnest($2::text[]) rung', [channel, packs(messages)])
    },
    async listen(heard, missed) {
      ears.push(await openEar(databaseUrl, channel, (text) => hear(text, heard, onError), missed, onError))
    },
    async close() {
      await Promise.all(ears.map((ear) => ear.close()))
      await pool.end()
    },
  }
}

const mostNotifyBytes = 7_990

/** As few texts as hold them all. */
function packs(messages: readonly BellMessage[]): string[] {
  const packed: string[] = []
  let pack: string[] = []
  let size = 2
  for (const message of messages.map((one) => JSON.stringify(one))) {
    const bytes = Buffer.byteLength(message) + 1
    if (pack.length > 0 && size + bytes > mostNotifyBytes) {
      packed.push(`[${pack.join(',')}]`)
      pack = []
      size = 2
    }
    pack.push(message)
    size += bytes
  }
  return pack.length === 0 ? packed : [...packed, `[${pack.join(',')}]`]
}

/** One listening connection that comes back by itself after Postgres was away. */
async function openEar(
  url: string,
  channel: string,
  heard: (text: string) => void,
  missed: (() => void) | undefined,
  onError: (error: Error) => void,
) {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'brimful-bell' })
    next.on('error', onError)
    next.on('end', reconnectSoon)
    next.on('notification', ({ payload }) => heard(payload ?? ''))
    client = next
    await next.connect()
    await next.query(`listen ${next.escapeIdentifier(channel)}`)
  }

  function reconnectSoon(): void {
    if (isClosed || retry) return
    retry = setTimeout(() => {
      retry = undefined
      connect().then(
        () => missed?.(),
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

function hear(text: string, heard: (message: BellMessage) => void, onError: (error: Error) => void): void {
  try {
    for (const message of bellMessages.parse(JSON.parse(text))) heard(message)
  } catch (error) {
    onError(error as Error)
  }
}
