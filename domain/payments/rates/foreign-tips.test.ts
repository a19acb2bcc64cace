/** Tests tips in other currencies than their creator's, from the order to the books, at both providers. */
import { expect, test } from 'vitest'
import { buildGoal } from '../../../db/builders.fixture.ts'
import { listImbalances } from '../../../db/queries/payments/balance.ts'
import { readReferenceRates, saveReferenceRates } from '../../../db/queries/payments/reference-rates.ts'
import type { Db } from '../../../db/connection.ts'
import { readInsights } from '../../../db/queries/insights/insights.ts'
import { later } from '../checkout.fixture.ts'
import { readBalances } from '../ledger/ledger.fixture.ts'
import { readStatement } from '../ledger/read-statement.ts'
import { resolveOpenOrders } from '../orders/resolve-open-orders.ts'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { openStripeCheckout } from '../stripe/checkout.fixture.ts'
import { parseRates } from './reference-rates.ts'

/** One pound is 200 yen and 500 forint. */
async function publishRates(db: Db) {
  const day = new Date().toISOString().slice(0, 10)
  await saveReferenceRates(db, { day, perEuro: { eur: 1, gbp: 0.8, usd: 1.1, jpy: 160, huf: 400 } })
}

async function readTotals(db: Db, creatorUid: string) {
  const goal = await db.selectFrom('goal').select(['amountReceivedMinor', 'status']).executeTakeFirst()
  const totals = await db.selectFrom('supporterTotal').select('amountMinor').execute()
  const insights = await readInsights(db, creatorUid, 7, new Date())
  return {
    goal,
    totals: [...new Set(totals.map(({ amountMinor }) => amountMinor))],
    allTime: insights?.allTimeMinor,
  }
}

test('a tip in yen by PayPal is charged and booked in yen, and counts as PayPal converts it', async () => {
  await using checkout = await openPaypalCheckout()
  const { db, creator } = checkout
  await publishRates(db)
  const { goalId } = await buildGoal(db, creator.uid, {
    amountMinor: 10_00,
    amountReceivedMinor: 0,
  })

  const tip = await checkout.takeTip({ amountMinor: 1_500, currency: 'jpy', goalId })

  // PayPal's rate is 0.88 / 165, less 3 %: 0.00517333. Its fee is 2.9 % and 40 yen, ours 5 %.
  expect(tip).toMatchObject({ currency: 'jpy', worthMinor: 776, worthCurrency: 'gbp' })
  expect(tip.worthRecordedAt).not.toBeNull()
  expect(await readBalances(db)).toEqual({
    provider: -1500,
    creator: 1500 - 75 - 84,
    platform_fee: 75,
    provider_fee: 84,
  })
  expect(await readTotals(db, creator.uid)).toEqual({
    goal: { amountReceivedMinor: 776, status: 'ACTIVE' },
    totals: [776],
    allTime: 776,
  })
  expect(await listImbalances(db, 10)).toEqual([])
})

test('what goes back of a tip in yen goes back of its worth in proportion, and all of it when all goes back', async () => {
  await using checkout = await openPaypalCheckout()
  const { db, ctx, creator } = checkout
  await publishRates(db)
  await buildGoal(db, creator.uid, { amountMinor: 10_00, amountReceivedMinor: 0 })
  const { id: tipId } = await checkout.takeTip({ amountMinor: 1_500, currency: 'jpy' })

  await requestRefund(ctx, creator.uid, { tipId, amountMinor: 500, reason: '' })
  expect(await readTotals(db, creator.uid)).toMatchObject({ totals: [776 - 259], allTime: 776 - 259 })
  expect(await listImbalances(db, 10)).toEqual([])
  await requestRefund(ctx, creator.uid, { tipId, amountMinor: 1_000, reason: '' })

  expect(await readTotals(db, creator.uid)).toMatchObject({ totals: [0], allTime: 0 })
  expect(await listImbalances(db, 10)).toEqual([])
})

test('a covered fee in forint is a whole forint, and no part of one is refunded', async () => {
  await using checkout = await openPaypalCheckout()
  const { db, ctx, creator } = checkout
  await publishRates(db)

  const tip = await checkout.takeTip({ amountMinor: 990_00, currency: 'huf', coversFee: true })

  expect(tip).toMatchObject({ feeMinor: 50_00, coveredFeeMinor: 50_00 })
  await expect(
    requestRefund(ctx, creator.uid, { tipId: tip.id, amountMinor: 100_50, reason: '' }),
  ).rejects.toMatchObject({ code: 'invalid_input' })
  await requestRefund(ctx, creator.uid, { tipId: tip.id, amountMinor: 101_00, reason: '' })
  // Of the fee of 50 forint, 101 of 1,040 go back: 4.86.
  expect(await readBalances(db)).toMatchObject({ provider: -939_00, platform_fee: 45_00 })
})

/** Pays 1,500 yen to a creator whose PayPal account asks before it accepts other currencies. */
async function openWaiting() {
  const checkout = await openPaypalCheckout()
  const { db, creator, standIn } = checkout
  await publishRates(db)
  await standIn.control('merchants', { email: creator.email, receiving: 'ask' })
  const orderId = await checkout.openPaid({ amountMinor: 1_500, currency: 'jpy' })
  return {
    ...checkout,
    orderId,
    waiting: async () => (await readStatement(db, { creatorUid: creator.uid, mode: 'test' })).waiting,
    async decide(act: 'clear' | 'deny') {
      const [captureId] = await checkout.paymentIds()
      await checkout.act(captureId!, act)
    },
  }
}

test('a tip in a currency that the creator has to accept at PayPal says so to both until it is accepted', async () => {
  await using checkout = await openWaiting()
  const { orderId } = checkout

  const answer = { status: 'clearing', waitsForPayee: true }
  expect([await checkout.finish(orderId), await checkout.finish(orderId)]).toMatchObject([answer, answer])
  expect(await checkout.tips()).toEqual([])
  expect(await checkout.waiting()).toMatchObject([
    { provider: 'paypal', name: 'Grace', amount: 1_500, currency: 'jpy' },
  ])

  await checkout.decide('clear')
  await resolveOpenOrders(checkout.ctx, later(60))

  expect(await checkout.tips()).toMatchObject([{ amountMinor: 1_500 }])
  expect(await checkout.waiting()).toEqual([])
})

test('a tip that the creator does not accept has failed, and waits no more', async () => {
  await using checkout = await openWaiting()
  await checkout.finish(checkout.orderId)
  await checkout.decide('deny')
  await resolveOpenOrders(checkout.ctx, later(60))

  expect(await checkout.orderStatus()).toEqual(['FAILED'])
  expect([await checkout.tips(), await checkout.waiting()]).toEqual([[], []])
})

test('PayPal’s webhook about a payment that waits tells the creator, too', async () => {
  await using checkout = await openWaiting()
  await checkout.finish(checkout.orderId)
  await checkout.db.updateTable('tipOrder').set({ status: 'CREATED', waitsForPayee: false }).execute()
  const { events } = await checkout.standIn.control<{ events: { type: string; body: object }[] }>('state')

  await checkout.receive(events.find(({ type }) => type === 'PAYMENT.CAPTURE.PENDING')!.body)

  expect(await checkout.waiting()).toHaveLength(1)
})

test('a bank debit that takes days waits for no creator', async () => {
  await using checkout = await openPaypalCheckout()
  const orderId = await checkout.open()
  await checkout.pay(orderId, 'pending')

  expect(await checkout.finish(orderId)).toMatchObject({ status: 'clearing', waitsForPayee: false })
})

test('a card tip in yen counts by a published rate, and then as Stripe has converted it', async () => {
  await using checkout = await openStripeCheckout()
  const { db, creator } = checkout
  await publishRates(db)
  await checkout.moveAccount('gb')
  const { goalId } = await buildGoal(db, creator.uid, { amountMinor: 7_90, amountReceivedMinor: 0 })

  const tip = await checkout.takeTip({ amountMinor: 1_500, currency: 'jpy', goalId })
  expect(tip).toMatchObject({ worthMinor: 750, worthRecordedAt: null })
  expect(await readTotals(db, creator.uid)).toMatchObject({
    goal: { amountReceivedMinor: 750, status: 'ACTIVE' },
    totals: [750],
  })
  checkout.published.length = 0
  await checkout.readRecords()

  // Stripe pays 0.88 / 165 pounds for a yen. That fills the goal, which is announced once.
  const { worthMinor, worthRecordedAt } = await db.selectFrom('tip').selectAll().executeTakeFirstOrThrow()
  expect(worthMinor).toBe(800)
  expect(worthRecordedAt).not.toBeNull()
  expect(await readTotals(db, creator.uid)).toEqual({
    goal: { amountReceivedMinor: 800, status: 'COMPLETED' },
    totals: [800],
    allTime: 800,
  })
  const events = await db.selectFrom('outbox').select(['eventId', 'type']).orderBy('createdAt').execute()
  expect(events.map(({ type }) => type)).toEqual(['tip.captured', 'tip.converted', 'goal.funded'])
  expect(checkout.published).toEqual(events.slice(1).map(({ eventId }) => eventId))
  expect(await listImbalances(db, 10)).toEqual([])
  checkout.published.length = 0
  await checkout.readRecords()
  expect(checkout.published).toEqual([])
})

test('a card tip that was refunded before Stripe’s record was read counts what was left of it', async () => {
  await using checkout = await openStripeCheckout()
  const { db, ctx, creator } = checkout
  await publishRates(db)
  await checkout.moveAccount('gb')
  const { id: tipId } = await checkout.takeTip({ amountMinor: 1_500, currency: 'jpy' })
  await requestRefund(ctx, creator.uid, { tipId, amountMinor: 500, reason: '' })
  expect(await readTotals(db, creator.uid)).toMatchObject({ totals: [500], allTime: 500 })

  await checkout.readRecords()

  expect(await readTotals(db, creator.uid)).toMatchObject({ totals: [533], allTime: 533 })
  expect(await listImbalances(db, 10)).toEqual([])
})

test('without a published rate no order in another currency is opened', async () => {
  await using checkout = await openPaypalCheckout()

  await expect(checkout.open({ amountMinor: 1_500, currency: 'jpy' })).rejects.toMatchObject({
    code: 'currency_unavailable',
  })

  expect(await checkout.orderStatus()).toEqual([])
})

test('reads the rates that the European Central Bank publishes, and keeps the latest day', async () => {
  await using checkout = await openPaypalCheckout()
  const xml = (day: string, yen: string) => `<gesmes:Envelope><Cube><Cube time='${day}'>
    <Cube currency='JPY' rate='${yen}'/><Cube currency='BGN' rate='1.9558'/></Cube></Cube></gesmes:Envelope>`
  const today = new Date().toISOString().slice(0, 10)
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

  await saveReferenceRates(checkout.db, parseRates(xml(today, '161.25')))
  await saveReferenceRates(checkout.db, parseRates(xml(yesterday, '150')))

  expect(await readReferenceRates(checkout.db)).toEqual({ eur: 1, jpy: 161.25 })
  for (const broken of ['', '<html>', xml('today', '1'), xml(today, 'x')])
    expect(() => parseRates(broken)).toThrow('unreadable')
})
