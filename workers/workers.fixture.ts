/** Runs workers for tests. Each test has its own database, queue prefix and, if needed, stand-ins. */
import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { pino } from 'pino'
import { openPubSub } from '../db/pubsub.ts'
import { openQueues } from '../db/queue.ts'
import type { Queues } from '../db/queue.ts'
import { backendsWith } from '../db/queue-backends.fixture.ts'
import type { NewOrder, Schema } from '../db/schema.ts'
import { createTestDb } from '../db/database.fixture.ts'
import type { TestDb } from '../db/database.fixture.ts'
import type { LimitSource } from '../domain/security/limiters.ts'
import { readConfig } from '../domain/config/config.ts'
import { openOrderLimits } from '../domain/payments/orders/order-limits.ts'
import { captureTip } from '../domain/payments/ledger/ledger.fixture.ts'
import type { WorkerContext } from './context.ts'
import { startWorkers } from './start-workers.ts'

/** The queue backends to test, with the Redis of the test run. */
export const backends = backendsWith(process.env.TEST_REDIS_URL !== undefined)

export interface TestContext extends WorkerContext {
  testDb: TestDb
  /** Where all processes of one test count their rate limits. */
  limitSource: LimitSource
  /** The prefix of the names of all keys in Redis. */
  prefix: string
  /** All lines that were logged. */
  lines: Record<string, unknown>[]
  /** The running workers, which are closed before the queues and the database. */
  running: { close(): Promise<void> }[]
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens a context on one queue backend, without running workers. `env` adds the URLs of stand-ins. */
export async function createTestContext(
  backend: Queues['backend'],
  env: Record<string, string> = {},
): Promise<TestContext> {
  const testDb = await createTestDb()
  const redisUrl = backend === 'redis' ? process.env.TEST_REDIS_URL : undefined
  const config = readConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: 'https://brimful.example',
    DATABASE_URL: testDb.url,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    SECRETS_KEY: randomBytes(32).toString('hex'),
    MAIL_DIGEST_SECONDS: '0', // each tip has an email of its own, unless a test enables digests
    ...(redisUrl && { REDIS_URL: redisUrl }),
    ...env,
  })
  const lines: Record<string, unknown>[] = []
  const running: TestContext['running'] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const prefix = `test_${randomBytes(5).toString('hex')}`
  const onError = (error: Error) => log.warn({ reason: error.message }, 'connection trouble')
  const source = { databaseUrl: testDb.url, redisUrl, prefix, onError }
  const limitSource = { redisUrl, prefix, secret: config.sessionSecret[0], onError }
  const orderLimits = openOrderLimits(limitSource)
  const queues = openQueues(source)
  const pubsub = openPubSub(source)
  return {
    config,
    db: testDb.db,
    queues,
    pubsub,
    log,
    orderLimits,
    limitSource,
    testDb,
    prefix,
    lines,
    running,
    async [Symbol.asyncDispose]() {
      await Promise.all(running.map((each) => each.close()))
      orderLimits.close()
      await queues.close()
      await pubsub.close()
      await testDb[Symbol.asyncDispose]()
    },
  }
}

/** Captures a tip and publishes its events, as the server does right after the commit. */
export async function publishTip({ db, queues }: TestContext, creatorUid: string, order?: Partial<NewOrder>) {
  const tip = await captureTip(db, creatorUid, order)
  await publish(queues, tip.eventIds)
  return tip
}

/** Adds the jobs of events to the queue. */
export async function publish(queues: Queues, eventIds: readonly string[]): Promise<void> {
  await queues.add(
    'tip-events',
    eventIds.map((eventId) => ({ id: `ev-${eventId}`, data: { eventId } })),
  )
}

/** Starts workers that run until the context is disposed of. */
export async function runWorkers(ctx: TestContext): Promise<void> {
  ctx.running.push(await startWorkers(ctx))
}

/**
 * Inserts a delivery of an event that is already fanned out. It has been due for a long time, unless `delivery` says otherwise.
 */
export async function addDelivery(
  { db }: TestContext,
  delivery: Pick<Insertable<Schema['delivery']>, 'eventId' | 'destination' | 'creatorUid'> & {
    expiresAt?: Date
  },
): Promise<void> {
  await db
    .insertInto('delivery')
    .values({ ...delivery, reason: null, dueAt: new Date(0) })
    .execute()
  await db.updateTable('outbox').set({ fannedOutAt: new Date() }).execute()
}
