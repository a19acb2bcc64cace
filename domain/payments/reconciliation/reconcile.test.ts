import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildManyTips, readBalances } from '../ledger/ledger.fixture.ts'
import { orderKeyOf } from '../orders/order-key.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { reconcile as reconcileUnlessRunning } from './reconcile.ts'
import { recordRefundAndPublish } from '../orders/record-outcome.ts'
import { openStripeCheckout } from '../stripe/checkout.fixture.ts'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'
import { later } from '../checkout.fixture.ts'

const yesterday = new Date(Date.now() - 86_400_000)

async function reconcile(ctx: PaymentContext, since: Date) {
  const report = await reconcileUnlessRunning(ctx, { since })
  if (!report) throw new Error('another process reconciles')
  return report
}

test('with every webhook lost, one reconciliation records each payment, refund and dispute at PayPal once', async () => {
  await using checkout = await openPaypalCheckout()
  await checkout.standIn.control('webhooks', { mode: 'drop' })
  const orders = [await checkout.openPaid(), await checkout.openPaid(), await checkout.openPaid()]
  const [seen, unseen] = await checkout.db.selectFrom('tipOrder').selectAll().orderBy('createdAt').execute()
  await checkout.finish(orders[0]!)
  // Captures the order without recording it, as if PayPal's response had been lost.
  await checkout.ctx.payments.paypal!.captureOrder!(orderKeyOf(unseen!))
  const captureId = (await checkout.db.selectFrom('tip').selectAll().executeTakeFirstOrThrow()).captureId
  await checkout.act(captureId, 'refund', 2_00)
  await checkout.act(captureId, 'dispute', 3_00)

  const first = await reconcile(checkout.ctx, yesterday)
  const second = await reconcile(checkout.ctx, yesterday)

  expect(seen!.providerOrderId).toBe(orders[0])
  expect(first.repaired.tips).toHaveLength(2) // the tip of a captured order, and the tip of one that was only approved
  expect(first.repaired.refunds).toHaveLength(1)
  expect(first.repaired.disputes).toHaveLength(1)
  expect(second).toMatchObject({ orders: 0, tips: 3, repaired: { tips: [], refunds: [], disputes: [] } })
  expect([...first.missingAtProvider, ...second.missingAtProvider, ...first.unanswered]).toEqual([])
  expect(await checkout.tips()).toHaveLength(3)
  expect(await readBalances(checkout.db)).toMatchObject({ provider: -1900, disputed: 300 })
  const stored = await checkout.db.selectFrom('reconcileReport').select('report').execute()
  expect(stored.map(({ report }) => report)).toEqual([first, second])
})

test('a tip that PayPal does not have is reported, and stays', async () => {
  await using checkout = await openPaypalCheckout()
  await checkout.takeTip()
  await checkout.owner.updateTable('tip').set({ captureId: 'NOT-THERE' }).execute()
  await checkout.standIn.control('webhooks', { mode: 'drop' })

  const { missingAtProvider } = await reconcile(checkout.ctx, yesterday)

  expect(missingAtProvider).toMatchObject([{ captureId: 'NOT-THERE', provider: 'paypal' }])
  expect(await checkout.tips()).toHaveLength(1)
})

test('what PayPal does not answer is reported, and recorded by the next reconciliation', async () => {
  await using checkout = await openPaypalCheckout()
  await checkout.openPaid()
  await checkout.fault('get', 'status-503', 3)

  const first = await reconcile(checkout.ctx, yesterday)
  const second = await reconcile(checkout.ctx, yesterday)

  expect(first.unanswered).toHaveLength(1)
  expect(second.repaired.tips).toHaveLength(1)
})

test('a reversal that a look-up reports first as a refund becomes a reversal with its webhook', async () => {
  await using checkout = await openPaypalCheckout()
  const { captureId } = await checkout.takeTip()
  const row = await checkout.db.selectFrom('tipOrder').selectAll().executeTakeFirstOrThrow()
  await checkout.standIn.control('webhooks', { mode: 'drop' })
  await checkout.act(captureId, 'reverse')
  const kinds = () => checkout.db.selectFrom('providerRefund').select('kind').execute()

  const first = await reconcile(checkout.ctx, yesterday)
  expect([first.repaired.refunds.length, await kinds()]).toEqual([1, [{ kind: 'refund' }]])
  const [refund] = await checkout.ctx.payments
    .paypal!.findPayment(orderKeyOf(row))
    .then(({ refunds }) => refunds.map((one) => ({ ...one, kind: 'reversal' as const })))
  await recordRefundAndPublish(checkout.ctx, refund!)
  const second = await reconcile(checkout.ctx, yesterday)

  expect([second.repaired.refunds, await kinds()]).toEqual([[], [{ kind: 'reversal' }]])
  expect(await readBalances(checkout.db)).toMatchObject({ platform_fee: 35 })
})

test('a payment that names no known order is reported and not recorded; one whose order expired becomes a tip', async () => {
  await using checkout = await openStripeCheckout()
  const [lost] = [await checkout.openPaid(), await checkout.openPaid()]
  await checkout.db.deleteFrom('tipOrder').where('providerOrderId', '=', lost).execute()
  await checkout.db.updateTable('tipOrder').set({ status: 'EXPIRED' }).execute()
  await reconcile(checkout.ctx, yesterday) // at the time of this run, Stripe has not booked the payments yet

  const first = await reconcile(checkout.ctx, yesterday)
  const second = await reconcile(checkout.ctx, yesterday)

  const { intents } = await checkout.state()
  const { id: captureId } = Object.values(intents).find(({ sessionId }) => sessionId === lost)!
  const unmatched = { provider: 'stripe', payeeId: checkout.accountId, captureId, reason: 'no order of ours' }
  expect(first.unmatchedPayments).toEqual([unmatched])
  expect(first.repaired.tips).toHaveLength(1)
  expect(second).toMatchObject({ repaired: { tips: [] }, unmatchedPayments: [unmatched], unanswered: [] })
  expect(await checkout.tips()).toHaveLength(1)
})

test('with every webhook lost, one reconciliation records each card payment, refund and dispute at Stripe once', async () => {
  await using checkout = await openStripeCheckout()
  for (const _ of [1, 2]) await checkout.openPaid()

  const first = await reconcile(checkout.ctx, yesterday)
  const tip = await checkout.db.selectFrom('tip').selectAll().executeTakeFirstOrThrow()
  const { stripe } = checkout.ctx.payments
  await stripe!.refundCapture({
    id: 'made-elsewhere',
    attempt: 0,
    providerOrderId: '',
    captureId: tip.captureId,
    payeeId: checkout.accountId,
    amountMinor: 2_00,
    currency: 'gbp',
    platformFeeMinor: 10,
    reason: '',
  })
  await checkout.act(tip.captureId, 'dispute')
  const second = await reconcile(checkout.ctx, yesterday)
  const third = await reconcile(checkout.ctx, yesterday)

  expect(first.repaired.tips).toHaveLength(2)
  const one = [expect.any(String)]
  expect(second.repaired).toEqual({ tips: [], refunds: one, disputes: one })
  expect([...first.unanswered, ...second.unanswered]).toEqual([])
  expect(third.repaired).toEqual({ tips: [], refunds: [], disputes: [] })
  expect(await checkout.tips()).toHaveLength(2)
  expect(await readBalances(checkout.db)).toMatchObject({ provider: -1200, disputed: 500 })
})

test('a dispute that was opened weeks ago is decided, though the webhook about it was lost', async () => {
  await using checkout = await openStripeCheckout()
  const { captureId } = await checkout.takeTip()
  await checkout.act(captureId, 'dispute')
  await reconcile(checkout.ctx, yesterday)
  expect(await readBalances(checkout.db)).toMatchObject({ disputed: 700 })
  await checkout.act(captureId, 'dispute-won')

  // `since` is in the future, so the run looks up only what is still open.
  const { repaired, disputes } = await reconcile(checkout.ctx, later(60))

  expect([disputes, repaired.disputes.length]).toEqual([1, 1])
  expect((await readBalances(checkout.db)).disputed ?? 0).toBe(0)
})

test('of two processes that reconcile at once, one does', async () => {
  await using checkout = await openStripeCheckout()
  await checkout.takeTip()

  let first: ReturnType<typeof reconcileUnlessRunning>
  await checkout.owner.transaction().execute(async (trx) => {
    // Holds up the run that begins until the others have been refused.
    await sql`lock table payment_comparison`.execute(trx)
    first = reconcileUnlessRunning(checkout.ctx, { since: yesterday })
    const leases = () =>
      checkout.owner.selectFrom('botLease').where('name', '=', 'reconcile').select('name').execute()
    await expect.poll(leases).toHaveLength(1)

    const others = [1, 2].map(() => reconcileUnlessRunning(checkout.ctx, { since: yesterday }))
    expect(await Promise.all(others)).toEqual([undefined, undefined])
  })

  expect(await first!).toBeDefined()
  expect(await reconcileUnlessRunning(checkout.ctx)).toBeDefined()
})

test('more tips than a page holds are all looked up', async () => {
  await using checkout = await openPaypalCheckout()
  await buildManyTips(checkout.db, checkout.creator.uid, 600)
  await checkout.owner.updateTable('tip').set({ provider: 'paypal' }).execute()

  const { tips, missingAtProvider } = await reconcile(checkout.ctx, yesterday)

  expect([tips, missingAtProvider.length]).toEqual([600, 600])
})
