/** Opens orders of tips to the creator, for the payment requests of the role tests. */
import { post } from './case.fixture.ts'
import type { Attempt } from './case.fixture.ts'
import { equals } from './expectations.fixture.ts'
import type { World } from './world.fixture.ts'

export type OrderCall =
  | 'paypal/create-order'
  | 'stripe/create-checkout-session'
  | 'stripe/create-wallet-payment'

/** Prepares the request for an order of a tip to the creator's goal. */
export function requestOrder({ creator, goal }: World, call: OrderCall): Attempt {
  return post(call, {
    GoalUid: goal.goalId,
    amount: 7_00,
    name: 'Lin',
    message: '',
    ReceipentUID: creator.uid,
    isPrivateMessage: false,
  })
}

/** Opens an order of a tip to the creator's goal without being logged in; returns the response body. */
export async function placeOrder<Body>(world: World, call: OrderCall): Promise<Body> {
  const { status, body } = await world.post(call, requestOrder(world, call).body)
  equals(status, 200)
  return body as Body
}

export async function findOrder({ db }: World, providerOrderId: string) {
  const orders = db.selectFrom('tipOrder').selectAll()
  return orders.where('providerOrderId', '=', providerOrderId).executeTakeFirst()
}

/** Checks that an order has become exactly one tip to the creator. */
export async function expectTip(world: World, providerOrderId: string): Promise<void> {
  const order = await findOrder(world, providerOrderId)
  const tips = await world.db
    .selectFrom('tip')
    .select(['creatorUid', 'amountMinor'])
    .where('orderId', '=', order!.id)
    .execute()
  equals(tips, [{ creatorUid: world.creator.uid, amountMinor: 7_00 }])
}
