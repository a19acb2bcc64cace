import { expect, test } from 'vitest'
import { buildGoal } from '../../../db/builders.fixture.ts'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'
import { openStripeCheckout } from '../stripe/checkout.fixture.ts'

test.each([
  ['PayPal', openPaypalCheckout],
  ['card', openStripeCheckout],
] as const)(
  'each of two %s payments says what its goal had before and with it, also over the target and when asked again',
  async (_, open) => {
    await using checkout = await open()
    const { goalId } = await buildGoal(checkout.db, checkout.creator.uid, {
      amountMinor: 10_00,
      amountReceivedMinor: 2_00,
    })
    const [first, second] = [await checkout.openPaid({ goalId }), await checkout.openPaid({ goalId })]

    const [one, other] = [await checkout.finish(first), await checkout.finish(second)]

    expect(one).toMatchObject({ goalProgress: { amount: 10_00, before: 2_00, after: 9_00, currency: 'gbp' } })
    expect(other).toMatchObject({ goalProgress: { amount: 10_00, before: 9_00, after: 16_00 } })
    expect(await checkout.finishElsewhere(first)).toMatchObject({
      goalProgress: { before: 2_00, after: 9_00 },
    })
  },
)

test.each([
  ['PayPal', openPaypalCheckout],
  ['card', openStripeCheckout],
] as const)('a general tip by %s has no goal progress', async (_, open) => {
  await using checkout = await open()

  expect(await checkout.finish(await checkout.openPaid())).toMatchObject({
    status: 'captured',
    goalProgress: null,
  })
})
