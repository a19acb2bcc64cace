import { expect, test } from 'vitest'
import { buildSupporter } from '../../../db/builders.fixture.ts'
import { capturePaypalOrder } from '../paypal/capture-order.ts'
import { confirmCheckout } from '../stripe/confirm-checkout.ts'
import { resolveOpenOrders } from './resolve-open-orders.ts'
import { openStripeCheckout } from '../stripe/checkout.fixture.ts'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)

test('a refusal that the fan was told of is no new one each time the order is looked up', async () => {
  await using till = await openPaypalCheckout()
  const supporter = await buildSupporter(till.db)
  const orderId = await till.open({ supporter })
  await till.approve(orderId, 'declined')
  await expect(capturePaypalOrder(till.ctx, orderId)).rejects.toMatchObject({ code: 'instrument_declined' })

  for (const minutes of [5, 20, 60]) await resolveOpenOrders(till.ctx, later(minutes))

  expect(till.standIn.requests.filter((request) => request.endsWith('/capture'))).toHaveLength(4)
  expect(await isSuspicious(till, supporter.uid)).toBe(false)
})

test('refusals that nobody came back for count when they are found', async () => {
  await using till = await openPaypalCheckout()
  const supporter = await buildSupporter(till.db)
  for (const _ of [1, 2]) await till.approve(await till.open({ supporter }), 'declined')
  expect(await isSuspicious(till, supporter.uid)).toBe(false)

  await resolveOpenOrders(till.ctx, later(5))

  expect(await isSuspicious(till, supporter.uid)).toBe(true)
})

test('a payment that came to nothing counts once, however often its fan looks', async () => {
  await using till = await openStripeCheckout()
  const supporter = await buildSupporter(till.db)
  const { sessionId } = await till.open({ supporter })
  const { intentId } = await till.pay(sessionId, { way: 'bank' })
  await till.act(intentId, 'fail')

  for (const _ of [1, 2, 3])
    expect(await confirmCheckout(till.ctx, sessionId)).toMatchObject({ status: 'failed' })

  expect(await isSuspicious(till, supporter.uid)).toBe(false)
})

/** From two refusals of an account on. */
function isSuspicious(
  { ctx, creator }: Pick<Awaited<ReturnType<typeof openPaypalCheckout>>, 'ctx' | 'creator'>,
  supporterUid: string,
) {
  return ctx.orderLimits!.isSuspicious({ creatorUid: creator.uid, supporterUid, addressHash: null })
}
