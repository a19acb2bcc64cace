/** A card that was refused on Stripe's page: the page takes the next one at once, and so would a card tester. */
import { findOrderById } from '../../../db/queries/orders.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import type { FailedChargeEvent } from './events.ts'

/** Counts the refusal; a page on which, or a card of which, too many were refused is closed. Others' charges are none of ours. */
export async function noteFailedCharge(
  { db, log, payments: { stripe }, orderLimits }: PaymentContext,
  { account, data: { object: charge } }: FailedChargeEvent,
): Promise<void> {
  const { order: orderId } = charge.metadata
  const order = orderId === undefined ? undefined : await findOrderById(db, 'stripe', orderId)
  if (!stripe || !orderLimits || order?.providerAccountId !== account) return
  const fingerprint = charge.payment_method_details?.card?.fingerprint ?? undefined
  const isTesting = await orderLimits.noteFailure({ ...order, fingerprint })
  if (!isTesting || order.status !== 'CREATED' || order.providerOrderId === null) return
  log.warn({ orderId: order.id, provider: 'stripe' }, 'payment page closed: too many cards were refused')
  await stripe.expireSession(order.providerOrderId, account)
}
