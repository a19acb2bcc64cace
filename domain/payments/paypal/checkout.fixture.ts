/** A creator whose PayPal account is at the stand-in, and a payment context that uses it. */
import { pino } from 'pino'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { startPaypal } from '../../../sandbox/paypal/paypal.fixture.ts'
import { openPaypal } from './provider.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { openOrder } from '../orders/open-order.ts'
import type { TipRequest } from '../orders/open-order.ts'
import { openOrderLimits } from '../orders/order-limits.ts'
import { buildTipRequest } from '../orders/tip-request.fixture.ts'

/** Opens the stand-in and the context; `await using` closes both. */
export async function openPaypalCheckout({ isPartner = true } = {}) {
  const test = await createTestDb()
  const standIn = await startPaypal()
  const creator = await buildCreator(test.db)
  const { merchantId } = await standIn.control<{ merchantId: string }>('merchants', { email: creator.email })
  await test.db.updateTable('payoutAccount').set({ payeeId: merchantId }).execute()
  const config = configOf(standIn.env, isPartner)
  const published: string[] = []
  const ctx: PaymentContext = {
    db: test.db,
    log: pino({ level: 'silent' }),
    payments: { paypal: openPaypal(config) },
    orderLimits: openOrderLimits({ secret: Buffer.from('checkout'), onError: () => {} }),
    publish: (jobs) => void published.push(...jobs.map(({ eventId }) => eventId)),
  }

  return {
    db: test.db,
    ctx,
    config,
    creator,
    published,
    standIn,
    /** Opens an order for a tip of 7.00 by Grace. */
    async open(request: Partial<TipRequest> = {}): Promise<string> {
      return (await openOrder(ctx, 'paypal', buildTipRequest(creator.uid, request))).providerOrderId
    },
    /** What the supporter does on PayPal's page. */
    approve: (orderId: string, outcome: 'pay' | 'declined' | 'pending' = 'pay') =>
      standIn.control('approve', { orderId, outcome }),
    fault: (operation: string, fault: string, times = 1) =>
      standIn.control('faults', { operation, fault, times }),
    tips: () => test.db.selectFrom('tip').select(['amountMinor', 'supporterName', 'feeMinor']).execute(),
    async orderStatus() {
      return (await test.db.selectFrom('tipOrder').select('status').execute()).map(({ status }) => status)
    },
    async [Symbol.asyncDispose]() {
      await standIn[Symbol.asyncDispose]()
      await test[Symbol.asyncDispose]()
    },
  }
}

function configOf(env: NodeJS.ProcessEnv, isPartner: boolean) {
  return {
    mode: 'test' as const,
    clientId: env.PAYPAL_CLIENT_ID!,
    clientSecret: env.PAYPAL_CLIENT_SECRET!,
    webhookId: env.PAYPAL_WEBHOOK_ID!,
    isPartner,
    partnerId: env.PAYPAL_PARTNER_ID,
    bnCode: env.PAYPAL_BN_CODE,
    apiUrl: env.PAYPAL_API_URL,
    webUrl: env.PAYPAL_WEB_URL,
    jsUrl: env.PAYPAL_JS_URL,
  }
}
