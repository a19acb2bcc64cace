/** Requests for card payments that `role-table.test.ts` sends as each role, with Stripe's stand-in. */
import Stripe from 'stripe'
import { savePayoutAccount } from '../../db/queries/payout-accounts.ts'
import { saveWalletDomain } from '../../db/queries/wallet-domains.ts'
import type { RouteCase } from '../role-table.ts'
import { get, post } from './case.fixture.ts'
import type { Attempt, Cases } from './case.fixture.ts'
import { eventually, like } from './expectations.fixture.ts'
import { findOrder, expectTip, placeOrder, requestOrder } from './tip-orders.fixture.ts'
import type { World } from './world.fixture.ts'

const createSession = 'stripe/create-checkout-session'
const createPayment = 'stripe/create-wallet-payment'

/**
 * Anybody who knows the id of a checkout session may confirm its payment, because the tip still goes from its payer to its
 * creator.
 */
export const cardCases = {
  'POST /api/v1/stripe/create-checkout-session': async (world, role) => {
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
  },

  'POST /dashboard/open-payment': async (world, role) => {
    await openCardPayouts(world)
    const { creator, goal } = world
    const tip = {
      creator: creator.uid,
      goal: goal.goaluuid,
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
  },

  'POST /api/v1/stripe/confirm-checkout-session/:sessionId': async (world) => {
    const sessionId = await openSession(world)
    await world.controlStripe('pay', { sessionId })
    return {
      ...post(`stripe/confirm-checkout-session/${sessionId}`, {}),
      async effect({ body }) {
        like(body, { status: 'captured', amount: 7_00, creatorUserName: world.creator.userName })
        await expectTip(world, sessionId)
      },
    }
  },
  'POST /api/v1/stripe/confirm-checkout-session/:sessionId | that is not there': () =>
    post('stripe/confirm-checkout-session/cs_test_a1B2c3D4e5F6', {}),

  'GET /api/v1/stripe/wallet-settings': async (world) => {
    const accountId = await openCardPayouts(world)
    const { db, ctx, creator } = world
    const { hostname: domain } = new URL(ctx.config.publicUrl)
    await saveWalletDomain(db, { provider: 'stripe', payeeId: accountId }, { domain, now: new Date() })
    return get(`stripe/wallet-settings?username=${creator.userName}`, (body) =>
      like(body, { wallets: { accountId, publishableKey: ctx.config.stripe!.publishableKey } }),
    )
  },
  'GET /api/v1/stripe/wallet-settings | where no wallets are offered': async (world) => {
    await openCardPayouts(world)
    return get(`stripe/wallet-settings?username=${world.creator.userName}`, (body) =>
      like(body, { wallets: null }),
    )
  },
  'POST /api/v1/stripe/create-wallet-payment': async (world, role) => {
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
  },
  'POST /api/v1/stripe/confirm-wallet-payment/:paymentId': async (world) => {
    const paymentId = await openPayment(world)
    await world.controlStripe('pay-wallet', { paymentId })
    return {
      ...post(`stripe/confirm-wallet-payment/${paymentId}`, {}),
      async effect({ body }) {
        like(body, { status: 'captured' })
        await expectTip(world, paymentId)
      },
    }
  },
  'POST /api/v1/stripe/confirm-wallet-payment/:paymentId | that nobody paid': async (world) =>
    post(`stripe/confirm-wallet-payment/${await openPayment(world)}`, {}),
  'POST /api/v1/stripe/confirm-wallet-payment/:paymentId | that is not there': () =>
    post('stripe/confirm-wallet-payment/pi_a1B2c3D4e5F6', {}),

  'POST /api/v1/stripe/webhook': async (world) => {
    const sessionId = await openSession(world)
    const payload = await payAndTakeEvent(world, sessionId)
    return {
      ...signed(payload, world.ctx.config.stripe!.webhookSecret),
      effect: () => eventually(() => expectTip(world, sessionId)),
    }
  },
  'POST /api/v1/stripe/webhook | with a forged signature': async (world) =>
    signed(await payAndTakeEvent(world, await openSession(world)), 'whsec_ofSomebodyElse'),
} as const satisfies Partial<Cases<RouteCase>>

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
