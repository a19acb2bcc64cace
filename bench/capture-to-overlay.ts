/**
 * Measures what a tip costs and how long it takes from the capture's webhook to the alert on an open overlay: at one tip in 10 ms, and in a
 * burst. The baseline is a skeleton: the least code with the same promises (`bench/skeleton/pipeline.full.ts` tests them). Both wait for
 * the disk at each commit, and each has a Redis of its own that appends to a file, as `docker-compose.yml` has it.
 */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { buildCreator, buildGoal, buildOrders } from '../db/builders.fixture.ts'
import type { Db } from '../db/connection.ts'
import { createTestDb } from '../db/database.fixture.ts'
import type { TestDb } from '../db/database.fixture.ts'
import { findTestPort } from '../db/test-port.fixture.ts'
import { startRedisServer } from '../e2e/redis-server.ts'
import { openSigner } from '../sandbox/paypal/webhook-signer.fixture.ts'
import type { SignedEvent } from '../sandbox/paypal/webhook-signer.fixture.ts'
import { onCleanup, track } from './cleanup.ts'
import { costOf, openCpuTimes } from './cpu-times.ts'
import type { CpuTimes } from './cpu-times.ts'
import { secrets } from './environment.ts'
import { describePostgres } from './machine.ts'
import { startNode } from './processes.ts'
import { compare, percentile } from './rounds.ts'
import type { Contestant, Figures } from './rounds.ts'
import { createSkeletonTables, insertRooms, insertSkeletonOrders } from './skeleton/tables.ts'

const creators = 20
const paced = { count: 200, everyMs: 10 }
const burst = { count: 2000, inParallel: 64 }
/** What follows an alert ends within this time: notifications, and limits that paid orders are taken out of. */
const settleMs = 500
const merchantId = 'BENCHMERCHANT'

export interface Pipeline {
  /** Opens orders for this many captures more; returns their webhooks. */
  openOrders(numbers: readonly number[]): Promise<SignedEvent[]>
  /** The port to which webhooks are sent. */
  port: number
  /** Overlays that receive `alert` with the number of the capture as its name. */
  sockets: readonly Socket[]
  cpu: CpuTimes
}

/** Returns the product's ratios to the skeleton: times, tips per second, and processor time of a tip by process. */
export async function captureToOverlay() {
  const [skeletonDb, productDb] = [await createDurableDb(), await createDurableDb()]
  console.log(`  ${await describePostgres(productDb.db)}; Redis with appendonly`)
  const skeleton = contestant('skeleton', await startSkeleton(skeletonDb))
  const product = contestant('product', await startProduct(productDb))
  await skeleton.round()
  await product.round() // one unmeasured round of each contestant, as a warm-up
  await updateStatistics(skeletonDb, productDb)
  return compare(product, skeleton, { rounds: 5 })
}

/** Opens a database whose commits wait for the disk, as in production; those of other tests and benchmarks do not. */
export async function createDurableDb(): Promise<TestDb> {
  const test = track(await createTestDb())
  const { rows } = await sql<{ set: string }>`
    select format('alter database %I set synchronous_commit = on', current_database()) as set`.execute(
    test.owner,
  )
  await sql.raw(rows[0]!.set).execute(test.owner)
  return test
}

/** Updates statistics, as autovacuum does in production. Otherwise Postgres would keep plans that it made for empty tables. */
export async function updateStatistics(...databases: { owner: Db }[]): Promise<void> {
  for (const { owner } of databases) await sql`analyze`.execute(owner)
}

/** Captures a paced series of tips and then a burst in each round, and measures when their alerts arrive and what they cost. */
export function contestant(name: string, pipeline: Pipeline): Contestant {
  const shownAt = new Map<number, number>()
  let onNextShown: (() => void) | undefined
  let next = 0
  for (const socket of pipeline.sockets)
    socket.on('alert', (alert: { name: string }) => {
      shownAt.set(Number(alert.name), performance.now())
      onNextShown?.()
    })

  async function waitUntilShown(from: number, to: number): Promise<void> {
    const isDone = () =>
      shownAt.has(to - 1) &&
      Array.from({ length: to - from }, (_, i) => from + i).every((n) => shownAt.has(n))
    while (!isDone()) await new Promise<void>((resolve) => (onNextShown = resolve))
  }

  /** Runs `send` with new webhooks until their alerts have arrived; returns its figures and the processor time of a tip. */
  async function measure(count: number, send: (events: SignedEvent[], from: number) => Promise<Figures>) {
    const [from, to] = [next, (next += count)]
    const events = await pipeline.openOrders(Array.from({ length: count }, (_, i) => from + i))
    renewAgent()
    const before = await pipeline.cpu.read()
    const figures = await send(events, from)
    await waitUntilShown(from, to)
    await sleep(settleMs)
    return { ...figures, ...costOf(before, await pipeline.cpu.read(), count) }
  }

  async function sendPaced(events: SignedEvent[], from: number): Promise<Figures> {
    const sentAt: number[] = []
    for (const event of events) {
      sentAt.push(performance.now())
      void post(pipeline.port, event)
      await sleep(paced.everyMs)
    }
    await waitUntilShown(from, from + events.length)
    const latencies = sentAt.map((at, i) => shownAt.get(from + i)! - at)
    return { 'p50 ms': percentile(latencies, 50), 'p99 ms': percentile(latencies, 99) }
  }

  async function sendBurst(events: SignedEvent[], from: number): Promise<Figures> {
    const startedAt = performance.now()
    const left = events.values()
    async function sendRest(): Promise<void> {
      for (const event of left) await post(pipeline.port, event)
    }
    await Promise.all(Array.from({ length: burst.inParallel }, sendRest))
    await waitUntilShown(from, from + events.length)
    return { 'tips/s': (events.length / (performance.now() - startedAt)) * 1000 }
  }

  return {
    name,
    async round() {
      return {
        ...named('paced', await measure(paced.count, sendPaced)),
        ...named('burst', await measure(burst.count, sendBurst)),
      }
    },
  }
}

function named(phase: string, figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${phase}: ${name}`, value]))
}

async function startRedis() {
  return track(await startRedisServer(['--appendonly', 'yes']))
}

async function openTrustedSigner() {
  const signer = await openSigner()
  onCleanup(async () => signer.close())
  return signer
}

async function startSkeleton({ owner, ownerUrl }: TestDb): Promise<Pipeline> {
  const rooms = Array.from({ length: creators }, () => randomUUID())
  await createSkeletonTables(owner)
  await insertRooms(owner, rooms)
  const [redis, signer, port] = [await startRedis(), await openTrustedSigner(), await findTestPort()]
  const env = { ...signer.env, DATABASE_URL: ownerUrl, REDIS_URL: redis.url, PORT: String(port) }
  const start = (file: string) => startNode(['--import', 'tsx', `bench/skeleton/${file}`], env, /listening/)
  const [server, worker] = [await start('pipeline-server.ts'), await start('pipeline-worker.ts')]
  return {
    async openOrders(numbers) {
      const orders = numbers.map((n) => ({ id: randomUUID(), room: rooms[n % creators]!, name: String(n) }))
      await insertSkeletonOrders(owner, orders)
      return orders.map(({ id }) => signer.captureEvent({ providerOrderId: id, merchantId, amount: '5.00' }))
    },
    port,
    sockets: await connectAll(port, rooms),
    cpu: openCpuTimes({ server, worker, owner, redis: redis.client }),
  }
}

interface ProductOptions {
  /** Called for each of the creators that tips are for, before the programs start. */
  prepare?: (db: Db, creatorUid: string) => Promise<void>
}

/** Starts the product's programs, with an open overlay for each creator. */
export async function startProduct(
  { db, owner, url }: TestDb,
  { prepare }: ProductOptions = {},
): Promise<Pipeline> {
  const payees = await Promise.all(
    Array.from({ length: creators }, async () => {
      const { uid } = await buildCreator(db)
      const { goalId } = await buildGoal(db, uid, { amountMinor: 1_000_000_000, amountReceivedMinor: 0 })
      await prepare?.(db, uid)
      return { uid, goalId }
    }),
  )
  const [redis, signer, port] = [await startRedis(), await openTrustedSigner(), await findTestPort()]
  const own = { ...signer.env, ...secrets, LOG_LEVEL: 'info' }
  const env = { ...own, DATABASE_URL: url, REDIS_URL: redis.url, PORT: String(port) }
  const server = await startNode(['dist/node/server.js'], env, /server listens/)
  const worker = await startNode(['dist/node/workers.js'], env, /workers run/)
  return {
    async openOrders(numbers) {
      const opened = payees.map(({ uid, goalId }, payee) => {
        const names = numbers.filter((n) => n % creators === payee).map(String)
        return buildOrders(
          db,
          uid,
          names.map((supporterName) => ({ supporterName, goalId, payeeId: merchantId })),
        )
      })
      const orders = (await Promise.all(opened)).flat()
      const inOrder = orders.toSorted((a, b) => Number(a.supporterName) - Number(b.supporterName))
      return inOrder.map(({ providerOrderId }) =>
        signer.captureEvent({ providerOrderId: providerOrderId!, merchantId, amount: '5.00' }),
      )
    },
    port,
    sockets: await connectAll(
      port,
      payees.map(({ uid }) => uid),
    ),
    cpu: openCpuTimes({ server, worker, owner, redis: redis.client }),
  }
}

async function connectAll(port: number, creatorUids: readonly string[]): Promise<Socket[]> {
  const sockets = creatorUids.map((userUID) =>
    io(`http://127.0.0.1:${port}/alerts`, { auth: { userUID }, transports: ['websocket'] }),
  )
  onCleanup(async () => sockets.forEach((socket) => socket.close()))
  await Promise.all(
    sockets.map((socket) => new Promise<void>((resolve) => socket.once('ready', () => resolve()))),
  )
  return sockets
}

let agent = openAgent()

function openAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 128 })
}

/** Opens new connections from now on: a server closes those that were idle for five seconds, also as the next request is sent. */
function renewAgent(): void {
  agent.destroy()
  agent = openAgent()
}

const path = '/api/v1/paypal/webhook'

function post(port: number, { headers, body }: SignedEvent): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { agent, port, host: '127.0.0.1', path, method: 'POST' }
    const req = request({ ...options, headers }, (res) => {
      res.resume()
      res.on('end', () =>
        res.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${res.statusCode}`)),
      )
    })
    req.on('error', reject)
    req.end(body)
  })
}
