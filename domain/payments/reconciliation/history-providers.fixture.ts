/** Creators with accounts at both stand-ins, and payment contexts that use these stand-ins. */
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { savePayoutAccount } from '../../../db/queries/payout-accounts.ts'
import { startPaypal } from '../../../sandbox/paypal/paypal.fixture.ts'
import { startStripe } from '../../../sandbox/stripe/stripe.fixture.ts'
import { configFor } from '../../config.fixture.ts'
import { openOrderLimits } from '../orders/order-limits.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { openPaypal } from '../paypal/provider.ts'
import { openStripe } from '../stripe/provider.ts'

export type HistoryProviders = Awaited<ReturnType<typeof openHistoryProviders>>

/** Calls are not retried, so a single fault is enough to lose a response. */
const limits = { timeoutMs: 2_000, retries: 0 }

/** Opens the stand-ins and the context; `await using` closes them. Every other creator is paid in dollars, the others in pounds. */
export async function openHistoryProviders(count: number) {
  const [paypal, stripe, test] = [await startPaypal(), await startStripe(), await createTestDb()]
  const { db } = test
  const config = configFor({ ...paypal.env, ...stripe.env })
  const gateways = {
    paypal: openPaypal(config.paypal!, limits),
    stripe: openStripe(config.stripe!, 'https://brimful.test', limits),
  }
  const ctx: PaymentContext = {
    db,
    log: pino({ level: 'silent' }),
    payments: gateways,
    config: { secretsKey: randomBytes(32) },
    orderLimits: openOrderLimits({ secret: Buffer.from('history'), onError: () => {} }),
    publish: () => {},
  }
  const owing = openPaypal({ ...config.paypal!, isPartner: false, searchesTransactions: false }, limits)
  const creators: { uid: string; stripeId: string }[] = []
  for (let number = 0; number < count; number += 1) {
    const currency = number % 2 === 0 ? 'gbp' : 'usd'
    const country = currency === 'gbp' ? 'gb' : 'us'
    const { uid, email } = await buildCreator(db, { currency })
    const { merchantId } = await paypal.control<{ merchantId: string }>('merchants', {
      email,
      hasGrantedSearch: true,
    })
    const { id: stripeId } = await stripe.control<{ id: string }>('accounts', { email, country })
    await savePayoutAccount(db, { uid, provider: 'paypal', payeeId: merchantId, email, isReady: true })
    await savePayoutAccount(db, { uid, provider: 'stripe', payeeId: stripeId, email, isReady: true })
    creators.push({ uid, stripeId })
  }
  return {
    db,
    ctx,
    /** The context of a platform that is not a PayPal partner, so that creators owe the service fee on PayPal payments. */
    owedCtx: { ...ctx, payments: { ...gateways, paypal: owing } },
    creators,
    tell: { paypal: paypal.control, stripe: stripe.control },
    async [Symbol.asyncDispose]() {
      for (const one of [paypal, stripe, test]) await one[Symbol.asyncDispose]()
    },
  }
}
