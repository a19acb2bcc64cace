/** Tests refunds, reversals and disputes that PayPal reports by signed webhooks. */
import { expect, test } from 'vitest'
import { startListener } from '../../../sandbox/conformance/webhook-listener.fixture.ts'
import { eventOf, typesOf } from '../../../sandbox/paypal/paypal.fixture.ts'
import { checkoutModes, feeIn } from '../checkout.fixture.ts'
import type { CheckoutMode } from '../checkout.fixture.ts'
import { readBalances, readKinds } from '../ledger/ledger.fixture.ts'
import { orderKeyOf } from '../orders/order-key.ts'
import { applyPendingReports } from '../orders/record-outcome.ts'
import { openPaypalCheckout } from './checkout.fixture.ts'

/** Opens a checkout that collects PayPal's webhooks. `receive` verifies and stores them, in the given order of types. */
async function openCheckout(mode: CheckoutMode = 'platform') {
  const checkout = await openPaypalCheckout({ mode })
  const listener = await startListener()
  await checkout.standIn.control('webhook-url', { url: listener.url })
  const { webhooks } = checkout.ctx.payments.paypal!

  return {
    ...checkout,
    /** Waits until webhooks of these types have arrived, then verifies and stores them. */
    async receive(...types: string[]) {
      await expect.poll(() => typesOf(listener.deliveries)).toEqual(expect.arrayContaining(types))
      for (const type of types)
        for (const delivery of listener.deliveries.filter((one) => eventOf(one).event_type === type)) {
          const header = (name: string) => String(delivery.headers[name])
          expect(await webhooks.verify(Buffer.from(delivery.body), header, async () => true)).toBe(true)
          await checkout.receive(eventOf(delivery))
        }
    },
    /** Returns the first event of a type that has arrived. */
    reported: (type: string) =>
      listener.deliveries.map(eventOf).find(({ event_type }) => event_type === type)!,
    /** Stores an event that PayPal would have signed. */
    receiveEvent: checkout.receive,
    async [Symbol.asyncDispose]() {
      await listener[Symbol.asyncDispose]()
      await checkout[Symbol.asyncDispose]()
    },
  }
}

/** PayPal's own fee on 7.00 and the balances right after the capture, in minor units. */
const fee = 50
const capturedIn = (mode: CheckoutMode) => ({
  provider: -700,
  creator: 700 - feeIn(mode) - fee,
  ...(mode === 'platform' && { platform_fee: feeIn(mode) }),
  provider_fee: fee,
})
const captured = capturedIn('platform')

test.each(checkoutModes)(
  '%s: a partial refund on PayPal’s own site is booked once, although it is reported twice',
  async (mode) => {
    const captured = capturedIn(mode)
    await using checkout = await openCheckout(mode)
    const { captureId } = await checkout.takeTip()
    expect(await readBalances(checkout.db)).toEqual(captured)
    await checkout.act(captureId, 'refund', 2_00)

    await checkout.receive('PAYMENT.CAPTURE.REFUNDED')
    await checkout.receive('PAYMENT.CAPTURE.REFUNDED')

    // The platform keeps its service fee, because a refund on PayPal's own site does not return it.
    expect(await readBalances(checkout.db)).toEqual({
      ...captured,
      provider: -500,
      creator: captured.creator - 200,
    })
    const tip = await checkout.db.selectFrom('tip').select('returnedMinor').executeTakeFirstOrThrow()
    expect(tip.returnedMinor).toBe(200)
    expect(checkout.published).toHaveLength(2)
  },
)

test('a refund that fails later is booked back, and a repeat of its success changes nothing', async () => {
  await using checkout = await openCheckout()
  const { captureId } = await checkout.takeTip()
  await checkout.act(captureId, 'refund', 2_00)
  await checkout.receive('PAYMENT.CAPTURE.REFUNDED')
  const made = checkout.reported('PAYMENT.CAPTURE.REFUNDED')
  const update_time = new Date(Date.now() + 1000).toISOString()
  const resource = { ...made.resource, status: 'FAILED', update_time }

  for (const repeated of [{ event_type: 'PAYMENT.REFUND.FAILED', resource }, {}])
    await checkout.receiveEvent({ ...made, id: `WH-${Object.keys(repeated).length}`, ...repeated })

  expect(await readBalances(checkout.db)).toEqual(captured)
  const tip = await checkout.db.selectFrom('tip').select('returnedMinor').executeTakeFirstOrThrow()
  expect(tip.returnedMinor).toBe(0)
})

test('a refund that is reported before its capture waits for it', async () => {
  await using checkout = await openCheckout()
  await checkout.openPaid()
  const ofPaypal = checkout.ctx.payments.paypal!
  const [order] = await checkout.db.selectFrom('tipOrder').selectAll().execute()
  const taken = await ofPaypal.captureOrder!(orderKeyOf(order!))
  const captureId = taken.kind === 'captured' ? taken.capture.captureId : ''
  await checkout.act(captureId, 'refund')

  await checkout.receive('PAYMENT.CAPTURE.REFUNDED')
  expect(await readBalances(checkout.db)).toEqual({})
  await checkout.receive('PAYMENT.CAPTURE.COMPLETED')

  expect(await readBalances(checkout.db)).toEqual({ ...captured, provider: undefined, creator: -35 - fee })
  expect(await readKinds(checkout.db)).toEqual(['capture', 'provider_fee', 'refund'])
})

test.each(checkoutModes)(
  '%s: a dispute sets the money aside; a lost one takes it once, together with the reversal that pays it',
  async (mode) => {
    const captured = capturedIn(mode)
    const left = -feeIn(mode) - fee
    await using checkout = await openCheckout(mode)
    const { captureId } = await checkout.takeTip()
    await checkout.act(captureId, 'dispute')
    await checkout.receive('CUSTOMER.DISPUTE.CREATED')
    expect(await readBalances(checkout.db)).toEqual({ ...captured, creator: left, disputed: 700 })
    const [dispute] = await checkout.db.selectFrom('dispute').selectAll().execute()
    expect(dispute).toMatchObject({ status: 'open', amountMinor: 700, respondBy: expect.any(Date) })

    await checkout.act(captureId, 'dispute-lost')
    await checkout.receive(
      'PAYMENT.CAPTURE.REVERSED',
      'CUSTOMER.DISPUTE.RESOLVED',
      'CUSTOMER.DISPUTE.CREATED',
    )

    expect(await readBalances(checkout.db)).toEqual({ ...captured, provider: undefined, creator: left })
  },
)

test('a dispute that the seller wins returns everything', async () => {
  await using checkout = await openCheckout()
  const { captureId } = await checkout.takeTip()
  await checkout.act(captureId, 'dispute', 3_00)
  await checkout.receive('CUSTOMER.DISPUTE.CREATED')
  expect(await readBalances(checkout.db)).toMatchObject({ disputed: 300 })

  await checkout.act(captureId, 'dispute-won')
  await checkout.receive('CUSTOMER.DISPUTE.RESOLVED')

  expect(await readBalances(checkout.db)).toEqual(captured)
})

test('a report that was stored but not applied, because the process stopped, is applied by the schedule', async () => {
  await using checkout = await openCheckout()
  const { captureId } = await checkout.takeTip()
  await checkout.act(captureId, 'reverse')
  await checkout.receive('PAYMENT.CAPTURE.REVERSED')
  const whole = await readBalances(checkout.db)
  await checkout.db.updateTable('providerRefund').set({ appliedAt: null }).execute()

  await applyPendingReports(checkout.ctx)

  expect(await readBalances(checkout.db)).toEqual(whole)
  const [refund] = await checkout.db.selectFrom('providerRefund').selectAll().execute()
  expect(refund).toMatchObject({ kind: 'reversal', appliedAt: expect.any(Date) })
})
