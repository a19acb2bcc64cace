/** A creator with accounts at both stand-ins, whose supporter pays one tip in several ways. */
import { randomBytes } from 'node:crypto'
import { openHistoryProviders } from './reconciliation/history-providers.fixture.ts'
import { orderKeyOf } from './orders/order-key.ts'
import { openOrder } from './orders/open-order.ts'
import type { TipRequest } from './orders/open-order.ts'
import { captureOrder, confirmOrder } from './orders/capture-order.ts'
import { buildTipRequest } from './orders/tip-request.fixture.ts'

/** The ways to pay a tip: PayPal, a card on Stripe's page, and a wallet on ours. */
export const ways = ['paypal', 'card', 'wallet'] as const
export type Way = (typeof ways)[number]

export interface WayOrder {
  way: Way
  id: string
}

export type OneCharge = Awaited<ReturnType<typeof openOneCharge>>

/** Opens the stand-ins; `await using` closes them. */
export async function openOneCharge() {
  const providers = await openHistoryProviders(1)
  const { db, ctx, creators, tell } = providers
  const creatorUid = creators[0]!.uid
  return {
    ...providers,
    creatorUid,
    async open(way: Way, request: Partial<TipRequest>): Promise<WayOrder> {
      const wanted = {
        ...buildTipRequest(creatorUid, { addressHash: randomBytes(32).toString('hex'), ...request }),
        isWallet: way === 'wallet',
      }
      const { providerOrderId } = await openOrder(ctx, way === 'paypal' ? 'paypal' : 'stripe', wanted)
      return { way, id: providerOrderId }
    },
    /** Pays an order at its provider, as the supporter does. Rejects if it cannot be paid there any more. */
    async pay({ way, id }: WayOrder): Promise<void> {
      if (way === 'paypal') await tell.paypal('approve', { orderId: id, outcome: 'pay' })
      else if (way === 'wallet') await tell.stripe('pay-wallet', { paymentId: id })
      else await tell.stripe('pay', { sessionId: id })
    },
    /** Asks for the outcome of an order, as the supporter's browser does. */
    finish({ way, id: providerOrderId }: WayOrder) {
      const finish = way === 'card' ? confirmOrder : captureOrder
      return finish(ctx, way === 'paypal' ? 'paypal' : 'stripe', { providerOrderId, address: '' })
    },
    /** Returns what the stand-ins have charged the supporter and not given back, in minor units, by payment. */
    async charges(): Promise<number[]> {
      const { captures, refunds: returned } = await tell.paypal<PaypalState>('state')
      const { intents, refunds } = await tell.stripe<StripeState>('state')
      const inMinor = ({ value }: { value: string }) => Math.round(Number(value) * 100)
      const paypal = Object.values(captures).map(({ amount, refundIds }) =>
        refundIds.reduce((left, id) => left - inMinor(returned[id]!.amount), inMinor(amount)),
      )
      const stripe = Object.values(intents)
        .filter(({ status }) => status === 'succeeded')
        .map(({ id, amount }) =>
          Object.values(refunds)
            .filter(({ intentId }) => intentId === id)
            .reduce((left, refund) => left - refund.amount, amount),
        )
      return [...paypal, ...stripe]
    },
    /** Captures an order at PayPal, as a call does whose response was lost. */
    async captureThere({ id }: WayOrder): Promise<void> {
      const order = await db
        .selectFrom('tipOrder')
        .selectAll()
        .where('providerOrderId', '=', id)
        .executeTakeFirstOrThrow()
      await ctx.payments.paypal!.captureOrder!(orderKeyOf(order))
    },
    /** Ends an order in our database only, as if its payment had passed the call that closes it at its provider. */
    async endHere({ id }: WayOrder): Promise<void> {
      await db.updateTable('tipOrder').set({ status: 'EXPIRED' }).where('providerOrderId', '=', id).execute()
    },
    counted: () =>
      db.selectFrom('tip').select(['id', 'captureId']).where('repeatsTipId', 'is', null).execute(),
  }
}

interface PaypalState {
  captures: Record<string, { amount: { value: string }; refundIds: string[] }>
  refunds: Record<string, { amount: { value: string } }>
}

interface StripeState {
  intents: Record<string, { id: string; status: string; amount: number }>
  refunds: Record<string, { intentId: string; amount: number }>
}
