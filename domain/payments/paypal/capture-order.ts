/** Captures what a fan has approved. */
import { AppError } from '../../../contract/errors.ts'
import { findOrder } from '../../../db/queries/orders.ts'
import type { CaptureOutcome } from '../provider/payment-provider.ts'
import { OutcomeUnknownError } from '../provider/payment-provider.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { recordOutcome } from '../orders/record-outcome.ts'

/**
 * Captures an order by PayPal's id, books the tip and says which of our orders it was; a repeat changes nothing and answers the same. Throws AppError
 * `not_found`, `instrument_declined`, `payment_refused`, or `payment_provider` when the outcome could not be learnt:
 * then asking again is safe, and the webhook or reconcile brings the tip in any case.
 */
export async function capturePaypalOrder(
  ctx: PaymentContext,
  providerOrderId: string,
): Promise<{ status: 'captured' | 'clearing'; orderId: string }> {
  const { paypal } = ctx.payments
  const order = await findOrder(ctx.db, 'paypal', providerOrderId)
  if (!paypal || !order) throw new AppError('not_found')
  const { id: orderId } = order
  if (order.status === 'COMPLETED') return { status: 'captured', orderId }
  if (order.status === 'CLEARING') return { status: 'clearing', orderId }

  const outcome = await paypal
    .captureOrder(providerOrderId, order.id, order.captureAttempt)
    .catch((error: unknown) => {
      if (!(error instanceof OutcomeUnknownError)) throw error
      ctx.log.warn({ orderId: order.id, reason: error.message }, 'capture outcome unknown')
      throw new AppError('payment_provider')
    })
  await recordOutcome(ctx, order, outcome)
  return { status: answerFor(outcome), orderId }
}

function answerFor(outcome: CaptureOutcome): 'captured' | 'clearing' {
  switch (outcome.kind) {
    case 'captured':
    case 'clearing':
      return outcome.kind
    case 'declined':
      throw new AppError('instrument_declined')
    case 'approved':
    case 'not_approved':
    case 'expired':
    case 'refused':
      throw new AppError('payment_refused')
  }
}
