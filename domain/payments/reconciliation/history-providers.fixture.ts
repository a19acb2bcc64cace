/** Creators with accounts at both stand-ins, and payment contexts that use these stand-ins. */
import { sql } from 'kysely'
import { pino } from 'pino'
import { buildCreator, buildSupporter } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { savePayoutAccount } from '../../../db/queries/payments/payout-accounts.ts'
import { saveReferenceRates } from '../../../db/queries/payments/reference-rates.ts'
import { startPaypal } from '../../../sandbox/paypal/paypal.fixture.ts'
import { startStripe } from '../../../sandbox/stripe/stripe.fixture.ts'
import { configFor } from '../../config/config.fixture.ts'
import type { CheckoutMode } from '../checkout.fixture.ts'
import { openOrderLimits } from '../orders/order-limits.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { openPaypal } from '../paypal/provider.ts'
import { ownPayeeId } from '../provider/own-account.ts'
import { openStripe } from '../stripe/provider.ts'
import { makeSecretKeys } from '../../config/secret-keys.fixture.ts'

export type HistoryProviders = Awaited<ReturnType<typeof openHistoryProviders>>

/** Calls are not retried, so a single fault is enough to lose a response. */
const limits = { timeoutMs: 2_000, retries: 0 }

/**
 * What creators are paid in, the country of their Stripe account, and what their PayPal account does with other currencies. Stripe
 * converts every tip that is not in the currency of the account's country; the third creator's account is in another currency
 * than the creator has chosen here.
 */
const kinds = [
  { currency: 'gbp', stripe: 'gb', paypal: { country: 'GB' } },
  { currency: 'usd', stripe: 'us', paypal: { country: 'US', receiving: 'ask' } },
  { currency: 'gbp', stripe: 'de', paypal: { country: 'GB', balances: ['JPY', 'HUF'] } },
  { currency: 'usd', stripe: 'us', paypal: { country: 'US', balances: [] } },
] as const

/**
 * Opens the stand-ins and the context; `await using` closes them. The creators take turns in being of each kind. In solo mode there is one,
 * who is paid into the accounts of our own keys.
 */
export async function openHistoryProviders(count: number, mode: CheckoutMode = 'platform') {
  const hasPlatform = mode === 'platform'
  const [paypal, stripe, test] = [await startPaypal(), await startStripe(), await createTestDb()]
  const { db } = test
  const publicUrl = 'https://brimful.test'
  const config = configFor({ ...paypal.env, ...stripe.env })
  const ofPaypal = { ...config.paypal!, hasPlatform, isPartner: hasPlatform && config.paypal!.isPartner }
  const gateways = {
    paypal: openPaypal(ofPaypal, publicUrl, limits),
    stripe: openStripe({ ...config.stripe!, hasPlatform }, publicUrl, limits),
  }
  const ctx: PaymentContext = {
    db,
    log: pino({ level: 'silent' }),
    payments: gateways,
    config: { secretsKey: makeSecretKeys(), serviceFeePercent: hasPlatform ? 5 : 0 },
    orderLimits: openOrderLimits({ secret: Buffer.from('history'), onError: () => {} }),
    publish: () => {},
  }
  const owing = openPaypal({ ...ofPaypal, isPartner: false, searchesTransactions: false }, publicUrl, limits)
  const creators: { uid: string; email: string; stripeId: string }[] = []
  const day = new Date().toISOString().slice(0, 10)
  await saveReferenceRates(db, { day, perEuro: { eur: 1, gbp: 0.87, usd: 1.09, jpy: 161, huf: 398 } })
  for (let number = 0; number < (hasPlatform ? count : 1); number += 1) {
    const kind = kinds[number % kinds.length]!
    const { uid, email } = await buildCreator(db, { currency: kind.currency })
    const { paypalId, stripeId } = hasPlatform
      ? await openAccounts({ paypal, stripe }, kind, email)
      : { paypalId: ownPayeeId, stripeId: ownPayeeId }
    await savePayoutAccount(db, { uid, provider: 'paypal', payeeId: paypalId, email, isReady: true })
    await savePayoutAccount(db, { uid, provider: 'stripe', payeeId: stripeId, email, isReady: true })
    creators.push({ uid, email, stripeId: hasPlatform ? stripeId : await findOwnAccount(stripe) })
  }
  return {
    db,
    ctx,
    /** The context of a platform that is not a PayPal partner, so that creators owe the service fee on PayPal payments. */
    owedCtx: hasPlatform ? { ...ctx, payments: { ...gateways, paypal: owing } } : ctx,
    hasPlatform,
    creators,
    /** The accounts of two admins. */
    admins: [(await buildSupporter(db)).uid, (await buildSupporter(db)).uid] as const,
    /**
     * Ends all connections to Postgres, as the death of the process does: what is not committed is undone. The lease that it held
     * expires, as it does a minute later.
     */
    async killConnections(): Promise<void> {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename <> current_user`.execute(test.owner)
      // A dead connection in the pool is noticed only when it is used.
      for (let left = 20; left > 0; left -= 1) await sql`select 1`.execute(db).catch(() => {})
    },
    expireLeases: () => test.owner.deleteFrom('botLease').execute(),
    tell: { paypal: paypal.control, stripe: stripe.control },
    async [Symbol.asyncDispose]() {
      for (const one of [paypal, stripe, test]) await one[Symbol.asyncDispose]()
    },
  }
}

interface StandIns {
  paypal: Awaited<ReturnType<typeof startPaypal>>
  stripe: Awaited<ReturnType<typeof startStripe>>
}

/** Opens a creator's accounts at both stand-ins; returns their ids. */
async function openAccounts({ paypal, stripe }: StandIns, kind: (typeof kinds)[number], email: string) {
  const { merchantId } = await paypal.control<{ merchantId: string }>('merchants', {
    ...kind.paypal,
    email,
    hasGrantedSearch: true,
  })
  const { id } = await stripe.control<{ id: string }>('accounts', { email, country: kind.stripe })
  return { paypalId: merchantId, stripeId: id }
}

/** Returns the id of the account of our key at Stripe's stand-in. */
async function findOwnAccount(stripe: StandIns['stripe']): Promise<string> {
  const { accounts } = await stripe.control<{ accounts: Record<string, { id: string; isOwn?: boolean }> }>(
    'state',
  )
  return Object.values(accounts).find(({ isOwn }) => isOwn)!.id
}
