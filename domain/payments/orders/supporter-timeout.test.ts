import { expect, onTestFinished, test } from 'vitest'
import { openTcpProxy } from '../../../db/tcp-proxy.fixture.ts'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'
import { openPaypal } from '../paypal/provider.ts'

test('a supporter is told after five seconds that PayPal does not respond, and the capture that was slow is recorded', async () => {
  await using checkout = await openPaypalCheckout()
  const orderId = await checkout.openPaid()
  await checkout.standIn.control('faults', { operation: 'capture', fault: 'slow', times: 1, delayMs: 7_000 })

  await expect(checkout.finish(orderId)).rejects.toMatchObject({ code: 'payment_provider' })
  const published = [...checkout.published]

  expect(published).toEqual([])
  await expect.poll(() => checkout.published.length).toBe(1)
})

test('an order that PayPal opens too late is one that nobody can pay', async () => {
  await using checkout = await openPaypalCheckout()
  await checkout.standIn.control('faults', { operation: 'create', fault: 'slow', times: 1, delayMs: 6_000 })

  await expect(checkout.open()).rejects.toMatchObject({ code: 'payment_provider' })

  const orders = checkout.db.selectFrom('tipOrder').select(['status', 'providerOrderId'])
  expect(await orders.execute()).toEqual([{ status: 'OPENING', providerOrderId: null }])
})

test('a capture whose response is lost is repeated while the supporter waits, and charges once', async () => {
  await using checkout = await openPaypalCheckout()
  const orderId = await checkout.openPaid()
  const proxy = await openTcpProxy(checkout.config.apiUrl!)
  onTestFinished(() => proxy.close())
  checkout.ctx.payments = {
    paypal: openPaypal(
      { ...checkout.config, apiUrl: proxy.url.replace(/\/$/, '') },
      'https://brimful.example',
    ),
  }
  const lost = proxy.holdResponse(/\/capture/)
  void lost.reached.then(() => lost.lift())

  expect(await checkout.finish(orderId)).toMatchObject({ status: 'captured' })
  expect(await checkout.paymentIds()).toHaveLength(1)
})
