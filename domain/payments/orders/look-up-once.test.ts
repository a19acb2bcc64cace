import { expect, test } from 'vitest'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'
import { openStripeCheckout } from '../stripe/checkout.fixture.ts'

const isCapture = (request: string) => request.endsWith('/capture')
const codesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => result.status === 'rejected' && result.reason.code)

test('317 captures at once of an order that nobody approved ask PayPal twice at most', async () => {
  await using checkout = await openPaypalCheckout()
  const orderId = await checkout.open()

  const results = await Promise.allSettled(Array.from({ length: 317 }, () => checkout.finish(orderId)))

  expect([1, 2]).toContain(checkout.standIn.requests.filter(isCapture).length)
  expect(codesOf(results)).toEqual(Array(317).fill('payment_not_approved'))
})

test('a supporter who approves within a second of an earlier look-up is answered with the payment', async () => {
  await using checkout = await openPaypalCheckout()
  const orderId = await checkout.open()
  await expect(checkout.finish(orderId)).rejects.toMatchObject({ code: 'payment_not_approved' })
  await checkout.pay(orderId)

  expect(await checkout.finish(orderId)).toMatchObject({ status: 'captured' })
})

test('many processes ask PayPal about an order 40 times in ten minutes at most', async () => {
  await using checkout = await openPaypalCheckout()
  const orderId = await checkout.open()

  const results = await Promise.allSettled(
    Array.from({ length: 60 }, () => checkout.finishElsewhere(orderId)),
  )

  expect(checkout.standIn.requests.filter(isCapture)).toHaveLength(40)
  expect(codesOf(results).filter((code) => code === 'rate_limited')).toHaveLength(20)
})

test('a network that captures 30 unapproved orders again and again is refused, and who pays there is not', async () => {
  await using checkout = await openPaypalCheckout()
  const orderIds = await Promise.all(Array.from({ length: 30 }, () => checkout.open()))
  const address = '203.0.113.7'

  const codes: unknown[] = []
  // One round after another: all 360 at once may take longer than a supporter is kept waiting.
  for (let round = 0; round < 12; round++) {
    const results = await Promise.allSettled(orderIds.map((id) => checkout.finishElsewhere(id, address)))
    codes.push(...codesOf(results))
  }

  expect(codes.filter((code) => code === 'payment_not_approved')).toHaveLength(30 * 3 + 200)
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(30 * 9 - 200)
  const honest = await checkout.openPaid()
  expect(await checkout.finish(honest, address)).toMatchObject({ status: 'captured' })
})

test('captures of an order at the same time ask PayPal once', async () => {
  await using checkout = await openPaypalCheckout()
  const orderId = await checkout.open()
  await checkout.pay(orderId)

  const results = await Promise.all([1, 2, 3].map(() => checkout.finish(orderId)))

  expect(results.map(({ status }) => status)).toEqual(['captured', 'captured', 'captured'])
  expect(checkout.standIn.requests.filter(isCapture)).toHaveLength(1)
})

test('a page that looks too often still shows how its payment stands', async () => {
  await using checkout = await openStripeCheckout()
  const sessionId = await checkout.open()

  const results = await Promise.all(Array.from({ length: 60 }, () => checkout.finishElsewhere(sessionId)))

  expect(results).toEqual(Array(60).fill(expect.objectContaining({ status: 'open' })))
})
