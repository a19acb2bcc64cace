import * as z from 'zod'
import { expect, test } from 'vitest'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { addTestEvent } from '../../db/alerts.fixture.ts'
import { replaceSecretOf } from '../../domain/accounts/own-keys.ts'
import { plantWebhook } from '../../domain/tools/webhooks.fixture.ts'
import { showSecret } from '../../domain/tools/webhooks.ts'
import { createTestContext, publish, publishTip, runWorkers } from '../workers.fixture.ts'
import { receive } from './receiver.fixture.ts'

/**
 * Ko-fi's payment as it documents it, read as strictly as its receivers could. The fields are those of Ko-fi's example of a single
 * donation: https://meta.discourse.org/t/is-it-possible-to-catch-a-request-from-a-third-party-service-in-a-theme-component/255047
 */
const koFiPayment = z.strictObject({
  verification_token: z.guid(),
  message_id: z.guid(),
  timestamp: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  type: z.enum(['Donation', 'Subscription', 'Commission', 'Shop Order']),
  is_public: z.boolean(),
  from_name: z.string(),
  message: z.nullable(z.string()),
  amount: z.string().regex(/^\d+(\.\d{2})?$/),
  url: z.url(),
  email: z.string(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  is_subscription_payment: z.boolean(),
  is_first_subscription_payment: z.boolean(),
  kofi_transaction_id: z.guid(),
  shop_items: z.null(),
  tier_name: z.null(),
  shipping: z.null(),
})

/** Reads a request as a receiver of Ko-fi's webhook does. */
function readKoFi({ headers, body }: { headers: Record<string, unknown>; body: string }) {
  expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
  const form = new URLSearchParams(body)
  expect([...form.keys()]).toEqual(['data'])
  return koFiPayment.parse(JSON.parse(form.get('data')!))
}

test('a receiver of Ko-fi’s webhook reads a tip and a test, and is told of no goal', async () => {
  await using ctx = await createTestContext('postgres')
  await using receiver = await receive()
  const { uid, userName } = await buildCreator(ctx.db)
  const { goalId } = await buildGoal(ctx.db, uid, { amountReceivedMinor: 95_00 })
  const { secret } = await plantWebhook(ctx, uid, receiver.url, 'ko-fi')
  await runWorkers(ctx)

  const tip = { goalId, amountMinor: 7_50, supporterName: 'Ada L', message: 'Für den „Ofen“ & mehr +1' }
  const { eventIds, tipId } = await publishTip(ctx, uid, tip)
  expect(eventIds.length).toBeGreaterThan(1)
  await expect.poll(() => receiver.received.length).toBe(1)
  const test = await addTestEvent(ctx.db, uid)
  await publish(ctx.queues, [test])
  await expect.poll(() => receiver.received.length).toBe(2)

  const [donation, tried] = receiver.received.map(readKoFi)
  expect(donation).toMatchObject({
    verification_token: secret,
    message_id: eventIds[0],
    kofi_transaction_id: tipId,
    type: 'Donation',
    from_name: 'Ada L',
    message: 'Für den „Ofen“ & mehr +1',
    amount: '7.50',
    email: '',
    url: `${ctx.config.publicUrl}/${userName}`,
  })
  expect(tried).toMatchObject({ verification_token: secret, message_id: test, type: 'Donation' })
  const told = await ctx.db
    .selectFrom('delivery')
    .select('eventId')
    .where('destination', '=', 'endpoints')
    .execute()
  expect(new Set(told.map(({ eventId }) => eventId))).toEqual(new Set([eventIds[0], test]))
})

test('Ko-fi’s form has no private message, no anonymous name and no cents of yen', async () => {
  await using ctx = await createTestContext('postgres')
  await using receiver = await receive()
  const { uid } = await buildCreator(ctx.db)
  await plantWebhook(ctx, uid, receiver.url, 'ko-fi')
  await runWorkers(ctx)

  const hidden = { isPrivate: true, isAnonymous: true, supporterName: 'Grace H', message: 'hush' }
  await publishTip(ctx, uid, { ...hidden, amountMinor: 500, currency: 'jpy' })
  await expect.poll(() => receiver.received.length).toBe(1)

  expect(readKoFi(receiver.received[0]!)).toMatchObject({
    from_name: 'Anonymous',
    message: null,
    amount: '500',
    currency: 'JPY',
  })
  expect(JSON.stringify([receiver.received, ctx.lines])).not.toMatch(/Grace|hush|@/)
})

test('a new verification token replaces the former one at once', async () => {
  await using ctx = await createTestContext('postgres')
  await using receiver = await receive()
  const { uid } = await buildCreator(ctx.db)
  const { endpoint, secret: former } = await plantWebhook(ctx, uid, receiver.url, 'ko-fi')
  await replaceSecretOf(ctx, uid, endpoint.id)
  await runWorkers(ctx)

  await publishTip(ctx, uid)
  await expect.poll(() => receiver.received.length).toBe(1)

  const now = await showSecret(ctx, uid, endpoint.id)
  expect(now.endpoint.formerSecretUntil).toBeNull()
  expect(now.secret).not.toBe(former)
  expect(readKoFi(receiver.received[0]!).verification_token).toBe(now.secret)
})
