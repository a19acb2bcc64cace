/** Captures an order at most once for each approval by its supporter, and at most one order of a checkout. */
import { claimCapture, endRefusedCapture } from '../../../db/queries/capture-claims.ts'
import { updateOrderStatus } from '../../../db/queries/orders.ts'
import type { OrderRow } from '../../../db/schema.ts'
import { OutcomeUnknownError } from '../provider/errors.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import type { CaptureOutcome } from '../provider/reports.ts'
import { orderKeyOf } from './order-key.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordOutcome } from './record-outcome.ts'

/**
 * The result for an approved order. `already_paid`: another order of the same checkout was paid, so this order has ended without a
 * charge.
 */
export type ApprovedOutcome = CaptureOutcome | { kind: 'already_paid' }

/**
 * Captures an order that its supporter approved, and records the outcome. Where the provider captures by itself, looks the order up
 * instead. `approvals` is the number of approvals that the caller knows of. After each declined capture another approval is needed,
 * because the supporter may have paid in another way meanwhile. PayPal's webhooks and look-ups do not distinguish a second approval
 * from the first, so only the supporter's browser can report one. Without it the result is `declined`, and no request is made to
 * the provider. Throws OutcomeUnknownError, also while another order of the same checkout is being captured.
 */
export async function captureApproved(
  ctx: PaymentContext,
  order: OrderRow,
  approvals: number,
): Promise<ApprovedOutcome> {
  const provider = ctx.payments[order.provider]!
  if (!provider.captureOrder) return lookUp(ctx, provider, order)
  if (approvals <= order.declinedCaptures) return { kind: 'declined' }
  switch (await claimCapture(ctx.db, order)) {
    case 'claimed':
      return captureClaimed(ctx, order, await provider.captureOrder(orderKeyOf(order)))
    case 'paid':
      return endUnlessPaid(ctx, order, await lookUp(ctx, provider, order))
    case 'closed':
      return unlessCapturing(order, await lookUp(ctx, provider, order))
    case 'busy':
      throw new OutcomeUnknownError('another order of the same tip may be paid at this moment')
  }
}

async function captureClaimed(
  ctx: PaymentContext,
  order: OrderRow,
  outcome: CaptureOutcome,
): Promise<CaptureOutcome> {
  if (outcome.kind === 'not_approved') await endRefusedCapture(ctx.db, order, { isDeclined: false })
  await recordOutcome(ctx, order, outcome)
  return outcome
}

async function lookUp(
  ctx: PaymentContext,
  provider: PaymentProvider,
  order: OrderRow,
): Promise<CaptureOutcome> {
  const outcome = await provider.findOutcome(orderKeyOf(order))
  await recordOutcome(ctx, order, outcome)
  return outcome
}

/**
 * Throws OutcomeUnknownError if the provider reports that the order is approved while our row is still open: then another request
 * is capturing it at this moment.
 */
function unlessCapturing(order: OrderRow, found: CaptureOutcome): CaptureOutcome {
  if (order.status !== 'CREATED' || found.kind !== 'approved') return found
  throw new OutcomeUnknownError('the order changed meanwhile')
}

async function endUnlessPaid(
  ctx: PaymentContext,
  order: OrderRow,
  found: CaptureOutcome,
): Promise<ApprovedOutcome> {
  if (found.kind !== 'approved' && found.kind !== 'not_approved') return found
  if (order.status === 'CREATED') await updateOrderStatus(ctx.db, order.id, 'EXPIRED')
  return { kind: 'already_paid' }
}
