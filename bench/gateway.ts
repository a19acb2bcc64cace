/**
 * Measures the delivery of alerts from pub/sub to overlays, and the cost of a connection: the product's server against bare
 * Socket.IO.
 */
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { PubSubMessage } from '../contract/events.ts'
import type { Db } from '../db/connection.ts'
import { createTestDb } from '../db/database.fixture.ts'
import { findTestPort } from '../db/test-port.fixture.ts'
import { onCleanup, track } from './cleanup.ts'
import { redisUrl, secrets } from './environment.ts'
import { cpuSecondsOf } from './noise.ts'
import { openOverlays } from './overlays.ts'
import type { Overlays } from './overlays.ts'
import { endProcess, residentKb, startNode } from './processes.ts'
import { compare } from './rounds.ts'
import type { Contestant, Figures } from './rounds.ts'
import { buildCreators, storeAlertEach } from './stored-alerts.ts'

/** The first `oneRoom` overlays share a room; the next `roomsOfOne` have a room each and receive alerts; the others stay idle. */
const counts = { overlays: 10_000, oneRoom: 1_000, roomsOfOne: 5_000 }
/** How many alerts each room with a single overlay receives. */
const waves = 4
/** How many alerts the room of 1,000 overlays receives, and in how many batches. */
const largeRoom = { batches: 20, alertsPerBatch: 10 }
const warmUp = { overlays: 200, alerts: 5 }
/** How many file descriptors the process needs besides those of overlays. */
const otherFiles = 500
const settleMs = 1500

type Gateway = ReturnType<typeof openProduct | typeof openSkeleton>

interface Audience {
  db: Db
  /** For each overlay, the uid of the creator whose alerts it shows. */
  creatorUids: string[]
}

/** Returns the product's ratios to the skeleton in deliveries, connections and memory. Each round starts a new server process. */
export async function gateway() {
  const test = track(await createTestDb())
  const overlays = Math.min(counts.overlays, maxOpenFiles() - otherFiles)
  const uids = await buildCreators(test.owner, overlays - counts.oneRoom + 1)
  const creatorUids = Array.from(
    { length: overlays },
    (_, overlay) => uids[Math.max(overlay - counts.oneRoom + 1, 0)]!,
  )
  const audience = { db: test.db, creatorUids }
  const [product, skeleton] = [openProduct(test.url), openSkeleton()]
  onCleanup(() => Promise.all([product.publisher.close(), skeleton.publisher.close()]))
  return compare(contestant(product, audience), contestant(skeleton, audience))
}

function openProduct(databaseUrl: string) {
  // Each overlay sends its own IP address, so the server must trust the proxy header.
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, ...secrets, TRUST_PROXY: 'loopback' }
  const publisher = openPublisher('brimful_pubsub')
  return { name: 'product', args: ['dist/node/server.js'], env, ready: /server listens/, publisher }
}

function openSkeleton() {
  const args = ['--import', 'tsx', 'bench/skeleton/gateway-server.ts']
  const publisher = openPublisher('bench_pubsub')
  return { name: 'skeleton', args, env: { REDIS_URL: redisUrl }, ready: /listening/, publisher }
}

/**
 * Publishes as the product does, but waits for Redis as long as it takes: this process sends thousands of messages at once and plays all
 * overlays, so it would reach the product's limit of 250 ms and send messages once more through Postgres.
 */
function openPublisher(channel: string) {
  const redis = new Redis(redisUrl)
  return {
    publish: (message: PubSubMessage) => redis.publish(channel, JSON.stringify([message])),
    close: async () => redis.disconnect(),
  }
}

function contestant(own: Gateway, { db, creatorUids }: Audience): Contestant {
  return {
    name: own.name,
    async round() {
      const port = await findTestPort()
      const server = await startNode(
        [...gcOnSignal, ...own.args],
        { ...own.env, PORT: String(port) },
        own.ready,
      )
      await warm(own, port, { db, creatorUids })
      const overlays = openOverlays(port, creatorUids)
      const connecting = await connectAll(server, overlays, creatorUids.length)

      const sharing = creatorUids.slice(0, 1)
      const single = creatorUids.slice(counts.oneRoom, counts.oneRoom + counts.roomsOfOne)
      const delivery = openDelivery(own.publisher, server, overlays)
      for (let wave = 0; wave < waves; wave++) await delivery.toRoomsOfOne(await storeAlertEach(db, single))
      for (let batch = 0; batch < largeRoom.batches; batch++) {
        const messages = []
        for (let n = 0; n < largeRoom.alertsPerBatch; n++)
          messages.push(...(await storeAlertEach(db, sharing)))
        await delivery.toLargeRoom(messages)
      }
      checkCounts(overlays, creatorUids.length)
      await overlays.close()
      await endProcess(server)
      return { ...connecting, ...delivery.figures() }
    },
  }
}

/** Returns functions that publish messages and measure the time from the first publish to the last arrival. */
function openDelivery(publisher: Gateway['publisher'], server: ChildProcess, overlays: Overlays) {
  let expected = 0
  const roomsOfOne = { received: 0, ms: 0, cpu: 0 }
  const room = { received: 0, ms: 0, cpu: 0 }

  async function deliver(sum: typeof room, messages: PubSubMessage[], listeners: number): Promise<void> {
    const cpu = cpuSecondsOf(server.pid!)
    const startedAt = performance.now()
    const early = overlays.received() // the server polls for missed alerts, so it may have delivered some before they were published
    expected += messages.length * listeners
    await Promise.all(messages.map((message) => publisher.publish(message)))
    await overlays.waitFor(expected)
    sum.ms += performance.now() - startedAt
    sum.received += expected - early
    sum.cpu += cpuSecondsOf(server.pid!) - cpu
  }

  return {
    toRoomsOfOne: (messages: PubSubMessage[]) => deliver(roomsOfOne, messages, 1),
    toLargeRoom: (messages: PubSubMessage[]) => deliver(room, messages, counts.oneRoom),
    figures: (): Figures => ({
      'rooms of 1: alerts/s': (roomsOfOne.received / roomsOfOne.ms) * 1000,
      'room of 1,000: alerts/s': (room.received / room.ms) * 1000,
      'rooms of 1: alerts/server CPU s': roomsOfOne.received / roomsOfOne.cpu,
      'room of 1,000: alerts/server CPU s': room.received / room.cpu,
    }),
  }
}

/** Delivers a few alerts before the measurement, so that the server has compiled the code that is measured. */
async function warm(own: Gateway, port: number, { db, creatorUids }: Audience): Promise<void> {
  const some = creatorUids.slice(counts.oneRoom, counts.oneRoom + warmUp.overlays)
  const overlays = openOverlays(port, some)
  await overlays.connect()
  for (let n = 1; n <= warmUp.alerts; n++) {
    const messages = await storeAlertEach(db, some)
    await Promise.all(messages.map((message) => own.publisher.publish(message)))
    await overlays.waitFor(n * some.length)
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

/** Makes Node collect garbage on SIGUSR2, so that only memory that is really in use is measured. */
const gcOnSignal = [
  '--expose-gc',
  '--import',
  `data:text/javascript,process.on('SIGUSR2',()=>{globalThis.gc();globalThis.gc()})`,
]

async function settledKb(server: ChildProcess): Promise<number> {
  server.kill('SIGUSR2')
  await sleep(settleMs)
  return residentKb(server.pid!)
}

/** Throws unless each overlay has received every alert of its room exactly once. */
function checkCounts(overlays: Overlays, count: number): void {
  for (let overlay = 0; overlay < count; overlay++) {
    const received = overlays.countOf(overlay)
    const expected = expectedAlerts(overlay)
    if (received !== expected)
      throw new Error(`overlay ${overlay} received ${received} alerts instead of ${expected}`)
  }
}

function expectedAlerts(overlay: number): number {
  if (overlay < counts.oneRoom) return largeRoom.batches * largeRoom.alertsPerBatch
  return overlay < counts.oneRoom + counts.roomsOfOne ? waves : 0
}

/**
 * Returns how many files a process may open. Outside Linux, where this is not known, returns a number that is enough for a trial.
 */
function maxOpenFiles(): number {
  try {
    return Number(/^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
  } catch {
    return 4_000
  }
}
