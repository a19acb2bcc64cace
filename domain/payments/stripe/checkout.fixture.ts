/** For tests: a creator whose Stripe account lives at the stand-in, and the payment context of the product around it. */
import { pino } from 'pino'
import { savePayoutAccount } from '../../../db/queries/payout-accounts.ts'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { startStripe } from '../../../sandbox/stripe/stripe.fixture.ts'
import type { PaidSession, TestStripe } from '../../../sandbox/stripe/stripe.fixture.ts'
import { openStripeAccounts } from './accounts.ts'
import { openStripe } from './gateway.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { openCheckoutSession } from '../orders/open-order.ts'
import type { TipRequest } from '../orders/open-order.ts'
import { openOrderLimits } from '../orders/order-limits.ts'
import { keepStripeWebhook, processStripeWebhook } from './receive-webhook.ts'
import { buildTipRequest } from '../orders/tip-request.fixture.ts'

interface StandInState {
  sessions: Record<string, { applicationFee: number | null; unitAmount: number; clientReferenceId: string }>
  intents: Record<string, { id: string; sessionId: string; applicationFee: number | null; amount: number }>
  events: {
    id: string
    type: string
    sessionId?: string
    body: { id: string; type: string; account?: string }
  }[]
}

/** Opens the till; `await using` closes it. */
export async function openStripeCheckout() {
  const test = await createTestDb()
  const standIn = await startStripe()
  const creator = await buildCreator(test.db)
  const { id: accountId } = await standIn.control<{ id: string }>('accounts', { email: creator.email })
  const payout = { uid: creator.uid, provider: 'stripe', providerAccountId: accountId } as const
  await savePayoutAccount(test.db, { ...payout, email: creator.email, isReady: true })
  const { env } = standIn
  const config = {
    mode: 'test' as const,
    secretKey: env.STRIPE_SECRET_KEY!,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET!,
    accountWebhookSecret: env.STRIPE_ACCOUNT_WEBHOOK_SECRET!,
    apiUrl: env.STRIPE_API_URL,
  }
  const published: string[] = []
  const stripe = openStripe(config, 'https://brimful.test')
  const ctx: PaymentContext = {
    db: test.db,
    log: pino({ level: 'silent' }),
    payments: { stripe: { ...stripe, accounts: openStripeAccounts(config), mode: 'test' } },
    orderLimits: openOrderLimits({ secret: Buffer.from('till'), onError: () => {} }),
    publish: (jobs) => void published.push(...jobs.map(({ eventId }) => eventId)),
  }
  return {
    db: test.db,
    ctx,
    config,
    creator,
    accountId,
    published,
    standIn,
    state: () => stateOf(standIn),
    /** Opens a page for a tip of 7.00 by Grace. */
    open: (request: Partial<TipRequest> = {}) =>
      openCheckoutSession(ctx, buildTipRequest(creator.uid, request)),
    ...fanAndStripe(standIn),
    ...whatIsBooked(ctx, standIn),
    async [Symbol.asyncDispose]() {
      await standIn[Symbol.asyncDispose]()
      await test[Symbol.asyncDispose]()
    },
  }
}

/** What people do at Stripe, and what goes wrong there. */
function fanAndStripe(standIn: TestStripe) {
  return {
    /** What the fan does on Stripe's page. */
    pay: (sessionId: string, pay: { way?: 'card' | 'bank' | 'expire'; number?: string } = {}) =>
      standIn.control<PaidSession>('pay', { sessionId, ...pay }),
    act: (intentId: string | null, act: string, amount?: number) =>
      standIn.control('act', { intentId, act, ...(amount ? { amount } : {}) }),
    fault: (operation: string, fault: string, times = 1) =>
      standIn.control('faults', { operation, fault, times }),
  }
}

/** What Stripe told us, and what we made of it. */
function whatIsBooked(ctx: PaymentContext, standIn: TestStripe) {
  const { db } = ctx
  return {
    /** The stand-in's events of a type, as they would be sent. */
    async eventsOf(type: string) {
      return (await stateOf(standIn)).events.filter((event) => event.type === type).map(({ body }) => body)
    },
    /** Receives an event as the webhook does, after its signature was found good; false when it was here already. */
    async receive(event: object): Promise<boolean> {
      const kept = await keepStripeWebhook(ctx, Buffer.from(JSON.stringify(event)))
      if (kept) await processStripeWebhook(ctx, kept)
      return kept !== undefined
    },
    tips: () => db.selectFrom('tip').select(['amountMinor', 'supporterName', 'feeMinor']).execute(),
    async orderStatus() {
      return (await db.selectFrom('tipOrder').select('status').execute()).map(({ status }) => status)
    },
    async payoutState() {
      return db
        .selectFrom('payoutAccount')
        .select(['isReady', 'isRestricted'])
        .where('provider', '=', 'stripe')
        .executeTakeFirstOrThrow()
    },
  }
}

function stateOf(standIn: TestStripe) {
  return standIn.control<StandInState>('state')
}
