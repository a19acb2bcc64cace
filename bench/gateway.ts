/** Alerts from pub/sub to overlays, and the overlays themselves: the product's server against bare Socket.IO. */
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PubSubMessage } from '../contract/events.ts'
import { openPubSub } from '../db/pubsub.ts'
import type { PubSub } from '../db/pubsub.ts'
import type { Db } from '../db/connection.ts'
import { createTestDb } from '../db/database.fixture.ts'
import { overlaysOf } from './overlays.ts'
import type { Overlays } from './overlays.ts'
import { findTestPort } from '../scripts/ports.ts'
import { childPids, endChildren, endNode, residentKb, startNode } from './processes.ts'
import { cpuSecondsOf } from './noise.ts'
import { compare } from './rounds.ts'
import type { Contestant, Figures } from './rounds.ts'
import { buildCreators, storeAlertEach } from './stored-alerts.ts'

/** Of all overlays, the first share one room and the rest have one each; some of these get an alert a wave. */
const counts = { overlays: 10_000, oneRoom: 1_000, roomsOfOne: 5_000 }
const waves = 4
const crowd = { chunks: 20, alerts: 10 }
const warmUp = { overlays: 200, messages: 5 }
/** Files that a process needs for other things than overlays. */
const otherFiles = 500
const settleMs = 1500
const redisUrl = `${process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'}/9`
const secret = '0'.repeat(64)

interface Gateway {
  name: string
  args: string[]
  env: Record<string, string>
  ready: RegExp
  pubsub: PubSub
}

interface Audience {
  db: Db
  /** Whose alerts each overlay shows. */
  creatorUids: string[]
}

/** Prints and returns the ratios of deliveries, connects and memory. Each round has a server process of its own. */
export async function gateway() {
  await using test = await createTestDb()
  const overlays = Math.min(counts.overlays, mostFiles() - otherFiles)
  const uids = await buildCreators(test.db, overlays - counts.oneRoom + 1)
  const creatorUids = Array.from(
    { length: overlays },
    (_, overlay) => uids[Math.max(overlay - counts.oneRoom + 1, 0)]!,
  )
  const audience = { db: test.db, creatorUids }
  const [product, skeleton] = [openProduct(test.url), openSkeleton()]
  try {
    return await compare(contestant(product, audience), contestant(skeleton, audience), childPids)
  } finally {
    await Promise.all([product.pubsub.close(), skeleton.pubsub.close(), endChildren()])
  }
}

function openProduct(databaseUrl: string): Gateway {
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    SESSION_SECRET: secret,
    SECRETS_KEY: secret,
    TRUST_PROXY: 'loopback', // each overlay says an address of its own
  }
  const pubsub = openPubSub({ databaseUrl, redisUrl, onError: console.error })
  return { name: 'product', args: ['dist/node/server.js'], env, ready: /server listens/, pubsub }
}

function openSkeleton(): Gateway {
  const args = ['--import', 'tsx', 'bench/skeleton/gateway-server.ts']
  const pubsub = openPubSub({ databaseUrl: '', redisUrl, prefix: 'bench', onError: console.error })
  return { name: 'skeleton', args, env: { REDIS_URL: redisUrl }, ready: /listening/, pubsub }
}

function contestant(own: Gateway, { db, creatorUids }: Audience): Contestant {
  return {
    name: own.name,
    async round() {
      const port = await findTestPort()
      const server = await startNode(
        [...collecting, ...own.args],
        { ...own.env, PORT: String(port) },
        own.ready,
      )
      await warm(own, port, { db, creatorUids })
      const overlays = overlaysOf(port, creatorUids)
      const come = await connectAll(server, overlays, creatorUids.length)

      const crowded = creatorUids.slice(0, 1)
      const alone = creatorUids.slice(counts.oneRoom, counts.oneRoom + counts.roomsOfOne)
      const deliver = openDelivery(own.pubsub, server, overlays)
      for (let wave = 0; wave < waves; wave++) await deliver.alone(await storeAlertEach(db, alone), 1)
      for (let chunk = 0; chunk < crowd.chunks; chunk++) {
        const messages = []
        for (let n = 0; n < crowd.alerts; n++) messages.push(...(await storeAlertEach(db, crowded)))
        await deliver.crowd(messages, counts.oneRoom)
      }
      checkCounts(overlays, creatorUids.length)
      await overlays.close()
      await endNode(server)
      return { ...come, ...deliver.figures() }
    },
  }
}

/** Messages that each reach `listeners` overlays, timed from the first message to the last arrival. */
function openDelivery(pubsub: PubSub, server: ChildProcess, overlays: Overlays) {
  let due = 0
  const sums = { alone: { got: 0, ms: 0, cpu: 0 }, crowd: { got: 0, ms: 0, cpu: 0 } }

  async function time(
    sum: (typeof sums)['alone'],
    messages: PubSubMessage[],
    listeners: number,
  ): Promise<void> {
    const cpu = cpuSecondsOf(server.pid!)
    const startedAt = performance.now()
    const early = overlays.received() // the server polls for lost messages by itself
    due += messages.length * listeners
    await Promise.all(messages.map((message) => pubsub.publish(message)))
    await overlays.reaches(due)
    sum.ms += performance.now() - startedAt
    sum.got += due - early
    sum.cpu += cpuSecondsOf(server.pid!) - cpu
  }

  return {
    alone: (messages: PubSubMessage[], listeners: number) => time(sums.alone, messages, listeners),
    crowd: (messages: PubSubMessage[], listeners: number) => time(sums.crowd, messages, listeners),
    figures: (): Figures => ({
      'rooms of 1: alerts/s': (sums.alone.got / sums.alone.ms) * 1000,
      'room of 1,000: alerts/s': (sums.crowd.got / sums.crowd.ms) * 1000,
      'rooms of 1: alerts/server CPU s': sums.alone.got / sums.alone.cpu,
      'room of 1,000: alerts/server CPU s': sums.crowd.got / sums.crowd.cpu,
    }),
  }
}

/** A server that has not compiled its paths yet says nothing about any of this. */
async function warm(own: Gateway, port: number, { db, creatorUids }: Audience): Promise<void> {
  const some = creatorUids.slice(counts.oneRoom, counts.oneRoom + warmUp.overlays)
  const overlays = overlaysOf(port, some)
  await overlays.connect()
  for (let n = 1; n <= warmUp.messages; n++) {
    const messages = await storeAlertEach(db, some)
    await Promise.all(messages.map((message) => own.pubsub.publish(message)))
    await overlays.reaches(n * some.length)
  }
  await overlays.close()
}

async function connectAll(server: ChildProcess, overlays: Overlays, count: number): Promise<Figures> {
  const before = await settledKb(server)
  const startedAt = performance.now()
  await overlays.connect()
  const perSecond = (count / (performance.now() - startedAt)) * 1000
  const after = await settledKb(server)
  return { 'overlays connecting/s': perSecond, 'KB per idle overlay': (after - before) / count }
}

/** Has Node collect its garbage when asked by a signal, so that memory is what is in use. */
const collecting = [
  '--expose-gc',
  '--import',
  `data:text/javascript,process.on('SIGUSR2',()=>{globalThis.gc();globalThis.gc()})`,
]

async function settledKb(server: ChildProcess): Promise<number> {
  server.kill('SIGUSR2')
  await sleep(settleMs)
  return residentKb(server.pid!)
}

/** Each overlay got each alert of its room, and none twice. */
function checkCounts(overlays: Overlays, count: number): void {
  for (let overlay = 0; overlay < count; overlay++) {
    const isAlone = overlay < counts.oneRoom + counts.roomsOfOne
    const wanted = overlay < counts.oneRoom ? crowd.chunks * crowd.alerts : isAlone ? waves : 0
    const got = overlays.countOf(overlay)
    if (got !== wanted) throw new Error(`overlay ${overlay} got ${got} alerts instead of ${wanted}`)
  }
}

/** How many files a process may have open (Linux only; elsewhere what macOS gives is enough for a try). */
function mostFiles(): number {
  try {
    return Number(/^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
  } catch {
    return 4_000
  }
}
