/** Requests for card payments that `server/roles.test.ts` sends as each role, with Stripe's stand-in. */
import Stripe from 'stripe'
import { savePayoutAccount } from '../../db/queries/payments/payout-accounts.ts'
import { post, row } from '../roles/case.fixture.ts'
import type { Attempt, Rows } from '../roles/case.fixture.ts'
import { like } from '../roles/expectations.fixture.ts'
import { findOrder, expectTip, placeOrder, requestOrder } from '../roles/tip-orders.fixture.ts'
import type { World } from '../roles/world.fixture.ts'

const createSession = 'stripe/create-checkout-session'
const createPayment = 'stripe/create-wallet-payment'

/**
 * Anybody who knows the id of a checkout session may confirm its payment, because the tip still goes from its payer to its
 * creator.
 */
export const cardRows: Rows = {
  'POST stripe/create-checkout-session': row({ creator: 409 }, async (world, role) => {
    await openCardPayouts(world)
    return {
      ...requestOrder(world, createSession),
      async effect({ body }) {
        const { sessionId } = body as { sessionId: string }
        like(await findOrder(world, sessionId), {
          status: 'CREATED',
          provider: 'stripe',
          creatorUid: world.creator.uid,
          supporterUid: world.accountOf(role)?.uid ?? null,
          amountMinor: 7_00,
        })
      },
    }
  }),
  'POST /dashboard/open-payment': row({ creator: 409 }, async (world, role) => {
    await openCardPayouts(world)
    const { creator, goal } = world
    const tip = {
      creator: creator.uid,
      goal: goal.goalId,
      amount: '7',
      currency: 'gbp',
      name: 'Lin',
      message: '',
    }
    return {
      method: 'POST',
      path: '/dashboard/open-payment',
      body: String(new URLSearchParams({ ...tip, provider: 'stripe' })),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      done: 303,
      async effect({ headers }) {
        const sessionId = headers.get('location')!.split('/').at(-1)!
        like(await findOrder(world, sessionId), {
          status: 'CREATED',
          creatorUid: creator.uid,
          supporterUid: world.accountOf(role)?.uid ?? null,
          amountMinor: 7_00,
        })
      },
    }
  }),
  'POST stripe/create-wallet-payment': row({ creator: 409 }, async (world, role) => {
    await openCardPayouts(world)
    return {
      ...requestOrder(world, createPayment),
      async effect({ body }) {
        const { paymentId, clientSecret } = body as { paymentId: string; clientSecret: string }
        like({ isOfPayment: clientSecret.startsWith(`${paymentId}_secret_`) }, { isOfPayment: true })
        like(await findOrder(world, paymentId), {
          status: 'CREATED',
          provider: 'stripe',
          creatorUid: world.creator.uid,
          supporterUid: world.accountOf(role)?.uid ?? null,
          amountMinor: 7_00,
        })
      },
    }
  }),
  'POST stripe/confirm-wallet-payment/:paymentId': row({}, async (world) => {
    const paymentId = await openPayment(world)
    await world.controlStripe('pay-wallet', { paymentId })
    return {
      ...post(`stripe/confirm-wallet-payment/${paymentId}`, {}),
      async effect({ body }) {
        like(body, { status: 'captured' })
        await expectTip(world, paymentId)
      },
    }
  }),
  'POST stripe/webhook | with a forged signature': row(
    { stranger: 403, supporter: 403, moderator: 403, creator: 403, otherCreator: 403, admin: 403 },
    async (world) => signed(await payAndTakeEvent(world, await openSession(world)), 'whsec_ofSomebodyElse'),
  ),
}

/** Gives the creator an account at Stripe's stand-in for card payments; returns its id. */
async function openCardPayouts({ db, creator, controlStripe }: World): Promise<string> {
  const { uid, email } = creator
  const { id: payeeId } = await controlStripe<{ id: string }>('accounts', { email })
  await savePayoutAccount(db, { uid, provider: 'stripe', payeeId, email, isReady: true })
  return payeeId
}

/** Opens a checkout session without being logged in. */
async function openSession(world: World): Promise<string> {
  await openCardPayouts(world)
  return (await placeOrder<{ sessionId: string }>(world, createSession)).sessionId
}

/** Opens a payment by a wallet without being logged in. */
async function openPayment(world: World): Promise<string> {
  await openCardPayouts(world)
  return (await placeOrder<{ paymentId: string }>(world, createPayment)).paymentId
}

/** Pays a session and returns the body of the webhook that Stripe sends for it. */
async function payAndTakeEvent({ controlStripe }: World, sessionId: string): Promise<string> {
  await controlStripe('pay', { sessionId })
  const { events } = await controlStripe<{ events: { sessionId?: string; type: string; body: object }[] }>(
    'state',
  )
  const paid = events.find(
    (event) => event.sessionId === sessionId && event.type === 'checkout.session.completed',
  )
  return JSON.stringify(paid!.body)
}

function signed(payload: string, secret: string): Attempt {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
  return { ...post('stripe/webhook', payload), headers: { 'stripe-signature': signature } }
}
