/** Refunds, reversals and disputes, as PayPal's own signed webhooks bring them into the books. */
import { expect, test } from 'vitest'
import { startListener } from '../../../sandbox/paypal/paypal.fixture.ts'
import { readBalances, readKinds } from '../ledger/ledger.fixture.ts'
import { paypalWebhookVerifier } from './verify-webhook.ts'
import { capturePaypalOrder } from './capture-order.ts'
import { keepPaypalWebhook, processPaypalWebhook } from './receive-webhook.ts'
import { applyPendingReports } from '../orders/record-outcome.ts'
import { openPaypalCheckout } from './checkout.fixture.ts'

/** A till whose webhooks wait until `bring` takes them in, verified, in the order they are given. */
async function openPostedTill() {
  const till = await openPaypalCheckout()
  const listener = await startListener()
  await till.standIn.control('webhook-url', { url: listener.url })
  const verify = paypalWebhookVerifier(till.config)
  const orderId = await till.open()
  await till.approve(orderId)

  return {
    ...till,
    orderId,
    /** The fan's browser captures; the id of the capture. */
    async pay() {
      await capturePaypalOrder(till.ctx, orderId)
      return (await till.db.selectFrom('tip').select('captureId').executeTakeFirstOrThrow()).captureId
    },
    act: (captureId: string, act: string, amountMinor?: number) =>
      till.standIn.control('act', { captureId, act, amountMinor }),
    /** Takes in what is of these types once all has come. */
    async bring(...types: string[]) {
      await expect.poll(() => listener.types()).toEqual(expect.arrayContaining(types))
      for (const type of types)
        for (const { headers, raw } of listener.received.filter(({ event }) => event.event_type === type)) {
          expect(await verify(signatureOf(headers), raw)).toBe(true)
          const webhook = await keepPaypalWebhook(till.ctx, raw)
          if (webhook) await processPaypalWebhook(till.ctx, webhook)
        }
    },
    async [Symbol.asyncDispose]() {
      await listener[Symbol.asyncDispose]()
      await till[Symbol.asyncDispose]()
    },
  }
}

function signatureOf(headers: Record<string, string | string[] | undefined>) {
  const header = (name: string) => String(headers[`paypal-${name}`])
  return {
    transmissionId: header('transmission-id'),
    transmissionTime: header('transmission-time'),
    signature: header('transmission-sig'),
    certUrl: header('cert-url'),
    algorithm: header('auth-algo'),
  }
}

/** What PayPal keeps of 7.00, and what of it stays with whom after the capture alone. */
const fee = 50
const captured = { provider: -700, creator: 665 - fee, platform_fee: 35, provider_fee: fee }

test('a part that the seller gives back on PayPal’s own site comes into the books once, told twice', async () => {
  await using till = await openPostedTill()
  const captureId = await till.pay()
  expect(await readBalances(till.db)).toEqual(captured)
  await till.act(captureId, 'refund', 2_00)

  await till.bring('PAYMENT.CAPTURE.REFUNDED')
  await till.bring('PAYMENT.CAPTURE.REFUNDED')

  // The platform's fee stays: on that site nobody gave it back.
  expect(await readBalances(till.db)).toEqual({ ...captured, provider: -500, creator: 465 - fee })
  const tip = await till.db.selectFrom('tip').select('returnedMinor').executeTakeFirstOrThrow()
  expect(tip.returnedMinor).toBe(200)
  expect(till.published).toHaveLength(2)
})

test('a refund that is told before its capture waits for it', async () => {
  await using till = await openPostedTill()
  const ofPaypal = till.ctx.payments.paypal!
  const [order] = await till.db.selectFrom('tipOrder').selectAll().execute()
  const taken = await ofPaypal.captureOrder(till.orderId, order!.id, 1)
  const captureId = taken.kind === 'captured' ? taken.capture.captureId : ''
  await till.act(captureId, 'refund')

  await till.bring('PAYMENT.CAPTURE.REFUNDED')
  expect(await readBalances(till.db)).toEqual({})
  await till.bring('PAYMENT.CAPTURE.COMPLETED')

  expect(await readBalances(till.db)).toEqual({ ...captured, provider: undefined, creator: -35 - fee })
  expect(await readKinds(till.db)).toEqual(['capture', 'provider_fee', 'refund'])
})

test('a dispute is held, and lost it takes the money once, with the reversal that carries it out', async () => {
  await using till = await openPostedTill()
  const captureId = await till.pay()
  await till.act(captureId, 'dispute')
  await till.bring('CUSTOMER.DISPUTE.CREATED')
  expect(await readBalances(till.db)).toEqual({ ...captured, creator: -35 - fee, disputed: 700 })
  const [dispute] = await till.db.selectFrom('dispute').selectAll().execute()
  expect(dispute).toMatchObject({ status: 'open', amountMinor: 700, respondBy: expect.any(Date) })

  await till.act(captureId, 'dispute-lost')
  await till.bring('PAYMENT.CAPTURE.REVERSED', 'CUSTOMER.DISPUTE.RESOLVED', 'CUSTOMER.DISPUTE.CREATED')

  expect(await readBalances(till.db)).toEqual({ ...captured, provider: undefined, creator: -35 - fee })
})

test('a dispute that the seller wins gives all back', async () => {
  await using till = await openPostedTill()
  const captureId = await till.pay()
  await till.act(captureId, 'dispute', 3_00)
  await till.bring('CUSTOMER.DISPUTE.CREATED')
  expect(await readBalances(till.db)).toMatchObject({ disputed: 300 })

  await till.act(captureId, 'dispute-won')
  await till.bring('CUSTOMER.DISPUTE.RESOLVED')

  expect(await readBalances(till.db)).toEqual(captured)
})

test('what was kept and not applied, for a process stopped in between, is applied by the clock', async () => {
  await using till = await openPostedTill()
  const captureId = await till.pay()
  await till.act(captureId, 'reverse')
  await till.bring('PAYMENT.CAPTURE.REVERSED')
  const whole = await readBalances(till.db)
  await till.db.updateTable('providerRefund').set({ appliedAt: null }).execute()

  await applyPendingReports(till.ctx)

  expect(await readBalances(till.db)).toEqual(whole)
  const [refund] = await till.db.selectFrom('providerRefund').selectAll().execute()
  expect(refund).toMatchObject({ kind: 'reversal', appliedAt: expect.any(Date) })
})
