/** Refunds of unmatched payments that are interrupted, or meet a rejection. */
import { expect, test } from 'vitest'
import { later } from '../payments/checkout.fixture.ts'
import { refundUnmatched } from '../payments/orders/refund-unmatched.ts'
import type { ProposedRefund } from '../payments/orders/refund-unmatched.ts'
import type { RefundRequest } from '../payments/provider/payment-provider.ts'
import { openPaypalCheckout } from '../payments/paypal/checkout.fixture.ts'
import { openStripeCheckout } from '../payments/stripe/checkout.fixture.ts'
import { openAdmins, payWrongSum } from './settlements.fixture.ts'
import type { Checkout } from './settlements.fixture.ts'
import { readUnmatched } from './settlements.ts'

/** Proposes to refund a payment of a wrong sum. Lets the time pass in which a refund may be on its way. */
async function proposeRefund(checkout: Checkout) {
  const paymentId = await payWrongSum(checkout)
  const admins = await openAdmins(checkout)
  const provider = checkout.gateway.name
  return {
    ...admins,
    id: await admins.propose({ provider, paymentId, way: 'refund', reason: 'Paid too much' }),
    passTime: () =>
      checkout.db
        .updateTable('paymentSettlement')
        .set({ refundingUntil: later(-1) })
        .execute(),
  }
}

/** Returns a promise, and the function that resolves it. */
function openGate() {
  let pass = () => {}
  const passed = new Promise<void>((resolve) => (pass = resolve))
  return { passed, pass }
}

const begun = { code: 'settlement_begun' }

test('while one admin has a payment refunded, another one cannot reject the proposal', async () => {
  await using checkout = await openStripeCheckout()
  const { db, ctx } = checkout
  const { id, decide, ada, ben } = await proposeRefund(checkout)
  const [reached, allowed] = [openGate(), openGate()]
  const { stripe } = ctx.payments
  const slow = {
    ...stripe!,
    findRefund: (wanted: RefundRequest) => {
      reached.pass()
      return allowed.passed.then(() => stripe!.findRefund(wanted))
    },
  }
  const refund = (proposed: ProposedRefund) =>
    refundUnmatched({ db, payments: { ...ctx.payments, stripe: slow } }, proposed)

  const settling = decide(id, 'settle', ben.uid, refund)
  await reached.passed
  const rejecting = await decide(id, 'reject', ada.uid).catch((error: unknown) => error)
  allowed.pass()
  await settling.catch(() => undefined)

  expect(rejecting).toMatchObject(begun)
  const { decided } = await readUnmatched(db, ada.uid)
  expect(decided).toMatchObject([{ id, decision: 'settled', transactionId: expect.any(String) }])
})

for (const open of [openStripeCheckout, openPaypalCheckout])
  test(`a refund that was made before the process died is found, and its proposal is settled (${open.name})`, async () => {
    await using checkout = await open()
    const { db } = checkout
    const { id, decide, ada, passTime } = await proposeRefund(checkout)
    await checkout.fault('refund', 'drop-after-commit', 3)
    await expect(decide(id, 'settle')).rejects.toMatchObject({ code: 'payment_provider' })

    await expect(decide(id, 'reject')).rejects.toMatchObject(begun)
    await passTime()
    await expect(decide(id, 'reject')).rejects.toMatchObject(begun)
    await decide(id, 'settle')

    const refunds = await db.selectFrom('providerRefund').select(['refundId', 'amountMinor']).execute()
    expect(refunds).toMatchObject([{ amountMinor: 7_00 }])
    const { decided } = await readUnmatched(db, ada.uid)
    expect(decided).toMatchObject([{ id, decision: 'settled', transactionId: refunds[0]!.refundId }])
  })

test('a refund that was begun and never made is made by the next decision, or can be rejected after five minutes', async () => {
  await using checkout = await openStripeCheckout()
  const { db } = checkout
  const { id, decide, passTime } = await proposeRefund(checkout)
  await checkout.fault('refund', 'drop-before', 3)
  await expect(decide(id, 'settle')).rejects.toMatchObject({ code: 'payment_provider' })
  await expect(decide(id, 'reject')).rejects.toMatchObject(begun)

  await passTime()
  await decide(id, 'reject')

  expect(await db.selectFrom('paymentSettlement').select('decision').execute()).toEqual([
    { decision: 'rejected' },
  ])
  expect(await db.selectFrom('providerRefund').select('refundId').execute()).toEqual([])
})

test('a refund that was begun at a provider that is not configured any more can be rejected after five minutes', async () => {
  await using checkout = await openStripeCheckout()
  const { db, ctx } = checkout
  const { id, decide, ada, passTime } = await proposeRefund(checkout)
  await checkout.fault('refund', 'drop-before', 3)
  await expect(decide(id, 'settle')).rejects.toMatchObject({ code: 'payment_provider' })
  await passTime()

  ctx.payments = {}
  await decide(id, 'reject')

  expect((await readUnmatched(db, ada.uid)).proposed).toEqual([])
})

test('a proposal whose refund the provider has refused can be rejected at once', async () => {
  await using checkout = await openStripeCheckout()
  const { db, creator, standIn } = checkout
  const { id, decide } = await proposeRefund(checkout)
  await standIn.control('accounts', { email: creator.email, isDisconnected: true })
  await expect(decide(id, 'settle')).rejects.toMatchObject({ code: 'refund_elsewhere' })

  await decide(id, 'reject')

  expect(await db.selectFrom('paymentSettlement').select(['decision', 'refundMinor']).execute()).toEqual([
    { decision: 'rejected', refundMinor: null },
  ])
})
