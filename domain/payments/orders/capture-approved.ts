/** Captures an order that its supporter has approved, and at most one order of a checkout. */
import { claimCapture, endRefusedCapture, releaseClaim } from '../../../db/queries/payments/capture-claims.ts'
import { updateOrderStatus } from '../../../db/queries/payments/orders.ts'
import type { OrderRow } from '../../../db/schema.ts'
import { OutcomeUnknownError } from '../provider/errors.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import type { CaptureOutcome } from '../provider/reports.ts'
import { closeSiblings } from './close-siblings.ts'
import { orderKeyOf } from './order-key.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordOutcome } from './record-outcome.ts'

/**
 * The result for an approved order. `already_paid`: another order of the same checkout was paid, so this order has ended without a
 * charge. `closed`: it has ended without a charge, because the supporter began to pay in another way.
 */
export type ApprovedOutcome = CaptureOutcome | { kind: 'already_paid' | 'closed' }

/**
 * Captures an order that its supporter approved, and records the outcome. Where the provider captures by itself, looks the order up
 * instead. An order whose payment method was declined is never captured again, and the result is `declined` without a request to the
 * provider: nothing that PayPal documents tells a second approval from the first, and the supporter may have given up
 * (docs/decisions/0068-a-declined-order-is-over.md). Throws OutcomeUnknownError, also while another order of the same checkout is being
 * captured.
 */
export async function captureApproved(ctx: PaymentContext, order: OrderRow): Promise<ApprovedOutcome> {
  const provider = ctx.payments[order.provider]!
  if (!provider.captureOrder) return lookUp(ctx, provider, order)
  if (order.declinedCaptures > 0) return { kind: 'declined' }
  switch (await claimCapture(ctx.db, order)) {
    case 'claimed':
      return captureClaimed(ctx, order, await provider.captureOrder(orderKeyOf(order)))
    case 'contested':
      if (await closeOthers(ctx, order)) return endUnlessPaid(ctx, order, await lookUp(ctx, provider, order))
      return captureClaimed(ctx, order, await provider.captureOrder(orderKeyOf(order)))
    case 'paid':
      return endUnlessPaid(ctx, order, await lookUp(ctx, provider, order))
    case 'closed':
      return unlessCapturing(order, await lookUp(ctx, provider, order))
    case 'busy':
      throw new OutcomeUnknownError('another order of the same tip may be paid at this moment')
  }
}

/** Closes the other orders of the checkout. Returns whether one of them was paid; then this order is not to be captured. */
async function closeOthers(ctx: PaymentContext, order: OrderRow): Promise<boolean> {
  try {
    const paid = await closeSiblings(ctx, order)
    if (paid) await releaseClaim(ctx.db, order.id)
    return paid !== undefined
  } catch (error) {
    await releaseClaim(ctx.db, order.id)
    throw error
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
 * Returns what the provider reports of an order whose row is not open, or is being captured. Throws OutcomeUnknownError if the row
 * was open and the provider reports that the order is approved: then another request is capturing it at this moment.
 */
function unlessCapturing(order: OrderRow, found: CaptureOutcome): ApprovedOutcome {
  if (found.kind !== 'approved') return found
  if (order.status !== 'CREATED') return { kind: 'closed' }
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
