/** A creator, and a payment context whose provider is a stand-in. The checkout tests of all providers use them. */
import { pino } from 'pino'
import { savePayoutAccount } from '../../db/queries/payments/payout-accounts.ts'
import type { Provider, TipRow } from '../../db/schema.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import type { Control } from '../../sandbox/stand-in.fixture.ts'
import { openOrder } from './orders/open-order.ts'
import type { TipRequest } from './orders/open-order.ts'
import type { LookUp } from './orders/capture-order.ts'
import { recordDisputeAndPublish } from './orders/record-outcome.ts'
import { openOrderLimits } from './orders/order-limits.ts'
import type { PaymentContext } from './orders/payment-context.ts'
import { buildTipRequest } from './orders/tip-request.fixture.ts'
import type { PaymentProvider } from './provider/payment-provider.ts'
import { processWebhook, storeWebhook } from './webhooks/receive-webhook.ts'
import { makeSecretKeys } from '../config/secret-keys.fixture.ts'

/** Whether creators connect accounts, or the only creator is paid into our own. */
export type CheckoutMode = 'platform' | 'solo'
export const checkoutModes: readonly CheckoutMode[] = ['platform', 'solo']

/** The service fee on the tip of 7.00 that `takeTip` gives. */
export const feeIn = (mode: CheckoutMode): number => (mode === 'platform' ? 35 : 0)

interface ProviderAtStandIn<S> {
  standIn: S
  gateway: PaymentProvider
  /** Opens an account at the stand-in and returns its id. */
  openAccount(email: string): Promise<string>
  /** Pays an order at the stand-in, as the supporter would. */
  pay(providerOrderId: string): Promise<unknown>
  /** Sends the request that the supporter's browser sends after paying. */
  finish(
    ctx: PaymentContext,
    provider: Provider,
    lookUp: LookUp,
  ): Promise<{ status: string; orderId: string }>
}

export type Checkout = Awaited<ReturnType<typeof openCheckout>>

/** Opens the context; `await using` closes it and the stand-in. */
export async function openCheckout<S extends AsyncDisposable & { control: Control }>(
  at: ProviderAtStandIn<S>,
) {
  const { standIn, gateway } = at
  const { name: provider } = gateway
  const test = await createTestDb()
  const { db } = test
  const creator = await buildCreator(db)
  const { uid, email } = creator
  const accountId = await at.openAccount(email)
  await savePayoutAccount(db, { uid, provider, payeeId: accountId, email, isReady: true })
  const published: string[] = []
  const ctx: PaymentContext = {
    db,
    log: pino({ level: 'silent' }),
    payments: { [provider]: gateway },
    config: { secretsKey: makeSecretKeys(), serviceFeePercent: gateway.hasPlatform ? 5 : 0 },
    orderLimits: openOrderLimits({ secret: Buffer.from('checkout'), onError: () => {} }),
    publish: (jobs) => void published.push(...jobs.map(({ eventId }) => eventId)),
  }

  return {
    db,
    url: test.url,
    owner: test.owner,
    ctx,
    creator,
    accountId,
    published,
    standIn,
    gateway,
    /** Records the disputes of an account as the provider lists them. */
    async recordDisputes(payeeId: string) {
      for (const dispute of await gateway.listDisputes(payeeId, new Date(0)))
        await recordDisputeAndPublish(ctx, dispute)
    },
    ...supporterActions(at, ctx, uid),
    ...webhookReceiver(ctx, gateway),
    fault: (operation: string, fault: string, times = 1) =>
      standIn.control('faults', { operation, fault, times }),
    tips: () => db.selectFrom('tip').select(['amountMinor', 'supporterName', 'feeMinor']).execute(),
    async orderStatus() {
      return (await db.selectFrom('tipOrder').select('status').execute()).map(({ status }) => status)
    },
    payoutState: () =>
      db
        .selectFrom('payoutAccount')
        .select(['isReady', 'isRestricted'])
        .where('payeeId', '=', accountId)
        .executeTakeFirstOrThrow(),
    async [Symbol.asyncDispose]() {
      await standIn[Symbol.asyncDispose]()
      await test[Symbol.asyncDispose]()
    },
  }
}

/** Returns the time in this many minutes. Scheduled work that waits until then is due at that time. */
export const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)

function supporterActions<S>(
  { gateway, pay, finish }: ProviderAtStandIn<S>,
  ctx: PaymentContext,
  uid: string,
) {
  /** Opens an order for a tip of 7.00 by the supporter Grace; returns the provider's id of the order. */
  async function open(request: Partial<TipRequest> = {}): Promise<string> {
    return (await openOrder(ctx, gateway.name, buildTipRequest(uid, request))).providerOrderId
  }
  async function openPaid(request?: Partial<TipRequest>): Promise<string> {
    const providerOrderId = await open(request)
    await pay(providerOrderId)
    return providerOrderId
  }
  return {
    open,
    openPaid,
    finish: (providerOrderId: string, address = '') =>
      finish(ctx, gateway.name, { providerOrderId, address }),
    /** Does the same as `finish` in the way of another process, which has no cached look-up of the order. */
    finishElsewhere: (providerOrderId: string, address = '') =>
      finish({ ...ctx, payments: { ...ctx.payments } }, gateway.name, { providerOrderId, address }),
    /** Gives a tip as a supporter does, and returns its row. */
    async takeTip(request?: Partial<TipRequest>): Promise<TipRow> {
      const { orderId } = await finish(ctx, gateway.name, {
        providerOrderId: await openPaid(request),
        address: '',
      })
      return ctx.db.selectFrom('tip').selectAll().where('orderId', '=', orderId).executeTakeFirstOrThrow()
    },
  }
}

function webhookReceiver(ctx: PaymentContext, gateway: PaymentProvider) {
  /** Stores an event as the webhook route does after verifying it. Returns undefined when nothing is left to process. */
  const store = (event: object) => storeWebhook(ctx, gateway, Buffer.from(JSON.stringify(event)))
  return {
    store,
    /** Stores and processes an event. Returns false when there was nothing left to process. */
    async receive(event: object): Promise<boolean> {
      const webhook = await store(event)
      if (webhook) await processWebhook(ctx, webhook)
      return webhook !== undefined
    },
  }
}
