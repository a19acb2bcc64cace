import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listAlertsAfter } from '../db/queries/alerts/alerts.ts'
import { buildCreator, buildGoal, buildSupporter } from '../db/builders.fixture.ts'
import { orderKeyOf } from '../domain/payments/orders/order-key.ts'
import { openOrder } from '../domain/payments/orders/open-order.ts'
import { openPayments } from '../domain/payments/open-payments.ts'
import { openOrderLimits } from '../domain/payments/orders/order-limits.ts'
import { storeWebhook } from '../domain/payments/webhooks/receive-webhook.ts'
import { schedulesProcessor, startSchedules } from './schedules.ts'
import { startWorkers } from './start-workers.ts'
import { backends, createTestContext, runWorkers } from './workers.fixture.ts'
import type { TestContext } from './workers.fixture.ts'
import { forFile } from '../db/for-file.fixture.ts'
import { control, openSandbox } from '../sandbox/sandbox.fixture.ts'

const sandbox = await forFile(openSandbox())

interface Approval {
  outcome?: 'pay' | 'declined'
  supporter?: { uid: string; displayName: string }
}

/** Creates a creator with an account at PayPal's stand-in, and an order that a supporter has approved. */
async function approveOrder(ctx: TestContext, { outcome = 'pay', supporter }: Approval = {}) {
  const creator = await buildCreator(ctx.db)
  const account = { email: creator.email }
  const { merchantId } = await control<{ merchantId: string }>(sandbox, '/paypal/control/merchants', account)
  await ctx.db.updateTable('payoutAccount').set({ payeeId: merchantId }).execute()
  const checkout = { ...ctx, payments: openPayments(ctx.config), publish: () => {} }
  const tip = { amountMinor: 7_00, name: 'Grace', message: '', isPrivate: false, coversFee: false }
  const { providerOrderId: orderId } = await openOrder(checkout, 'paypal', {
    ...tip,
    creatorUid: creator.uid,
    currency: undefined,
    goalId: undefined,
    supporter,
    addressHash: 'a'.repeat(64),
    formerAddressHashes: [],
    widerAddressHashes: [],
    checkoutId: undefined,
  })
  await control(sandbox, '/paypal/control/approve', { orderId, outcome })
  return { checkout, orderId, creator }
}

/** Makes all orders and webhooks this many minutes older. */
async function letTimePass({ db }: TestContext, minutes: number): Promise<void> {
  await sql`update tip_order set created_at = created_at - ${minutes} * interval '1 minute',
    updated_at = updated_at - ${minutes} * interval '1 minute'`.execute(db)
  await sql`update webhook_event set received_at = received_at - ${minutes} * interval '1 minute'`.execute(db)
}

describe.each(backends)('on %s', (backend) => {
  test('money that PayPal took while nobody was listening becomes a tip, and an alert', async () => {
    await using ctx = await createTestContext(backend, sandbox.env)
    const { checkout, creator } = await approveOrder(ctx)
    const order = await ctx.db.selectFrom('tipOrder').selectAll().executeTakeFirstOrThrow()
    await checkout.payments.paypal!.captureOrder!(orderKeyOf(order))
    await letTimePass(ctx, 3)

    await runWorkers(ctx)

    await expect
      .poll(() => listAlertsAfter(ctx.db, creator.uid, 0, 10))
      .toMatchObject([{ name: 'Grace', amount: 700 }])
  })

  test('a webhook that was kept and not worked off becomes a tip, and an alert', async () => {
    await using ctx = await createTestContext(backend, sandbox.env)
    const { checkout, orderId, creator } = await approveOrder(ctx)
    const event = { id: 'WH-1', event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: orderId } }
    await storeWebhook(checkout, checkout.payments.paypal!, Buffer.from(JSON.stringify(event)))
    await letTimePass(ctx, 1)

    await runWorkers(ctx)

    await expect.poll(() => listAlertsAfter(ctx.db, creator.uid, 0, 10)).toHaveLength(1)
  })

  test('cards that were refused while only a worker looked on count in every process', async () => {
    await using ctx = await createTestContext(backend, sandbox.env)
    const supporter = await buildSupporter(ctx.db)
    for (const _ of [1, 2]) await approveOrder(ctx, { outcome: 'declined', supporter })
    await letTimePass(ctx, 3)
    // Without Redis there is only one process, whose limits are in memory.
    const server = backend === 'redis' ? openOrderLimits(ctx.limitSource) : ctx.orderLimits
    const payer = {
      creatorUid: 'another',
      supporterUid: supporter.uid,
      addressHash: null,
      widerAddressHashes: [],
    }

    const workers = await startWorkers(ctx)

    await expect.poll(() => server.isSuspicious(payer)).toBe(true)
    await workers.close()
    server.close()
  })
})

test('a schedule that takes long is not begun a second time meanwhile, and runs again afterwards', async () => {
  await using ctx = await createTestContext('postgres')
  const process = schedulesProcessor(ctx, ctx.db)
  const expireGoals = () => process({}, { name: 'expire-goals' })
  let isOver = false

  await ctx.db.transaction().execute(async (trx) => {
    await sql`lock table goal in access exclusive mode`.execute(trx)
    void expireGoals().then(() => (isOver = true))
    await expireGoals()
    expect(isOver).toBe(false)
  })

  await expect.poll(() => isOver).toBe(true)
  const { uid } = await buildCreator(ctx.db)
  await buildGoal(ctx.db, uid, { endDate: new Date(Date.now() - 1000) })
  await expireGoals()
  expect(await ctx.db.selectFrom('goal').select('status').executeTakeFirst()).toEqual({ status: 'EXPIRED' })
})

test.runIf(backends.includes('redis'))(
  'schedules that a wiped Redis has lost are planned again',
  async () => {
    await using ctx = await createTestContext('redis')
    const creator = await buildCreator(ctx.db)
    await runWorkers(ctx)
    const schedules = await startSchedules(ctx, 100)
    const redis = new Redis(process.env.TEST_REDIS_URL!)

    const keys = await redis.keys(`*${ctx.prefix}*`)
    await redis.del(keys)
    redis.disconnect()
    await buildGoal(ctx.db, creator.uid, { endDate: new Date(Date.now() - 1000) })

    const goal = ctx.db.selectFrom('goal').select('status')
    await expect.poll(() => goal.executeTakeFirst()).toEqual({ status: 'EXPIRED' })
    await schedules.close()
  },
)
