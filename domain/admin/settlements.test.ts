import { pino } from 'pino'
import { register } from 'prom-client'
import { expect, test } from 'vitest'
import type { Db } from '../../db/connection.ts'
import { later } from '../payments/checkout.fixture.ts'
import { checkPayments } from '../payments/check-payments.ts'
import { readStatement } from '../payments/ledger/read-statement.ts'
import { openPaypalCheckout } from '../payments/paypal/checkout.fixture.ts'
import { reconcile } from '../payments/reconciliation/reconcile.ts'
import { listed, reconcileLater } from '../payments/reconciliation/sums.fixture.ts'
import { requestUnreturned } from '../payments/refunds/request-refund.ts'
import { openStripeCheckout } from '../payments/stripe/checkout.fixture.ts'
import { openAdmins, payWrongSum } from './settlements.fixture.ts'
import { readUnmatched } from './settlements.ts'

async function countStuck(db: Db): Promise<number> {
  await checkPayments({ db, log: pino({ level: 'silent' }) })
  const { values } = await register.getSingleMetric('brimful_payments_stuck')!.get()
  return values.reduce((sum, { value }) => sum + value, 0)
}

for (const open of [openStripeCheckout, openPaypalCheckout])
  test(`two admins refund a payment of a wrong sum in full (${open.name})`, async () => {
    await using checkout = await open()
    const { db, ctx, creator } = checkout
    const paymentId = await payWrongSum(checkout)
    await reconcileLater(ctx, 120)
    const { propose, decide, ada } = await openAdmins(checkout)
    const provider = checkout.gateway.name
    const { payments } = await readUnmatched(db, ada.uid)
    expect(payments).toMatchObject([
      { provider, paymentId, creator: creator.userName, paid: 7_00, expected: 6_00, isRefundable: true },
    ])

    const id = await propose({ provider, paymentId, way: 'refund', reason: 'Paid too much' })
    const twice = propose({ provider, paymentId, way: 'refund', reason: 'Again' })
    await expect(twice).rejects.toMatchObject({ code: 'adjustment_open' })
    await expect(decide(id, 'settle', ada.uid)).rejects.toMatchObject({ code: 'adjustment_own' })
    await decide(id, 'settle')

    const refunds = await db.selectFrom('providerRefund').selectAll().execute()
    expect(refunds).toMatchObject([{ captureId: paymentId, amountMinor: 7_00, status: 'completed' }])
    const after = await readUnmatched(db, ada.uid)
    const decided = { id, way: 'refund', decision: 'settled', transactionId: refunds[0]!.refundId }
    expect(after).toMatchObject({ payments: [], proposed: [], decided: [decided] })
    expect((await readStatement(db, { creatorUid: creator.uid, mode: 'test' })).unmatched).toEqual([])
    const nothing = { unmatchedPayments: [], differences: [] }
    expect(await reconcileLater(ctx, 240)).toMatchObject(nothing)
    expect(await reconcile(ctx, { since: later(-60), now: later(360) })).toMatchObject(nothing)
    expect(await listed(db)).toEqual([])
    expect(await countStuck(db)).toBe(0)
    const actions = await db.selectFrom('adminAction').select(['action', 'subject', 'accountUid']).execute()
    expect(actions).toEqual(
      ['propose_settlement', 'settle_payment'].map((action) => ({
        action,
        subject: id,
        accountUid: creator.uid,
      })),
    )
  })

test('a refund whose response was lost is made once, however often it is decided', async () => {
  await using checkout = await openStripeCheckout()
  const { db } = checkout
  const paymentId = await payWrongSum(checkout)
  const { propose, decide, ada } = await openAdmins(checkout)
  const id = await propose({ provider: 'stripe', paymentId, way: 'refund', reason: 'Paid too much' })

  await checkout.fault('refund', 'drop-after-commit', 3)
  await expect(decide(id, 'settle')).rejects.toMatchObject({ code: 'payment_provider' })
  const again = await Promise.allSettled([decide(id, 'settle'), decide(id, 'settle')])

  expect(again.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await db.selectFrom('providerRefund').select('amountMinor').execute()).toEqual([
    { amountMinor: 7_00 },
  ])
  expect((await readUnmatched(db, ada.uid)).payments).toEqual([])
})

test('a payment that names no known order is settled by the transaction that two admins have seen', async () => {
  await using checkout = await openStripeCheckout()
  const { db, ctx } = checkout
  await checkout.openPaid()
  await db.deleteFrom('tipOrder').execute()
  await reconcile(ctx, { since: later(-60) })
  const paymentId = (await reconcile(ctx, { since: later(-60) }))!.unmatchedPayments[0]!.captureId
  const { propose, decide, ada } = await openAdmins(checkout)
  const { payments } = await readUnmatched(db, ada.uid)
  expect(payments).toMatchObject([{ paymentId, creator: null, expected: null, isRefundable: false }])
  const refund = propose({ provider: 'stripe', paymentId, way: 'refund', reason: 'Not ours' })
  await expect(refund).rejects.toMatchObject({ code: 'refund_elsewhere' })

  const wanted = {
    provider: 'stripe',
    paymentId,
    way: 'outside',
    transactionId: 're_1',
    reason: 'Not ours',
  } as const
  await decide(await propose(wanted), 'reject')
  expect((await readUnmatched(db, ada.uid)).payments).toHaveLength(1)
  await decide(await propose(wanted), 'settle')

  expect((await readUnmatched(db, ada.uid)).payments).toEqual([])
  const report = await reconcile(ctx, { since: later(-60), now: later(240) })
  expect(report).toMatchObject({ unmatchedPayments: [], differences: [] })
  expect(await listed(db)).toEqual([])
  expect(await countStuck(db)).toBe(0)
  const none = propose({ ...wanted, paymentId: 'pi_unknown' })
  await expect(none).rejects.toMatchObject({ code: 'not_found' })
})

test('a refund at the provider closes a payment, and its failure opens it again', async () => {
  await using checkout = await openStripeCheckout()
  const { db } = checkout
  const paymentId = await payWrongSum(checkout)
  const { propose, decide, ada } = await openAdmins(checkout)
  await decide(await propose({ provider: 'stripe', paymentId, way: 'refund', reason: 'Too much' }), 'settle')
  const isClosed = async () => {
    await requestUnreturned({ db })
    const { closedAt } = await db.selectFrom('unmatchedPayment').select('closedAt').executeTakeFirstOrThrow()
    return closedAt !== null
  }
  expect(await isClosed()).toBe(true)

  await db.updateTable('providerRefund').set({ status: 'failed' }).execute()

  expect(await isClosed()).toBe(false)
  expect((await readUnmatched(db, ada.uid)).payments).toMatchObject([{ paymentId, isRefundable: true }])
})
