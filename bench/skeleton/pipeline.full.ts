/** Tests that the baseline of `bench/capture-to-overlay.ts` keeps the promises for which it is compared with the product. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Queue } from 'bullmq'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDb } from '../../db/database.fixture.ts'
import { openTcpProxy } from '../../db/tcp-proxy.fixture.ts'
import { findTestPort } from '../../db/test-port.fixture.ts'
import { openOverlay } from '../../e2e/failures/clients.ts'
import type { Overlay } from '../../e2e/failures/clients.ts'
import { testMessageLost, testNotRelayed, testOverlayGone } from '../../e2e/failures/kills.ts'
import type { Killable } from '../../e2e/failures/kills.ts'
import { openProgram } from '../../e2e/program.ts'
import { startRedisServer } from '../../e2e/redis-server.ts'
import { openSigner } from '../../sandbox/paypal/webhook-signer.fixture.ts'
import type { SignedEvent } from '../../sandbox/paypal/webhook-signer.fixture.ts'
import { createSkeletonTables, insertRooms, insertSkeletonOrders } from './tables.ts'

async function startSkeleton() {
  const own = await createTestDb()
  const [redis, signer, port] = [await startRedisServer(), await openSigner(), await findTestPort()]
  const url = `http://127.0.0.1:${port}`
  const proxies = {
    serverDb: await openTcpProxy(own.ownerUrl, 5432),
    workersRedis: await openTcpProxy(redis.url),
    overlay: await openTcpProxy(url),
  }
  const env = { ...signer.env, PATH: process.env.PATH ?? '', NODE_OPTIONS: '--import tsx' }
  const serverEnv = { ...env, DATABASE_URL: proxies.serverDb.url, REDIS_URL: redis.url, PORT: String(port) }
  const workersEnv = { ...env, DATABASE_URL: own.ownerUrl, REDIS_URL: proxies.workersRedis.url }
  const programs = {
    server: openProgram('bench/skeleton/pipeline-server.ts', serverEnv, /listening/),
    workers: openProgram('bench/skeleton/pipeline-worker.ts', workersEnv, /listening/),
  }
  const queue = new Queue('skeleton', { connection: redis.client })
  await createSkeletonTables(own.owner)
  return {
    ...programs,
    ...proxies,
    db: own.owner,
    signer,
    queue,
    url,
    post: ({ headers, body }: SignedEvent) =>
      fetch(`${url}/api/v1/paypal/webhook`, { method: 'POST', headers, body }).then(({ status }) => status),
    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(programs).map((program) => program.kill()))
      await Promise.all(Object.values(proxies).map((proxy) => proxy.close()))
      await queue.close()
      signer.close()
      await redis[Symbol.asyncDispose]()
      await own[Symbol.asyncDispose]()
    },
  }
}

type Skeleton = Awaited<ReturnType<typeof startSkeleton>>

let skeleton: Skeleton
let room: string
let overlay: Overlay
beforeAll(async () => {
  skeleton = await startSkeleton()
})
afterAll(() => skeleton[Symbol.asyncDispose]())
beforeEach(async () => {
  await Promise.all([skeleton.server.start(), skeleton.workers.start()])
  room = randomUUID()
  await insertRooms(skeleton.db, [room])
  overlay = openOverlay(skeleton.overlay.url, room)
  await overlay.isReady
})
afterEach(() => overlay.close())

/** Opens an order of 5.00 by a supporter, and signs the report that it is paid. */
async function sign(name: string, amount = '5.00'): Promise<SignedEvent> {
  const providerOrderId = randomUUID()
  await insertSkeletonOrders(skeleton.db, [{ id: providerOrderId, room, name }])
  return skeleton.signer.captureEvent({ providerOrderId, merchantId: 'MERCHANT', amount })
}

async function valuesOf<T>(table: string, value: string, condition = 'true'): Promise<T[]> {
  const { rows } = await sql<{ value: T }>`
    select ${sql.ref(value)} as value from ${sql.table(table)} where room = ${room} and ${sql.raw(condition)} order by 1`.execute(
    skeleton.db,
  )
  return rows.map((row) => row.value)
}

const recorded = () => valuesOf<string>('skeleton_tip', 'name')

function killable(): Killable {
  const { server, workers, serverDb, workersRedis, queue } = skeleton
  return {
    server,
    workers,
    interrupt: {
      committing: () => serverDb.holdResponse(/commit/),
      announcing: () => workersRedis.holdRequest(/publish[^]*skeleton/i),
      sending: (seq) => skeleton.overlay.closeBefore(new RegExp(`"seq":${seq}\\b`)),
    },
    async prepare(name) {
      const event = await sign(name)
      return { report: () => skeleton.post(event) }
    },
    recorded,
    pending: () => valuesOf('skeleton_outbox', 'id', 'alerted_at is null'),
    queued: () => queue.getJobs(),
    stored: () => valuesOf('skeleton_alert', 'seq'),
    shown: () => overlay.shown,
    async expectOutcome(tips) {
      await expect.poll(() => overlay.shown).toEqual(tips)
      expect(await recorded()).toEqual(tips.toSorted())
      expect(await valuesOf('skeleton_goal', 'received')).toEqual([tips.length * 500])
    },
  }
}

describe('the skeleton', () => {
  testNotRelayed(killable)
  testMessageLost(killable)
  testOverlayGone(killable)

  test('records a capture once that is reported several times', async () => {
    const event = await sign('Grace')

    const statuses = await Promise.all([skeleton.post(event), skeleton.post(event)])
    statuses.push(await skeleton.post(event))

    expect(statuses).toEqual([200, 200, 200])
    await killable().expectOutcome(['Grace'])
  })

  test('records no capture without PayPal’s signature, or of another amount', async () => {
    const event = await sign('Grace')
    const changed = { ...event, body: event.body.replace('COMPLETED', 'completed') }

    expect(await skeleton.post(changed)).toBe(400)
    expect(await skeleton.post(await sign('Ada', '5.01'))).toBe(200)

    expect(await recorded()).toEqual([])
  })
})
