import { expect, onTestFinished, test, vi } from 'vitest'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'
import { reconcileLater } from '../reconciliation/sums.fixture.ts'
import { openStripeCheckout } from '../stripe/checkout.fixture.ts'
import { requestRefund } from './request-refund.ts'

const clean = { differences: [], sums: [], missingAtProvider: [], unanswered: [] }

async function openStripe() {
  const checkout = await openStripeCheckout()
  await checkout.standIn.control('webhooks', { mode: 'drop' })
  return checkout
}

async function openPaypal() {
  const checkout = await openPaypalCheckout({ hasGrantedSearch: true })
  await checkout.standIn.control('transaction-search', { listDelayMs: 0 })
  await checkout.standIn.control('webhooks', { mode: 'drop' })
  return checkout
}

type Checkout = Awaited<ReturnType<typeof openStripe>> | Awaited<ReturnType<typeof openPaypal>>

const refundOf = ({ db }: Checkout) =>
  db.selectFrom('providerRefund').select(['status', 'appliedAt']).executeTakeFirstOrThrow()

const tipOf = ({ db }: Checkout) => db.selectFrom('tip').select('returnedMinor').executeTakeFirstOrThrow()

test('when the bank returns a refund at Stripe, the tip is whole again and the books still say what went back of our fee', async () => {
  await using checkout = await openStripe()
  const { ctx, creator } = checkout
  const { id: tipId, captureId } = await checkout.takeTip()
  await checkout.readRecords()
  await requestRefund(ctx, creator.uid, { tipId, amountMinor: 7_00, reason: '' })
  await checkout.act(captureId, 'refund-failed')

  await reconcileLater(ctx, 120)
  await checkout.readRecords()

  expect(await reconcileLater(ctx, 240)).toMatchObject(clean)
  expect(await refundOf(checkout)).toMatchObject({ status: 'failed' })
  expect(await tipOf(checkout)).toEqual({ returnedMinor: 0 })
  expect(await requestRefund(ctx, creator.uid, { tipId, amountMinor: 7_00, reason: '' })).toBe('done')
  expect(await tipOf(checkout)).toEqual({ returnedMinor: 7_00 })
})

test('a refund at PayPal that waits for a bank counts once it is paid, and is compared although it began before', async () => {
  const start = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  onTestFinished(() => void vi.useRealTimers())
  await using checkout = await openPaypal()
  const { ctx, creator } = checkout
  const { id: tipId, captureId } = await checkout.takeTip()
  await checkout.standIn.control('echecks', {})
  await requestRefund(ctx, creator.uid, { tipId, amountMinor: 2_00, reason: '' })
  expect(await tipOf(checkout)).toEqual({ returnedMinor: 0 })
  const compareAfter = async (days: number) => {
    vi.setSystemTime(start + days * 24 * 3_600_000)
    return reconcileLater(ctx, 0)
  }
  await compareAfter(1)
  await compareAfter(3)

  await checkout.act(captureId, 'refund-cleared')
  await compareAfter(4)

  expect(await compareAfter(5)).toMatchObject(clean)
  expect(await refundOf(checkout)).toMatchObject({ status: 'completed' })
  expect(await tipOf(checkout)).toEqual({ returnedMinor: 2_00 })
})

test('a refund at PayPal that the bank does not pay leaves the tip as it was, and can be made again', async () => {
  await using checkout = await openPaypal()
  const { ctx, creator } = checkout
  const { id: tipId, captureId } = await checkout.takeTip()
  await checkout.standIn.control('echecks', {})
  await requestRefund(ctx, creator.uid, { tipId, amountMinor: 7_00, reason: '' })
  const twice = requestRefund(ctx, creator.uid, { tipId, amountMinor: 7_00, reason: '' })
  await expect(twice).rejects.toMatchObject({ code: 'refund_unavailable' })

  await checkout.act(captureId, 'refund-failed')
  await reconcileLater(ctx, 240)

  expect(await refundOf(checkout)).toMatchObject({ status: 'failed' })
  expect(await reconcileLater(ctx, 480)).toMatchObject(clean)
  expect(await requestRefund(ctx, creator.uid, { tipId, amountMinor: 7_00, reason: '' })).toBe('done')
  expect(await tipOf(checkout)).toEqual({ returnedMinor: 7_00 })
})
