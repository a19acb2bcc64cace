import { expect, test } from 'vitest'
import { readBalances } from '../ledger/ledger.fixture.ts'
import { capturePaypalOrder } from '../paypal/capture-order.ts'
import { reconcile } from './reconcile.ts'
import { recordRefundAndPublish } from '../orders/record-outcome.ts'
import { openStripeCheckout } from '../stripe/checkout.fixture.ts'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'

const yesterday = new Date(Date.now() - 86_400_000)

test('with every webhook dropped, one comparison brings each payment, refund and dispute at PayPal in, once', async () => {
  await using till = await openPaypalCheckout()
  await till.standIn.control('webhooks', { mode: 'drop' })
  const orders = [await till.open(), await till.open(), await till.open()]
  for (const order of orders) await till.approve(order)
  const [seen, unseen] = await till.db.selectFrom('tipOrder').selectAll().orderBy('createdAt').execute()
  await capturePaypalOrder(till.ctx, orders[0]!)
  await till.ctx.payments.paypal!.captureOrder(orders[1]!, unseen!.id, 1) // and the answer is lost
  const captureId = (await till.db.selectFrom('tip').selectAll().executeTakeFirstOrThrow()).captureId
  await till.standIn.control('act', { captureId, act: 'refund', amountMinor: 2_00 })
  await till.standIn.control('act', { captureId, act: 'dispute', amountMinor: 3_00 })

  const first = await reconcile(till.ctx, yesterday)
  const second = await reconcile(till.ctx, yesterday)

  expect(seen!.providerOrderId).toBe(orders[0])
  expect(first.repaired.tips).toHaveLength(2) // one that was captured, one that was only approved
  expect(first.repaired.refunds).toHaveLength(1)
  expect(first.repaired.disputes).toHaveLength(1)
  expect(second).toMatchObject({ orders: 0, tips: 3, mended: { tips: [], refunds: [], disputes: [] } })
  expect([...first.missingAtProvider, ...second.missingAtProvider, ...first.unanswered]).toEqual([])
  expect(await till.tips()).toHaveLength(3)
  expect(await readBalances(till.db)).toMatchObject({ provider: -1900, disputed: 300 })
  const kept = await till.db.selectFrom('reconcileReport').select('report').execute()
  expect(kept.map(({ report }) => report)).toEqual([first, second])
})

test('a tip that PayPal does not have is told of, and stays', async () => {
  await using till = await openPaypalCheckout()
  const order = await till.open()
  await till.approve(order)
  await capturePaypalOrder(till.ctx, order)
  await till.db.updateTable('tip').set({ captureId: 'NOT-THERE' }).execute()
  await till.standIn.control('webhooks', { mode: 'drop' })

  const { missingAtProvider: strange } = await reconcile(till.ctx, yesterday)

  expect(strange).toMatchObject([{ captureId: 'NOT-THERE', provider: 'paypal' }])
  expect(await till.tips()).toHaveLength(1)
})

test('what PayPal does not answer is told of, and brought in by the next comparison', async () => {
  await using till = await openPaypalCheckout()
  await till.approve(await till.open())
  await till.fault('get', 'status-503', 3)

  const first = await reconcile(till.ctx, yesterday)
  const second = await reconcile(till.ctx, yesterday)

  expect(first.unanswered).toHaveLength(1)
  expect(second.repaired.tips).toHaveLength(1)
})

test('a reversal that a look-up shows first stays one when its message comes', async () => {
  await using till = await openPaypalCheckout()
  const order = await till.open()
  await till.approve(order)
  await capturePaypalOrder(till.ctx, order)
  const { captureId } = await till.db.selectFrom('tip').selectAll().executeTakeFirstOrThrow()
  await till.standIn.control('webhooks', { mode: 'drop' })
  await till.standIn.control('act', { captureId, act: 'reverse' })
  const kinds = () => till.db.selectFrom('providerRefund').select('kind').execute()

  const first = await reconcile(till.ctx, yesterday)
  expect([first.repaired.refunds.length, await kinds()]).toEqual([1, [{ kind: 'refund' }]])
  const [refund] = await till.ctx.payments
    .paypal!.findPayment(order, '')
    .then(({ refunds }) => refunds.map((one) => ({ ...one, kind: 'reversal' as const })))
  await recordRefundAndPublish(till.ctx, refund!)
  const second = await reconcile(till.ctx, yesterday)

  expect([second.repaired.refunds, await kinds()]).toEqual([[], [{ kind: 'reversal' }]])
  expect(await readBalances(till.db)).toMatchObject({ platform_fee: 35 })
})

test('a payment with our mark and no order is told of and not booked; one whose order was given up is a tip', async () => {
  await using till = await openStripeCheckout()
  const [lost, late] = [await till.open(), await till.open()]
  for (const { sessionId } of [lost, late]) await till.pay(sessionId)
  await till.db.deleteFrom('tipOrder').where('providerOrderId', '=', lost.sessionId).execute()
  await till.db.updateTable('tipOrder').set({ status: 'EXPIRED' }).execute()

  const first = await reconcile(till.ctx, yesterday)
  const second = await reconcile(till.ctx, yesterday)

  const { intents } = await till.state()
  const { id: captureId } = Object.values(intents).find(({ sessionId }) => sessionId === lost.sessionId)!
  const stranger = { provider: 'stripe', payeeId: till.accountId, captureId, reason: 'no order of ours' }
  expect(first.unmatchedPayments).toEqual([stranger])
  expect(first.repaired.tips).toHaveLength(1)
  expect(second).toMatchObject({ mended: { tips: [] }, strangers: [stranger], unanswered: [] })
  expect(await till.tips()).toHaveLength(1)
})

test('with every webhook dropped, one comparison brings each card payment and refund at Stripe in, once', async () => {
  await using till = await openStripeCheckout()
  const sessions = [await till.open(), await till.open()]
  for (const { sessionId } of sessions) await till.pay(sessionId)

  const first = await reconcile(till.ctx, yesterday)
  const tip = await till.db.selectFrom('tip').selectAll().executeTakeFirstOrThrow()
  const { stripe } = till.ctx.payments
  await stripe!.refundCapture({
    id: 'made-elsewhere',
    captureId: tip.captureId,
    payeeId: till.accountId,
    amountMinor: 2_00,
    currency: 'gbp',
    platformFeeMinor: 10,
    reason: '',
  })
  await till.act(tip.captureId, 'dispute')
  const second = await reconcile(till.ctx, yesterday)
  const third = await reconcile(till.ctx, yesterday)

  expect(first.repaired.tips).toHaveLength(2)
  const one = [expect.any(String)]
  expect(second.repaired).toEqual({ tips: [], refunds: one, disputes: one })
  expect([...first.unanswered, ...second.unanswered]).toEqual([])
  expect(third.repaired).toEqual({ tips: [], refunds: [], disputes: [] })
  expect(await till.tips()).toHaveLength(2)
  expect(await readBalances(till.db)).toMatchObject({ provider: -1200, disputed: 500 })
})
