import { expect, test } from 'vitest'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'
import { openStripeCheckout } from '../stripe/checkout.fixture.ts'

test('317 captures of an order that nobody approved ask PayPal 40 times in ten minutes at most', async () => {
  await using checkout = await openPaypalCheckout()
  const orderId = await checkout.open()
  const captures = () => checkout.standIn.requests.filter((request) => request.endsWith('/capture'))

  const results = await Promise.allSettled(Array.from({ length: 317 }, () => checkout.finish(orderId)))

  expect(captures().length).toBeLessThanOrEqual(40)
  const codes = results.map((result) => result.status === 'rejected' && result.reason.code)
  expect(codes.filter((code) => code === 'payment_refused')).toHaveLength(40)
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(277)
})

test('captures of an order at the same time ask PayPal once', async () => {
  await using checkout = await openPaypalCheckout()
  const orderId = await checkout.open()
  await checkout.pay(orderId)

  const results = await Promise.all([1, 2, 3].map(() => checkout.finish(orderId)))

  expect(results.map(({ status }) => status)).toEqual(['captured', 'captured', 'captured'])
  expect(checkout.standIn.requests.filter((request) => request.endsWith('/capture'))).toHaveLength(1)
})

test('a page that looks too often still shows how its payment stands', async () => {
  await using checkout = await openStripeCheckout()
  const sessionId = await checkout.open()

  const results = await Promise.all(Array.from({ length: 60 }, () => checkout.finish(sessionId)))

  expect(results).toEqual(Array(60).fill(expect.objectContaining({ status: 'open' })))
})
