/** Tells a fan who came back from Stripe's page how the payment stands. */
import { AppError } from '../../../contract/errors.ts'
import { findCheckout, findOrder } from '../../../db/queries/orders.ts'
import type { OrderStatus } from '../../../db/schema.ts'
import { OutcomeUnknownError } from '../provider/payment-provider.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { recordOutcome } from '../orders/record-outcome.ts'

/**
 * Asks Stripe how a session stands, books what is paid, and tells it; a repeat changes nothing. Throws AppError `not_found`,
 * or `payment_provider` when Stripe cannot be asked: the webhook or reconcile brings the tip in any case.
 */
export async function confirmCheckout(ctx: PaymentContext, sessionId: string) {
  const { stripe } = ctx.payments
  const order = await findOrder(ctx.db, 'stripe', sessionId)
  if (!stripe || !order) throw new AppError('not_found')
  if (order.status !== 'COMPLETED') {
    const outcome = await stripe.findOutcome(sessionId, order.providerAccountId).catch((error: unknown) => {
      if (!(error instanceof OutcomeUnknownError)) throw error
      ctx.log.warn({ orderId: order.id, reason: error.message }, 'checkout outcome unknown')
      throw new AppError('payment_provider')
    })
    await recordOutcome(ctx, order, outcome)
  }
  const checkout = await findCheckout(ctx.db, order.id)
  return { ...checkout, status: toStatus(checkout.status), orderId: order.id }
}

function toStatus(status: OrderStatus): 'captured' | 'clearing' | 'open' | 'failed' {
  switch (status) {
    case 'COMPLETED':
      return 'captured'
    case 'CLEARING':
    case 'MISMATCH': // the money is there, and a person looks at it
      return 'clearing'
    case 'OPENING':
    case 'CREATED':
      return 'open'
    case 'FAILED':
    case 'EXPIRED':
      return 'failed'
  }
}
