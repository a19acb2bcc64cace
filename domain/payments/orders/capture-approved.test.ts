import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { later } from '../checkout.fixture.ts'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'
import { confirmOrder } from './capture-order.ts'
import { resolveOpenOrders } from './resolve-open-orders.ts'

type PaypalCheckout = Awaited<ReturnType<typeof openPaypalCheckout>>

const approvedEvent = (id: string, orderId: string) => ({
  id,
  event_type: 'CHECKOUT.ORDER.APPROVED',
  resource: { id: orderId },
})

/** Opens an order whose first payment method is declined. The next capture would succeed. */
async function openDeclined(checkout: PaypalCheckout): Promise<string> {
  const orderId = await checkout.open()
  await checkout.pay(orderId, 'declined-once')
  await expect(checkout.finish(orderId)).rejects.toMatchObject({ code: 'instrument_declined' })
  return orderId
}

test('after a declined payment method neither a look-up nor a late webhook charges the supporter', async () => {
  await using checkout = await openPaypalCheckout()
  const orderId = await openDeclined(checkout)

  for (const minutes of [3, 6, 60]) await resolveOpenOrders(checkout.ctx, later(minutes))
  await checkout.receive(approvedEvent('WH-late', orderId))

  expect(await checkout.paymentIds()).toEqual([])
  await resolveOpenOrders(checkout.ctx, later(73 * 60))
  expect(await checkout.orderStatus()).toEqual(['EXPIRED'])
})

test('who approves a declined order again on PayPal’s page is not charged for it, and pays with another order, once', async () => {
  await using checkout = await openPaypalCheckout()
  const checkoutId = randomUUID()
  const declined = await checkout.open({ checkoutId })
  await checkout.pay(declined, 'declined-once')
  const confirm = (providerOrderId: string) =>
    confirmOrder(checkout.ctx, 'paypal', { providerOrderId, address: '192.0.2.1' })
  expect(await confirm(declined)).toMatchObject({ status: 'failed' })

  await checkout.pay(declined)
  await checkout.receive(approvedEvent('WH-again', declined))
  expect(await confirm(declined)).toMatchObject({ status: 'failed' })
  await resolveOpenOrders(checkout.ctx, later(3))
  expect(await checkout.paymentIds()).toEqual([])

  const second = await checkout.openPaid({ checkoutId })
  expect(await confirm(second)).toMatchObject({ status: 'captured' })
  await expect(confirm(declined)).rejects.toMatchObject({ code: 'already_paid' })
  expect(await checkout.paymentIds()).toHaveLength(1)
})

test('a request repeated after its declined response was lost does not charge the supporter', async () => {
  await using checkout = await openPaypalCheckout()
  const orderId = await openDeclined(checkout)

  await expect(checkout.finish(orderId)).rejects.toMatchObject({ code: 'instrument_declined' })

  expect(await checkout.paymentIds()).toEqual([])
})

test('a capture asked for too early does not keep the approved order from being captured', async () => {
  await using checkout = await openPaypalCheckout()
  const orderId = await checkout.open()
  await expect(checkout.finish(orderId)).rejects.toMatchObject({ code: 'payment_not_approved' })

  await checkout.pay(orderId)

  expect(await checkout.finishElsewhere(orderId)).toMatchObject({ status: 'captured' })
})

test('an order whose tip was paid by another order is never captured', async () => {
  await using checkout = await openPaypalCheckout()
  const checkoutId = randomUUID()
  const first = await checkout.openPaid({ checkoutId })
  await checkout.finish(await checkout.openPaid({ checkoutId }))

  await expect(checkout.finish(first)).rejects.toMatchObject({ code: 'already_paid' })
  await checkout.receive(approvedEvent('WH-late', first))
  await resolveOpenOrders(checkout.ctx, later(3))

  expect(await checkout.paymentIds()).toHaveLength(1)
  expect((await checkout.orderStatus()).sort()).toEqual(['COMPLETED', 'EXPIRED'])
})

test('while it is unknown whether one order of a tip is paid, no other is opened', async () => {
  await using checkout = await openPaypalCheckout()
  const checkoutId = randomUUID()
  const first = await checkout.openPaid({ checkoutId })
  await checkout.fault('capture', 'drop-after-commit', 3)
  await checkout.fault('get', 'status-503', 6)
  await expect(checkout.finish(first)).rejects.toMatchObject({ code: 'payment_provider' })

  await expect(checkout.open({ checkoutId })).rejects.toMatchObject({ code: 'payment_provider' })
  for (const minutes of [3, 6, 12]) await resolveOpenOrders(checkout.ctx, later(minutes))

  await expect(checkout.open({ checkoutId })).rejects.toMatchObject({ code: 'already_paid' })
  expect(await checkout.paymentIds()).toHaveLength(1)
  expect(await checkout.orderStatus()).toEqual(['COMPLETED'])
})

test('of two orders of one tip that are captured at the same moment, one is paid', async () => {
  await using checkout = await openPaypalCheckout()
  const checkoutId = randomUUID()
  const orders = [await checkout.openPaid({ checkoutId }), await checkout.openPaid({ checkoutId })]

  await Promise.allSettled(orders.map((id) => checkout.finish(id)))
  for (const minutes of [3, 6]) await resolveOpenOrders(checkout.ctx, later(minutes))

  expect(await checkout.paymentIds()).toHaveLength(1)
})

test('orders of different tips are captured independently', async () => {
  await using checkout = await openPaypalCheckout()

  for (const checkoutId of [randomUUID(), randomUUID(), undefined, undefined])
    await checkout.finish(await checkout.openPaid({ checkoutId }))

  expect(await checkout.tips()).toHaveLength(4)
})
