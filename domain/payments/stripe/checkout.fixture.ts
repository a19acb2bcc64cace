/** A creator whose Stripe account is at the stand-in, and a payment context that uses it. */
import { pino } from 'pino'
import { savePayoutAccount } from '../../../db/queries/payout-accounts.ts'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { startStripe } from '../../../sandbox/stripe/stripe.fixture.ts'
import type { PaidSession, TestStripe } from '../../../sandbox/stripe/stripe.fixture.ts'
import { openStripe } from './provider.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { openOrder } from '../orders/open-order.ts'
import type { TipRequest } from '../orders/open-order.ts'
import { openOrderLimits } from '../orders/order-limits.ts'
import { processWebhook, storeWebhook } from '../webhooks/receive-webhook.ts'
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

/** Opens the stand-in and the context; `await using` closes both. */
export async function openStripeCheckout() {
  const test = await createTestDb()
  const standIn = await startStripe()
  const creator = await buildCreator(test.db)
  const { id: accountId } = await standIn.control<{ id: string }>('accounts', { email: creator.email })
  const payout = { uid: creator.uid, provider: 'stripe', payeeId: accountId } as const
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
  const ctx: PaymentContext = {
    db: test.db,
    log: pino({ level: 'silent' }),
    payments: { stripe: openStripe(config, 'https://brimful.test') },
    orderLimits: openOrderLimits({ secret: Buffer.from('checkout'), onError: () => {} }),
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
    async open(request: Partial<TipRequest> = {}) {
      const opened = await openOrder(ctx, 'stripe', buildTipRequest(creator.uid, request))
      return { sessionId: opened.providerOrderId, url: opened.paymentUrl! }
    },
    ...supporterActions(standIn),
    ...storedState(ctx, standIn),
    async [Symbol.asyncDispose]() {
      await standIn[Symbol.asyncDispose]()
      await test[Symbol.asyncDispose]()
    },
  }
}

/** What supporters do at Stripe, and what fails there. */
function supporterActions(standIn: TestStripe) {
  return {
    /** What the supporter does on Stripe's page. */
    pay: (sessionId: string, pay: { way?: 'card' | 'bank' | 'expire'; number?: string } = {}) =>
      standIn.control<PaidSession>('pay', { sessionId, ...pay }),
    act: (intentId: string | null, act: string, amount?: number) =>
      standIn.control('act', { intentId, act, ...(amount ? { amount } : {}) }),
    fault: (operation: string, fault: string, times = 1) =>
      standIn.control('faults', { operation, fault, times }),
  }
}

/** What Stripe reported, and what we stored of it. */
function storedState(ctx: PaymentContext, standIn: TestStripe) {
  const { db } = ctx
  return {
    /** The stand-in's events of a type, as they would be sent. */
    async eventsOf(type: string) {
      return (await stateOf(standIn)).events.filter((event) => event.type === type).map(({ body }) => body)
    },
    /** Receives an event as the webhook route does after verifying it. Returns false when there was nothing left to do. */
    async receive(event: object): Promise<boolean> {
      const webhook = await storeWebhook(ctx, ctx.payments.stripe!, Buffer.from(JSON.stringify(event)))
      if (webhook) await processWebhook(ctx, webhook)
      return webhook !== undefined
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
