import { describe, expect, test } from 'vitest'
import { register } from 'prom-client'
import { buildCreator } from '../db/builders.fixture.ts'
import { openTcpProxy } from '../db/tcp-proxy.fixture.ts'
import { captureTip } from '../domain/payments/ledger/ledger.fixture.ts'
import { openConnectionLog } from '../domain/log.ts'
import { openPubSub } from '../db/pubsub.ts'
import { openQueues } from '../db/queue.ts'
import { openOrderLimits } from '../domain/payments/orders/order-limits.ts'
import { startFigures } from './figures.ts'
import { addDelivery, backends, createTestContext } from './workers.fixture.ts'

/** Returns the value of a metric, with its labels as Prometheus writes them; undefined if it is absent. */
async function read(name: string): Promise<number | undefined> {
  const line = (await register.metrics()).split('\n').find((each) => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

describe.each(backends)('with queues on %s', (backend) => {
  test('what waits, was given up or is overdue is measured', async () => {
    await using ctx = await createTestContext(backend)
    const { db } = ctx
    const { uid: creatorUid } = await buildCreator(db)
    const [first, second] = [
      (await captureTip(db, creatorUid)).eventIds[0]!,
      (await captureTip(db, creatorUid)).eventIds[0]!,
    ]
    await addDelivery(ctx, { eventId: first, destination: 'mail', creatorUid })
    await addDelivery(ctx, { eventId: second, destination: 'mail', creatorUid })
    await db
      .updateTable('delivery')
      .set({ status: 'gave_up', reason: 'failed', completedAt: new Date() })
      .where('eventId', '=', second)
      .execute()
    await db
      .updateTable('outbox')
      .set({ fannedOutAt: null, createdAt: new Date(Date.now() - 90_000) })
      .where('eventId', '=', first)
      .execute()
    await db
      .insertInto('webhookEvent')
      .values({
        provider: 'paypal',
        payeeId: '',
        eventId: 'WH-1',
        type: 'PAYMENT.CAPTURE.COMPLETED',
        body: '{}',
        receivedAt: new Date(Date.now() - 120_000),
      })
      .execute()
    await db
      .insertInto('reconciledAccount')
      .values({ provider: 'paypal', mode: 'test', payeeId: 'P1', completeTo: new Date(1_700_000_000_000) })
      .execute()
    await ctx.queues.add('exports', [{ id: 'waits', data: {} }])

    ctx.running.push(startFigures(ctx))

    await expect.poll(() => read('brimful_deliveries_open{destination="mail"}')).toBe(1)
    expect(await read('brimful_deliveries_gave_up{destination="mail"}')).toBe(1)
    expect(await read('brimful_delivery_overdue_seconds{destination="mail"}')).toBeGreaterThan(1e6)
    expect(await read('brimful_deliveries_open{destination="account-mail"}')).toBe(0)
    expect(await read('brimful_oldest_event_seconds')).toBeGreaterThan(89)
    expect(await read('brimful_webhooks_stuck')).toBe(1)
    await expect.poll(() => read('brimful_queue_jobs_waiting{queue="exports"}')).toBe(1)
    expect(await read('brimful_queue_age_seconds{queue="exports"}')).toBeLessThan(60)
  })
})

test('how much the bots may still send, and up to when all is compared, is measured', async () => {
  await using ctx = await createTestContext('postgres', {
    TWITCH_CLIENT_ID: 'id',
    TWITCH_CLIENT_SECRET: 'secret',
    TWITCH_BOT_USERNAME: 'bot',
    TWITCH_BOT_REFRESH_TOKEN: 'token',
    PAYPAL_CLIENT_ID: 'id',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: 'hook',
  })
  await ctx.db
    .insertInto('reconciledAccount')
    .values(
      [1_700_000_000, 1_600_000_000].map((seconds, i) => ({
        provider: 'paypal' as const,
        mode: 'live' as const,
        payeeId: `P${i}`,
        completeTo: new Date(seconds * 1000),
      })),
    )
    .execute()
  await ctx.db
    .insertInto('botBudget')
    .values({ name: 'twitch:plain:bot', takenAt: Array.from({ length: 9 }, () => new Date()) })
    .execute()

  await ctx.db.insertInto('botOutage').values({ platform: 'twitch', cause: 'grant' }).execute()
  ctx.running.push(startFigures(ctx))

  await expect.poll(() => read('brimful_bot_available{platform="twitch"}')).toBe(0)
  expect(await read('brimful_bot_available{platform="youtube"}')).toBeUndefined()
  await expect.poll(() => read('brimful_bot_budget_left_ratio{platform="twitch"}')).toBe(0.5)
  expect(await read('brimful_bot_budget_left_ratio{platform="youtube"}')).toBeUndefined()
  await expect
    .poll(() => read('brimful_reconciled_to_timestamp_seconds{provider="paypal"}'))
    .toBe(1_600_000_000)
})

test('figures are absent while Postgres does not respond', async () => {
  await using ctx = await createTestContext('postgres')
  const figures = startFigures(ctx)
  await expect.poll(() => read('brimful_oldest_event_seconds')).toBe(0)
  await figures.close()

  expect(await read('brimful_oldest_event_seconds')).toBeUndefined()
  expect(await read('brimful_webhooks_stuck')).toBeUndefined()
})

test.skipIf(!process.env.TEST_REDIS_URL)(
  'a lost Redis is logged once for each of its connections and reasons, with their names',
  async () => {
    const redis = await openTcpProxy(process.env.TEST_REDIS_URL!, 6379)
    await using ctx = await createTestContext('postgres')
    const lines: Record<string, unknown>[] = []
    const errorsOf = openConnectionLog({ warn: (line: object) => void lines.push({ ...line }) })
    const source = { databaseUrl: ctx.config.databaseUrl, redisUrl: redis.url, prefix: ctx.prefix }
    const queues = openQueues({ ...source, onError: errorsOf('queue') })
    const pubsub = openPubSub({ ...source, onError: errorsOf('pubsub') })
    const secret = ctx.config.sessionSecret[0]
    const limits = openOrderLimits({ ...source, secret, onError: errorsOf('limits') })
    const done: unknown[] = []
    queues.work('exports', async ({ id }) => void done.push(id))
    await pubsub.subscribe(() => {})
    const run = (id: string) => queues.add('exports', [{ id, data: {} }]).then(() => done)
    await expect.poll(() => run('first')).toContain('first')

    const outage = redis.refuse()
    await expect.poll(() => redis.refused()).toBeGreaterThan(15)
    outage.lift()
    await expect.poll(() => run('second').catch(() => done)).toContain('second')

    const distinct = new Set(lines.map(({ connection, reason }) => `${String(connection)} ${String(reason)}`))
    expect(new Set(lines.map(({ connection }) => connection))).toEqual(new Set(['limits', 'pubsub', 'queue']))
    expect(lines).toHaveLength(distinct.size)
    limits.close()
    await Promise.all([queues.close(), pubsub.close()])
    await redis.close()
  },
  60_000,
)
