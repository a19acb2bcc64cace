/** Captures an order once for each approval of its supporter, and one order of a checkout at most. */
import { claimCapture, endRefusedCapture } from '../../../db/queries/capture-claims.ts'
import { updateOrderStatus } from '../../../db/queries/orders.ts'
import type { OrderRow } from '../../../db/schema.ts'
import { OutcomeUnknownError } from '../provider/errors.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import type { CaptureOutcome } from '../provider/reports.ts'
import { orderKeyOf } from './order-key.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordOutcome } from './record-outcome.ts'

/** What came of an approved order. `already_paid`: its tip was paid with another order, so this one has ended without a charge. */
export type ApprovedOutcome = CaptureOutcome | { kind: 'already_paid' }

/**
 * Captures an order that its supporter approved, and records the outcome; where the provider captures by itself, looks the order
 * up. `approvals` is how many approvals the caller knows of: after each declined capture another one is needed, because the
 * supporter may have paid otherwise meanwhile. PayPal's webhooks and look-ups do not tell a second approval from the first, so only
 * the supporter's browser brings one. Without it the result is `declined`, and nothing is asked of the provider. Throws
 * OutcomeUnknownError, also while another order of the same checkout may be paid.
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

/** An order that was open and is still only approved is being captured elsewhere at this moment. */
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
