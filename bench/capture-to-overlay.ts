/**
 * Measures the time from a capture webhook to the alert on an open overlay. The baseline is a skeleton: the least code that does
 * the same.
 */
import { Agent, request } from 'node:http'
import { sql } from 'kysely'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { buildCreator, buildGoal, buildOrder } from '../db/builders.fixture.ts'
import { openDb } from '../db/connection.ts'
import type { Db } from '../db/connection.ts'
import { createTestDb } from '../db/database.fixture.ts'
import { openSigner } from '../sandbox/paypal/webhook-signer.fixture.ts'
import { findTestPort } from '../db/test-port.fixture.ts'
import { onCleanup, track } from './cleanup.ts'
import { redisUrl, secrets } from './environment.ts'
import { startNode } from './processes.ts'
import { compare, percentile } from './rounds.ts'
import type { Contestant, Figures } from './rounds.ts'

const creators = 20
const paced = { count: 200, everyMs: 10 }
const burst = { count: 2000, inParallel: 64 }

export interface Pipeline {
  /** Sends the webhook of capture number `n`; resolves once the server has responded. */
  capture(n: number): Promise<void>
  /** Registers a listener for the numbers of the captures whose alerts an overlay receives. */
  onShown(shown: (n: number) => void): void
}

/** Returns the product's ratios to the skeleton: p50 and p99 of the time, and tips per second. */
export async function captureToOverlay() {
  const skeletonDb = track(await createTestDb())
  const productDb = track(await createTestDb())
  const skeleton = contestant('skeleton', await startSkeleton(skeletonDb.ownerUrl))
  const product = contestant('product', await startProduct(productDb.url))
  await skeleton.round()
  await product.round() // one unmeasured round of each contestant, as a warm-up
  await updateStatistics(skeletonDb, productDb)
  const ratios = await compare(product, skeleton)
  return { 'p50 ms': ratios['p50 ms'], 'p99 ms': ratios['p99 ms'], 'tips/s': ratios['tips/s'] }
}

/** Updates statistics, as autovacuum does in production. Otherwise Postgres would keep plans that it made for empty tables. */
export async function updateStatistics(...databases: { owner: Db }[]): Promise<void> {
  for (const { owner } of databases) await sql`analyze`.execute(owner)
}

/** Captures a paced series of tips and then a burst in each round, and measures when their alerts arrive. */
export function contestant(name: string, pipeline: Pipeline): Contestant {
  const shownAt = new Map<number, number>()
  let onNextShown: (() => void) | undefined
  let next = 0
  pipeline.onShown((n) => {
    shownAt.set(n, performance.now())
    onNextShown?.()
  })

  async function waitUntilShown(from: number, to: number): Promise<void> {
    const isDone = () =>
      shownAt.has(to - 1) &&
      Array.from({ length: to - from }, (_, i) => from + i).every((n) => shownAt.has(n))
    while (!isDone()) await new Promise<void>((resolve) => (onNextShown = resolve))
  }

  return {
    name,
    async round(): Promise<Figures> {
      const latencies = await pacedRound()
      const perSecond = await burstRound()
      return { 'p50 ms': percentile(latencies, 50), 'p99 ms': percentile(latencies, 99), 'tips/s': perSecond }
    },
  }

  async function pacedRound(): Promise<number[]> {
    const [from, to] = [next, (next += paced.count)]
    const sentAt = new Map<number, number>()
    for (let n = from; n < to; n++) {
      sentAt.set(n, performance.now())
      void pipeline.capture(n)
      await new Promise((resolve) => setTimeout(resolve, paced.everyMs))
    }
    await waitUntilShown(from, to)
    return [...sentAt].map(([n, at]) => shownAt.get(n)! - at)
  }

  async function burstRound(): Promise<number> {
    const [from, to] = [next, (next += burst.count)]
    const startedAt = performance.now()
    let n = from
    await Promise.all(
      Array.from({ length: burst.inParallel }, async () => {
        while (n < to) await pipeline.capture(n++)
      }),
    )
    await waitUntilShown(from, to)
    return (burst.count / (performance.now() - startedAt)) * 1000
  }
}

async function startSkeleton(databaseUrl: string): Promise<Pipeline> {
  const db = openDb(databaseUrl, { poolSize: 1 })
  await sql`create table skeleton_tip (id bigint generated always as identity, room text, name text, amount int)`.execute(
    db,
  )
  await sql`create table skeleton_goal (room text primary key, received bigint default 0)`.execute(db)
  const rooms = Array.from({ length: creators }, (_, i) => `room-${i}`)
  for (const room of rooms) await sql`insert into skeleton_goal (room) values (${room})`.execute(db)
  await db.destroy()
  const port = await findTestPort()
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, PORT: String(port) }
  await startNode(['--import', 'tsx', 'bench/skeleton/pipeline-server.ts'], env, /listening/)
  await startNode(['--import', 'tsx', 'bench/skeleton/pipeline-worker.ts'], env, /listening/)
  const sockets = await connectAll(
    `http://127.0.0.1:${port}`,
    rooms.map((room) => ({ room })),
  )
  return {
    capture: (n) =>
      post(port, '/capture', {}, JSON.stringify({ name: String(n), room: rooms[n % creators] })),
    onShown: (shown) => onAlert(sockets, shown),
  }
}

interface ProductOptions {
  redis?: string
  /** The number of rounds that have orders. */
  rounds?: number
  /** Called for each of the creators that tips are for, before the programs start. */
  prepare?: (db: Db, creatorUid: string) => Promise<void>
}

/** Starts the product's programs with orders that can be captured, and an open overlay for each creator. */
export async function startProduct(
  databaseUrl: string,
  { redis = redisUrl, rounds = 12, prepare }: ProductOptions = {},
): Promise<Pipeline> {
  const signer = await openSigner()
  onCleanup(async () => signer.close())
  const db = openDb(databaseUrl, { poolSize: 4 })
  const payees = await Promise.all(
    Array.from({ length: creators }, async () => {
      const creator = await buildCreator(db)
      const goal = await buildGoal(db, creator.uid, { amountMinor: 1_000_000_000, amountReceivedMinor: 0 })
      await prepare?.(db, creator.uid)
      return { creator, goal }
    }),
  )
  const port = await findTestPort()
  const env = {
    ...signer.env,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis,
    PORT: String(port),
    ...secrets,
    LOG_LEVEL: 'info',
  }
  await startNode(['dist/node/server.js'], env, /server listens/)
  await startNode(['dist/node/workers.js'], env, /workers run/)
  const sockets = await connectAll(
    `http://127.0.0.1:${port}/alerts`,
    payees.map(({ creator }) => ({ userUID: creator.uid })),
  )

  const signed: ReturnType<typeof signer.captureEvent>[] = []
  async function createOrders(count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const { creator, goal } = payees[n % creators]!
      const order = { supporterName: String(n), goaluuid: goal.goalId, payeeId: 'BENCHMERCHANT' }
      const { providerOrderId } = await buildOrder(db, creator.uid, order)
      signed.push(
        signer.captureEvent({
          providerOrderId: providerOrderId!,
          merchantId: 'BENCHMERCHANT',
          amount: '5.00',
        }),
      )
    }
  }
  // All orders are created before the first measured round, because creating them is not measured.
  await createOrders((paced.count + burst.count) * rounds)
  await db.destroy()
  return {
    capture: (n) => post(port, '/api/v1/paypal/webhook', signed[n]!.headers, signed[n]!.body),
    onShown: (shown) => onAlert(sockets, shown),
  }
}

async function connectAll(url: string, auths: object[]): Promise<Socket[]> {
  const sockets = auths.map((auth) => io(url, { auth, transports: ['websocket'] }))
  onCleanup(async () => sockets.forEach((socket) => socket.close()))
  await Promise.all(
    sockets.map((socket) => new Promise<void>((resolve) => socket.once('connect', () => resolve()))),
  )
  return sockets
}

function onAlert(sockets: Socket[], shown: (n: number) => void): void {
  for (const socket of sockets) socket.on('alert', ({ name }) => shown(Number(name)))
}

const agent = new Agent({ keepAlive: true, maxSockets: 128 })

function post(port: number, path: string, headers: Record<string, string>, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { agent, port, host: '127.0.0.1', path, method: 'POST' }
    const req = request(
      { ...options, headers: { 'content-type': 'application/json', ...headers } },
      (res) => {
        res.resume()
        res.on('end', () =>
          res.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${res.statusCode}`)),
        )
      },
    )
    req.on('error', reject)
    req.end(body)
  })
}
