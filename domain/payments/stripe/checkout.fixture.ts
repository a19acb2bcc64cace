/** A creator with a Stripe account at the stand-in, and a payment context with Stripe as its provider. */
import { startStripe } from '../../../sandbox/stripe/stripe.fixture.ts'
import type { PaidSession } from '../../../sandbox/stripe/stripe.fixture.ts'
import { configFor } from '../../config/config.fixture.ts'
import { ownPayeeId } from '../provider/own-account.ts'
import type { CheckoutMode } from '../checkout.fixture.ts'
import { later, openCheckout } from '../checkout.fixture.ts'
import { confirmOrder } from '../orders/capture-order.ts'
import { readPaymentRecords } from '../records/read-payment-records.ts'
import type { CallLimits } from '../provider/payment-provider.ts'
import { openStripe } from './provider.ts'

interface StandInState {
  accounts: Record<string, { id: string; email: string; isOwn?: boolean }>
  sessions: Record<string, { applicationFee: number | null; unitAmount: number; clientReferenceId: string }>
  transactions: Record<string, { type: string }>
  intents: Record<string, { id: string; sessionId: string; applicationFee: number | null; amount: number }>
  events: {
    id: string
    type: string
    sessionId?: string
    body: { id: string; type: string; account?: string }
  }[]
}

const publicUrl = 'https://brimful.test'

/** Opens the stand-in and the context, in solo mode with our own account as the creator's; `await using` closes both. */
export async function openStripeCheckout(mode: CheckoutMode = 'platform') {
  const standIn = await startStripe()
  const config = { ...configFor(standIn.env).stripe!, hasPlatform: mode === 'platform' }
  /** Pays a Checkout Session on Stripe's page as the supporter does, or lets it expire. */
  const pay = (sessionId: string, how: { way?: 'card' | 'bank' | 'expire'; number?: string } = {}) =>
    standIn.control<PaidSession>('pay', { sessionId, ...how })
  const state = () => standIn.control<StandInState>('state')
  const checkout = await openCheckout({
    standIn,
    gateway: openStripe(config, publicUrl),
    openAccount: async (email) =>
      mode === 'solo' ? ownPayeeId : (await standIn.control<{ id: string }>('accounts', { email })).id,
    pay,
    finish: confirmOrder,
  })
  return {
    ...checkout,
    config,
    pay,
    /** Opens the provider with other limits. */
    reopen: (limits: CallLimits) => openStripe(config, publicUrl, limits),
    act: (intentId: string | null, act: string, amount?: number) =>
      standIn.control('act', { intentId, act, ...(amount ? { amount } : {}) }),
    state,
    paymentIds: async () => Object.keys((await state()).intents),
    /** Returns the id of the account of our key. */
    ownAccountId: async () => Object.values((await state()).accounts).find(({ isOwn }) => isOwn)!.id,
    accountsOf: async (email: string) =>
      Object.values((await state()).accounts).filter((account) => account.email === email),
    changeAccount: ({ isReady }: { isReady: boolean }) =>
      standIn.control('accounts', {
        email: checkout.creator.email,
        cardPayments: isReady ? 'active' : 'restricted',
      }),
    /** Reads Stripe's records of payments twice, because the first attempt at a new payment is always too early. */
    async readRecords() {
      for (const minutes of [1, 2]) await readPaymentRecords(checkout.ctx, later(minutes))
    },
    /** From now on Stripe refuses every suffix of the creator's statements. */
    refuseSuffix: () => standIn.control('accounts', { email: checkout.creator.email, refusesSuffix: true }),
    /** Moves the creator's account to another country. Its balance is then in that country's currency. */
    moveAccount: (country: string) => standIn.control('accounts', { email: checkout.creator.email, country }),
    setUpPage: '/stripe/setup/',
    /** Returns the stand-in's events of a type, in the form of webhooks. */
    async eventsOf(type: string) {
      return (await state()).events.filter((event) => event.type === type).map(({ body }) => body)
    },
  }
}
