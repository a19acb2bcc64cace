/** How the role table asks for card payments. Stripe's stand-in is at the other end. For tests. */
import Stripe from 'stripe'
import { savePayoutAccount } from '../../db/queries/payout-accounts.ts'
import type { RouteCase } from '../role-table.ts'
import { post } from './case.fixture.ts'
import type { Ask, Asks } from './case.fixture.ts'
import { equals, eventually, like } from './expectations.fixture.ts'
import type { House } from './world.fixture.ts'

/** A tip belongs to who pays and to whom it is for, whoever carries its session's id. */
export const cardAsks = {
  'POST /api/v1/stripe/create-checkout-session': async (house, role) => {
    await openCardPayouts(house)
    return {
      ...createSession(house),
      async effect({ body }) {
        const { sessionId } = body as { sessionId: string }
        like(await findOrder(house, sessionId), {
          status: 'CREATED',
          provider: 'stripe',
          creatorUid: house.creator.uid,
          supporterUid: house.accountOf(role)?.uid ?? null,
          amountMinor: 7_00,
        })
      },
    }
  },

  'POST /api/v1/stripe/confirm-checkout-session/:sessionId': async (house) => {
    const sessionId = await openSession(house)
    await house.controlStripe('pay', { sessionId })
    return {
      ...post(`stripe/confirm-checkout-session/${sessionId}`, {}),
      async effect({ body }) {
        like(body, { status: 'captured', amount: 7_00, creatorUserName: house.creator.userName })
        await holdTip(house, sessionId)
      },
    }
  },
  'POST /api/v1/stripe/confirm-checkout-session/:sessionId | that is not there': () =>
    post('stripe/confirm-checkout-session/cs_test_a1B2c3D4e5F6', {}),

  'POST /api/v1/stripe/webhook': async (house) => {
    const sessionId = await openSession(house)
    const payload = await payAndTakeEvent(house, sessionId)
    return {
      ...signed(payload, house.ctx.config.stripe!.webhookSecret),
      effect: () => eventually(() => holdTip(house, sessionId)),
    }
  },
  'POST /api/v1/stripe/webhook | with a forged signature': async (house) =>
    signed(await payAndTakeEvent(house, await openSession(house)), 'whsec_ofSomebodyElse'),
} as const satisfies Partial<Asks<RouteCase>>

/** Moves the creator's card payouts to an account that Stripe's stand-in knows. */
async function openCardPayouts({ db, creator, controlStripe }: House): Promise<void> {
  const { uid, email } = creator
  const { id: payeeId } = await controlStripe<{ id: string }>('accounts', { email })
  await savePayoutAccount(db, { uid, provider: 'stripe', payeeId, email, isReady: true })
}

function createSession({ creator, goal }: House): Ask {
  return post('stripe/create-checkout-session', {
    GoalUid: goal.goaluuid,
    amount: 7_00,
    name: 'Lin',
    message: '',
    ReceipentUID: creator.uid,
    isPrivateMessage: false,
  })
}

/** A stranger's session. */
async function openSession(house: House): Promise<string> {
  await openCardPayouts(house)
  const answer = await house.post('stripe/create-checkout-session', createSession(house).body)
  equals(answer.status, 200)
  return (answer.body as { sessionId: string }).sessionId
}

async function findOrder({ db }: House, sessionId: string) {
  return db.selectFrom('tipOrder').selectAll().where('providerOrderId', '=', sessionId).executeTakeFirst()
}

async function holdTip(house: House, sessionId: string): Promise<void> {
  const order = await findOrder(house, sessionId)
  const tips = await house.db
    .selectFrom('tip')
    .select(['creatorUid', 'amountMinor'])
    .where('orderId', '=', order!.id)
    .execute()
  equals(tips, [{ creatorUid: house.creator.uid, amountMinor: 7_00 }])
}

/** What Stripe would send when somebody has paid. */
async function payAndTakeEvent({ controlStripe }: House, sessionId: string): Promise<string> {
  await controlStripe('pay', { sessionId })
  const { events } = await controlStripe<{ events: { sessionId?: string; type: string; body: object }[] }>(
    'state',
  )
  const paid = events.find(
    (event) => event.sessionId === sessionId && event.type === 'checkout.session.completed',
  )
  return JSON.stringify(paid!.body)
}

function signed(payload: string, secret: string): Ask {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
  return { ...post('stripe/webhook', payload), headers: { 'stripe-signature': signature } }
}
