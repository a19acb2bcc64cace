/** Brings one of our orders to where the provider says it is. Browser, webhook and reconcile all end here. */
import type { OrderRow } from '../../db/schema.ts'
import { countCaptureAttempt, updateOrderStatus } from '../../db/queries/orders.ts'
import type { CaptureOutcome, ProviderCapture } from '../gateways/payment-provider.ts'
import type { PaymentContext } from './context.ts'
import { recordTip } from './record-tip.ts'

/** Books what is captured and publishes it; moves the order otherwise. May be repeated and may race with itself. */
export async function settleOrder(
  ctx: PaymentContext,
  order: OrderRow,
  outcome: CaptureOutcome,
): Promise<void> {
  switch (outcome.kind) {
    case 'captured':
      return bookCapture(ctx, outcome.capture)
    case 'clearing':
      return updateOrderStatus(ctx.db, order.id, 'CLEARING')
    case 'declined':
      return countCaptureAttempt(ctx.db, order)
    case 'refused':
      ctx.log.warn({ orderId: order.id, issue: outcome.issue }, 'payment refused')
      return updateOrderStatus(ctx.db, order.id, 'FAILED')
    case 'approved':
    case 'not_approved':
      return
  }
}

/** Books a capture whose order is known by the provider's id alone. */
export async function bookCapture(ctx: PaymentContext, capture: ProviderCapture): Promise<void> {
  const tip = await recordTip(ctx.db, capture)
  const { provider, providerOrderId, captureId } = capture
  switch (tip.kind) {
    case 'recorded':
      return ctx.publish(tip.eventIds)
    case 'known':
      return
    case 'mismatch':
    case 'unknown_order':
      ctx.log.error(
        { provider, providerOrderId, captureId, reason: tip.kind },
        'captured money needs a person',
      )
  }
}
