/** Records the outcome of an order that a provider reports. Requests of browsers, webhooks and look-ups all call this code. */
import { setImmediate } from 'node:timers/promises'
import { endRefusedCapture } from '../../../db/queries/payments/capture-claims.ts'
import { markOrderClearing, updateOrderStatus } from '../../../db/queries/payments/orders.ts'
import { listUnappliedCaptures, reportItem } from '../../../db/queries/payments/reports.ts'
import type { NewWebhook } from '../../../db/queries/payments/webhooks.ts'
import type { OrderRow } from '../../../db/schema.ts'
import { applyReports, applyStoredReports } from '../ledger/apply-reports.ts'
import type { AppliedReports } from '../ledger/apply-reports.ts'
import { recordDispute } from '../ledger/record-dispute.ts'
import { recordProviderFee } from '../ledger/record-provider-fee.ts'
import { recordRefund } from '../ledger/record-refund.ts'
import type { CaptureOutcome, ProviderCapture, ProviderDispute, ProviderRefund } from '../provider/reports.ts'
import { attemptEach } from './attempt-each.ts'
import type { OrderLimits, OrderOrigin } from './order-limits.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordPayeeState } from './record-payee-state.ts'
import { recordTip, recordTipWithWebhook } from './record-tip.ts'
import type { NewTip } from './record-tip.ts'

/**
 * Records a captured order as a tip and publishes its events; for any other outcome, changes the order's status. Safe to repeat
 * and to call twice at once. A declined or refused payment counts against the supporter only once.
 */
export async function recordOutcome(
  ctx: PaymentContext,
  order: OrderRow,
  outcome: CaptureOutcome,
): Promise<void> {
  switch (outcome.kind) {
    case 'captured':
      return recordCapture(ctx, outcome.capture)
    case 'clearing':
      return markOrderClearing(ctx.db, order.id, outcome.waitsForPayee ?? false)
    case 'declined':
      if (await endRefusedCapture(ctx.db, order, { isDeclined: true }))
        await ctx.orderLimits?.noteFailure(order)
      return
    case 'expired':
      return updateOrderStatus(ctx.db, order.id, 'EXPIRED')
    case 'refused':
      ctx.log.warn({ orderId: order.id, issue: outcome.issue }, 'payment refused')
      if (outcome.isPayeeGone) await recordPayeeState(ctx, order, { state: 'restricted' })
      else if (order.status !== 'FAILED') await ctx.orderLimits?.noteFailure(order)
      return updateOrderStatus(ctx.db, order.id, 'FAILED')
    case 'approved':
    case 'not_approved':
      return
  }
}

/** Records a capture as a tip, together with the refunds and disputes that were reported before it, and publishes the events. */
export async function recordCapture(ctx: PaymentContext, capture: ProviderCapture): Promise<void> {
  const tip = await recordTip(ctx.db, capture)
  const { provider, providerOrderId, captureId } = capture
  switch (tip.kind) {
    case 'recorded':
      return publishRecorded(ctx, tip, capture)
    case 'repeat':
      ctx.log.warn(
        { provider, providerOrderId, captureId },
        'a tip was paid twice: this payment is sent back',
      )
      return applyReportsOfCapture(ctx, capture)
    case 'known':
      return applyReportsOfCapture(ctx, capture)
    case 'mismatch':
    case 'unknown_order':
      ctx.log.error(
        { provider, providerOrderId, captureId, reason: tip.kind },
        'captured money needs a person',
      )
  }
}

/**
 * Stores a webhook and records the capture that it reports, in one statement. Returns false when nothing is left to do: the capture
 * is recorded and the webhook marked as processed, or the webhook was already stored.
 */
export async function recordCaptureWithWebhook(
  ctx: PaymentContext,
  webhook: NewWebhook,
  capture: ProviderCapture,
): Promise<boolean> {
  const { tip, isNew } = await recordTipWithWebhook(ctx.db, webhook, capture)
  if (!tip) return isNew
  await publishRecorded(ctx, tip, capture)
  return false
}

/**
 * Publishes a new tip's events and applies reports that arrived before the tip. `applyPendingReports` applies reports that arrive
 * during this call. The events are written to the queue before the response to the provider is sent, so that the alert does not
 * wait for that response.
 */
async function publishRecorded(ctx: PaymentContext, tip: NewTip, capture: ProviderCapture): Promise<void> {
  ctx.publish(tip.jobs)
  await setImmediate()
  notePaid(ctx, tip.origin)
  if (tip.hasReports) publishApplied(ctx, await applyReports(ctx.db, capture))
}

/**
 * How many milliseconds after a payment the limits are updated, together for all payments until then. The update does not delay an
 * alert, and while many tips arrive it costs less than one update for each.
 */
const noteDelayMs = 250

/** The paid orders that are still to be subtracted from the limits' counts. */
const paidOrders = new WeakMap<OrderLimits, OrderOrigin[]>()

/**
 * Subtracts a paid order from the limits' counts, a moment later. A failure, or the end of the process before then, does little harm:
 * the order counts as open for ten minutes at most, and earlier declined payments for a day.
 */
function notePaid({ orderLimits, log }: PaymentContext, origin: OrderOrigin): void {
  if (!orderLimits) return
  const waiting = paidOrders.get(orderLimits)
  if (waiting) return void waiting.push(origin)
  const paid = [origin]
  paidOrders.set(orderLimits, paid)
  setTimeout(() => {
    paidOrders.delete(orderLimits)
    orderLimits.notePaid(paid).catch((error: Error) => {
      log.warn({ reason: error.message }, 'paid orders still count as open')
    })
  }, noteDelayMs).unref()
}

async function applyReportsOfCapture(ctx: PaymentContext, capture: ProviderCapture): Promise<void> {
  if (capture.providerFeeMinor !== undefined)
    await recordProviderFee(ctx.db, capture, capture.providerFeeMinor)
  const applied = await applyStoredReports(ctx.db, capture)
  if (applied) publishApplied(ctx, applied)
}

/** Records a refund or reversal and publishes its events. Returns whether the report was new. Safe to call twice at once. */
export async function recordRefundAndPublish(ctx: PaymentContext, refund: ProviderRefund): Promise<boolean> {
  const applied = await recordRefund(ctx.db, refund)
  publishApplied(ctx, applied)
  return applied.isNew
}

/** Records a dispute and publishes its events. Returns whether the report was new. Safe to call twice at once. */
export async function recordDisputeAndPublish(
  ctx: PaymentContext,
  dispute: ProviderDispute,
): Promise<boolean> {
  const applied = await recordDispute(ctx.db, dispute)
  publishApplied(ctx, applied)
  return applied.isNew
}

/**
 * Applies stored reports whose capture is recorded by now. One that fails does not hold up the others. There are such reports if a
 * process stopped after storing a report and before applying it.
 */
export async function applyPendingReports(ctx: PaymentContext, now = new Date()): Promise<void> {
  await attemptEach(ctx, await listUnappliedCaptures(ctx.db, now, 100), {
    itemOf: reportItem,
    work: async (capture) => publishApplied(ctx, await applyReports(ctx.db, capture)),
    now,
  })
}

/** Publishes the events of reports that were applied. */
export function publishApplied(ctx: PaymentContext, applied: AppliedReports): void {
  if (applied.kind !== 'applied' || applied.eventIds.length === 0) return
  ctx.publish(applied.eventIds.map((eventId) => ({ eventId })))
}
