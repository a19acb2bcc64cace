/** Workers for tests: a database, a queue prefix and, where the test needs them, stand-ins of their own. */
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import type { OutboxEvent, TipEventJob } from '../contract/events.ts'
import { openPubSub } from '../db/pubsub.ts'
import type { Db } from '../db/connection.ts'
import { openQueues } from '../db/queue.ts'
import type { Queues } from '../db/queue.ts'
import type { OrderRow } from '../db/schema.ts'
import { buildOrder } from '../db/builders.fixture.ts'
import { createTestDb } from '../db/database.fixture.ts'
import type { TestDb } from '../db/database.fixture.ts'
import type { LimitSource } from '../domain/security/limiters.ts'
import { readConfig } from '../domain/config.ts'
import { openOrderLimits } from '../domain/payments/orders/order-limits.ts'
import { recordTip } from '../domain/payments/orders/record-tip.ts'
import type { WorkerContext } from './context.ts'

/** Both queue backends; Redis only where there is one. */
export const backends: Queues['backend'][] = process.env.TEST_REDIS_URL ? ['postgres', 'redis'] : ['postgres']

export interface TestContext extends WorkerContext {
  testDb: TestDb
  /** Where its processes count together. */
  limitSource: LimitSource
  /** What all keys of its Redis hold in their names. */
  prefix: string
  /** Every line that was logged. */
  lines: Record<string, unknown>[]
  [Symbol.asyncDispose](): Promise<void>
}

/** A context on one backend, without a worker yet; `env` adds the addresses of stand-ins. */
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
    MAIL_DIGEST_SECONDS: '0', // no digests, unless a test sets it
    ...(redisUrl && { REDIS_URL: redisUrl }),
    ...env,
  })
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const prefix = `test_${randomBytes(5).toString('hex')}`
  const onError = (error: Error) => log.warn({ reason: error.message }, 'connection trouble')
  const source = { databaseUrl: testDb.url, redisUrl, prefix, onError }
  const limitSource = { redisUrl, prefix, secret: config.sessionSecret, onError }
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
    async [Symbol.asyncDispose]() {
      orderLimits.close()
      await queues.close()
      await pubsub.close()
      await testDb[Symbol.asyncDispose]()
    },
  }
}

/** Captures an order's money, as a payment provider reports it; the events are in the outbox and not published. */
export async function captureTip(
  db: Db,
  creatorUid: string,
  order: Parameters<typeof buildOrder>[2] = {},
): Promise<{ order: OrderRow; tipId: string; eventIds: string[]; jobs: TipEventJob[] }> {
  const row = await buildOrder(db, creatorUid, order)
  const recorded = await recordTip(db, {
    provider: row.provider,
    providerOrderId: row.providerOrderId!,
    captureId: `CAP-${row.id}`,
    payeeId: row.payeeId,
    chargedMinor: row.amountMinor,
    currency: row.currency,
  })
  if (recorded.kind !== 'recorded') throw new Error(`the tip was not recorded: ${recorded.kind}`)
  const { tipId, jobs } = recorded
  return { order: row, tipId, jobs, eventIds: jobs.map(({ eventId }) => eventId) }
}

/** Puts an event into the outbox, for what does not come with money. */
export async function appendEvent(db: Db, creatorUid: string, event: OutboxEvent): Promise<string> {
  const { eventId } = await db
    .insertInto('outbox')
    .values({ type: event.type, creatorUid, payload: JSON.stringify(event) })
    .returning('eventId')
    .executeTakeFirstOrThrow()
  return eventId
}

/** Publishes events as the capturing process does right after its commit. */
export async function publish(queues: Queues, eventIds: readonly string[]): Promise<void> {
  await queues.add(
    'tip-events',
    eventIds.map((eventId) => ({ id: `ev-${eventId}`, data: { eventId } })),
  )
}
