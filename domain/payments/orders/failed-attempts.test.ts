import { expect, test } from 'vitest'
import { buildSupporter } from '../../../db/builders.fixture.ts'
import { later } from '../checkout.fixture.ts'
import type { Checkout } from '../checkout.fixture.ts'
import { resolveOpenOrders } from './resolve-open-orders.ts'
import { openStripeCheckout } from '../stripe/checkout.fixture.ts'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'

test('a declined payment counts once, however often the order is looked up', async () => {
  await using checkout = await openPaypalCheckout()
  const supporter = await buildSupporter(checkout.db)
  const orderId = await checkout.open({ supporter })
  await checkout.pay(orderId, 'declined')
  await expect(checkout.finish(orderId)).rejects.toMatchObject({
    code: 'instrument_declined',
  })

  for (const minutes of [5, 20, 60]) await resolveOpenOrders(checkout.ctx, later(minutes))

  expect(checkout.standIn.requests.filter((request) => request.endsWith('/capture'))).toHaveLength(1)
  expect(await isSuspicious(checkout, supporter.uid)).toBe(false)
})

test('declined payments whose supporter never returned count when they are found', async () => {
  await using checkout = await openPaypalCheckout()
  const supporter = await buildSupporter(checkout.db)
  for (const _ of [1, 2]) await checkout.pay(await checkout.open({ supporter }), 'declined')
  expect(await isSuspicious(checkout, supporter.uid)).toBe(false)

  await resolveOpenOrders(checkout.ctx, later(5))

  expect(await isSuspicious(checkout, supporter.uid)).toBe(true)
})

test('a failed payment counts once, however often its supporter looks', async () => {
  await using checkout = await openStripeCheckout()
  const supporter = await buildSupporter(checkout.db)
  const sessionId = await checkout.open({ supporter })
  const { intentId } = await checkout.pay(sessionId, { way: 'bank' })
  await checkout.act(intentId, 'fail')

  for (const _ of [1, 2, 3]) expect(await checkout.finish(sessionId)).toMatchObject({ status: 'failed' })

  expect(await isSuspicious(checkout, supporter.uid)).toBe(false)
})

/** Returns whether payments of this account count as suspicious, which they do after two declined cards. */
function isSuspicious({ ctx, creator }: Checkout, supporterUid: string) {
  const origin = { creatorUid: creator.uid, supporterUid, addressHash: null, widerAddressHashes: [] }
  return ctx.orderLimits!.isSuspicious(origin)
}
