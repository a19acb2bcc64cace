/** Brings one of our orders to where the provider says it is. Browser, webhook and reconcile all end here. */
import { listUnappliedCaptures } from '../../../db/queries/reports.ts'
import { applyStoredReports, applyReports } from '../ledger/apply-reports.ts'
import type { AppliedReports } from '../ledger/apply-reports.ts'
import { recordDispute } from '../ledger/record-dispute.ts'
import type { ProviderDispute } from '../ledger/record-dispute.ts'
import { recordProviderFee } from '../ledger/record-provider-fee.ts'
import { recordRefund } from '../ledger/record-refund.ts'
import type { ProviderRefund } from '../ledger/record-refund.ts'
import type { OrderRow } from '../../../db/schema.ts'
import { countCaptureAttempt, updateOrderStatus } from '../../../db/queries/orders.ts'
import type { NewWebhook } from '../../../db/queries/webhooks.ts'
import type { CaptureOutcome, ProviderCapture } from '../provider/payment-provider.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordTip, recordTipWithWebhook } from './record-tip.ts'
import type { NewTip } from './record-tip.ts'

/**
 * Books what is captured and publishes it; moves the order otherwise. May be repeated and may race with itself. What nobody
 * but a look-up finds refused is a new refusal only when none was known of that order.
 */
export async function recordOutcome(
  ctx: PaymentContext,
  order: OrderRow,
  outcome: CaptureOutcome,
  { isLookUp = false } = {},
): Promise<void> {
  switch (outcome.kind) {
    case 'captured':
      return recordCapture(ctx, outcome.capture)
    case 'clearing':
      return updateOrderStatus(ctx.db, order.id, 'CLEARING')
    case 'declined':
      if ((await countCaptureAttempt(ctx.db, order)) && !(isLookUp && order.captureAttempt > 1))
        await ctx.orderLimits?.noteFailure(order)
      return
    case 'expired':
      return updateOrderStatus(ctx.db, order.id, 'EXPIRED')
    case 'refused':
      ctx.log.warn({ orderId: order.id, issue: outcome.issue }, 'payment refused')
      if (order.status !== 'FAILED') await ctx.orderLimits?.noteFailure(order)
      return updateOrderStatus(ctx.db, order.id, 'FAILED')
    case 'approved':
    case 'not_approved':
      return
  }
}

/** Books a capture whose order is known by the provider's id alone, and what was told of it before it came. */
export async function recordCapture(ctx: PaymentContext, capture: ProviderCapture): Promise<void> {
  const tip = await recordTip(ctx.db, capture)
  const { provider, providerOrderId, captureId } = capture
  switch (tip.kind) {
    case 'recorded':
      return publishRecorded(ctx, tip, capture)
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
 * Keeps a webhook and books the capture that it tells of, in one step. Whether something is left to do: false when the capture
 * is booked and the webhook done, and when the webhook was here before.
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

/** Reports that come in the very moment of the booking are found by the clock (`bookKeptReports`). */
async function publishRecorded(ctx: PaymentContext, tip: NewTip, capture: ProviderCapture): Promise<void> {
  ctx.publish(tip.jobs)
  ctx.orderLimits?.notePaid(tip.payer).catch((error: Error) => {
    ctx.log.warn({ reason: error.message }, 'a paid order still counts as open') // for ten minutes, and no harm
  })
  if (tip.hasReports) publishApplied(ctx, await applyReports(ctx.db, capture))
}

async function applyReportsOfCapture(ctx: PaymentContext, capture: ProviderCapture): Promise<void> {
  if (capture.providerFeeMinor !== undefined)
    await recordProviderFee(ctx.db, capture, capture.providerFeeMinor)
  const applied = await applyStoredReports(ctx.db, capture)
  if (applied) publishApplied(ctx, applied)
}

/** Books a refund or a reversal and publishes what came of it; whether it was news. May be repeated and may race with itself. */
export async function recordRefundAndPublish(ctx: PaymentContext, refund: ProviderRefund): Promise<boolean> {
  const applied = await recordRefund(ctx.db, refund)
  publishApplied(ctx, applied)
  return applied.isNew
}

/** Books a dispute and publishes what came of it; whether it was news. May be repeated and may race with itself. */
export async function recordDisputeAndPublish(
  ctx: PaymentContext,
  dispute: ProviderDispute,
): Promise<boolean> {
  const applied = await recordDispute(ctx.db, dispute)
  publishApplied(ctx, applied)
  return applied.isNew
}

/** Books the reports that were kept and whose payment has come meanwhile: a process may stop between the two. */
export async function applyPendingReports(ctx: PaymentContext): Promise<void> {
  for (const capture of await listUnappliedCaptures(ctx.db, 100)) {
    publishApplied(ctx, await applyReports(ctx.db, capture))
  }
}

function publishApplied(ctx: PaymentContext, applied: AppliedReports): void {
  if (applied.kind !== 'applied' || applied.eventIds.length === 0) return
  ctx.publish(applied.eventIds.map((eventId) => ({ eventId })))
}
