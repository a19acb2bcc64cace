/** Measures how fast the feed sends events to creators' tools: the product's server against bare `ws`. */
import { WebSocket } from 'ws'
import { apiBase } from '../contract/calls.ts'
import { feedPath } from '../contract/tools/tool-feed.ts'
import type { Db } from '../db/connection.ts'
import { createTestDb } from '../db/database.fixture.ts'
import { openPubSub } from '../db/pubsub.ts'
import type { PubSub } from '../db/pubsub.ts'
import { plantApiToken } from '../domain/tools/api-token.fixture.ts'
import { findTestPort } from '../db/test-port.fixture.ts'
import { onCleanup, track } from './cleanup.ts'
import { redisUrl, secrets } from './environment.ts'
import { endProcess, startNode } from './processes.ts'
import { compare } from './rounds.ts'
import type { Contestant } from './rounds.ts'
import { buildCreators, storeAlertEach } from './stored-alerts.ts'

/** A creator with this many tools; a token may open twenty feeds. */
const feeds = 400
const feedsOfToken = 20
const batches = 20
const eventsPerBatch = 20
const timeoutMs = 60_000

interface Server {
  name: string
  args: string[]
  env: Record<string, string>
  ready: RegExp
  pubsub: PubSub
  /** What each feed sends as its token. */
  tokens: string[]
}

/** Returns the product's ratio to the skeleton in events that reach tools per second. Each round starts a new server process. */
export async function feed() {
  const test = track(await createTestDb())
  const [creatorUid] = await buildCreators(test.owner, 1)
  const tokens: string[] = []
  for (let i = 0; i < feeds / feedsOfToken; i++)
    tokens.push((await plantApiToken(test.db, creatorUid!, ['tips:read'])).token)
  const product: Server = {
    name: 'product',
    args: ['dist/node/server.js'],
    env: { DATABASE_URL: test.url, REDIS_URL: redisUrl, ...secrets, TRUST_PROXY: 'loopback' },
    ready: /server listens/,
    pubsub: openPubSub({ databaseUrl: test.url, redisUrl, onError: console.error }),
    tokens,
  }
  const skeleton: Server = {
    name: 'skeleton',
    args: ['--import', 'tsx', 'bench/skeleton/feed-server.ts'],
    env: { REDIS_URL: redisUrl },
    ready: /listening/,
    pubsub: openPubSub({ databaseUrl: '', redisUrl, prefix: 'bench', onError: console.error }),
    tokens: [creatorUid!],
  }
  onCleanup(() => Promise.all([product.pubsub.close(), skeleton.pubsub.close()]))
  return compare(contestant(product, test.db, creatorUid!), contestant(skeleton, test.db, creatorUid!))
}

function contestant(own: Server, db: Db, creatorUid: string): Contestant {
  return {
    name: own.name,
    async round() {
      const port = await findTestPort()
      const server = await startNode(own.args, { ...own.env, PORT: String(port) }, own.ready)
      const tools = await openTools(port, own.tokens)
      await send(1) // so that the server has compiled the code that is measured
      let ms = 0
      for (let batch = 0; batch < batches; batch++) ms += await send(eventsPerBatch)
      tools.close()
      await endProcess(server)
      return { 'events/s': (batches * eventsPerBatch * feeds * 1000) / ms }

      async function send(count: number): Promise<number> {
        const messages = []
        for (let i = 0; i < count; i++) messages.push(...(await storeAlertEach(db, [creatorUid])))
        const startedAt = performance.now()
        const arrived = tools.receive(count * feeds)
        await Promise.all(messages.map((message) => own.pubsub.publish(message)))
        await arrived
        return performance.now() - startedAt
      }
    },
  }
}

/** Opens the feeds and counts what they receive. */
async function openTools(port: number, tokens: readonly string[]) {
  let received = 0
  let expected = 0
  let arrive: (() => void) | undefined
  const sockets = await Promise.all(
    Array.from({ length: feeds }, (_, i) => {
      const headers = {
        authorization: `Bearer ${tokens[i % tokens.length]}`,
        'x-forwarded-for': `10.0.0.${i % 250}`,
      }
      const socket = new WebSocket(`ws://127.0.0.1:${port}${apiBase}${feedPath}`, {
        headers,
        perMessageDeflate: false,
      })
      let isReady = false
      return new Promise<WebSocket>((resolve, reject) => {
        socket.on('message', () => {
          if (isReady) received += 1
          else resolve(socket)
          isReady = true
          if (received >= expected) arrive?.()
        })
        socket.on('error', reject)
      })
    }),
  )
  return {
    /** Resolves when so many more events have arrived. */
    receive(count: number): Promise<void> {
      expected += count
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${received} of ${expected} events came`)), timeoutMs)
        arrive = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
    close() {
      for (const socket of sockets) socket.terminate()
    },
  }
}
