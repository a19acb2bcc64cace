/** Applies the reports of webhooks. Webhooks may be repeated and arrive in any order. */
import { findOrder, markOrderClearing, updateOrderStatus } from '../../../db/queries/payments/orders.ts'
import type { OrderRow } from '../../../db/schema.ts'
import { captureApproved } from '../orders/capture-approved.ts'
import { isCaptureOf } from '../orders/is-capture-of.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { recordDeclinedAttempt } from '../orders/record-declined-attempt.ts'
import { recordCapture, recordDisputeAndPublish, recordRefundAndPublish } from '../orders/record-outcome.ts'
import { markAccountLost, refreshAccount, refreshOnboarded } from '../payouts/refresh-payout.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import type { WebhookReport } from '../provider/reports.ts'

/**
 * Applies a report. `payeeId` is the account that sent the event, or undefined for the platform's own account. A payee's account
 * may have payments that are not ours, so a report from it must concern an order that is paid into that account.
 */
export async function applyReport(
  ctx: PaymentContext,
  provider: PaymentProvider,
  payeeId: string | undefined,
  report: WebhookReport,
): Promise<void> {
  const origin = { ctx, provider, payeeId }
  switch (report.kind) {
    case 'captured':
      if (await isOrderOf(origin, report.capture.providerOrderId)) await recordCapture(ctx, report.capture)
      return
    case 'approved':
    case 'clearing':
    case 'failed':
    case 'expired':
      return applyOrderReport(origin, report)
    case 'refund':
      if (await isOwn(origin, report.refund.captureId)) await recordRefundAndPublish(ctx, report.refund)
      return
    case 'dispute':
      if (await isOwn(origin, report.dispute.captureId)) await recordDisputeAndPublish(ctx, report.dispute)
      return
    case 'declined_attempt':
      return recordDeclinedAttempt(ctx, provider, payeeId, report.attempt)
    case 'account_changed':
      return refreshAccount(ctx, provider, report.payeeId)
    case 'account_lost':
      return markAccountLost(ctx, provider, report.payeeId)
    case 'onboarded':
      return refreshOnboarded(ctx, provider, report.reference)
  }
}

/** The sender of a report: the provider, and the payee's account. */
interface Origin {
  ctx: PaymentContext
  provider: PaymentProvider
  payeeId: string | undefined
}

async function applyOrderReport(
  origin: Origin,
  report: Extract<WebhookReport, { providerOrderId: string }>,
): Promise<void> {
  const { providerOrderId } = report
  const { ctx, provider } = origin
  const order = await findOrder(ctx.db, provider.name, providerOrderId)
  if (!isFrom(origin, providerOrderId, order) || !order) return
  switch (report.kind) {
    case 'approved':
      return captureReported(origin, order)
    case 'failed':
      return updateOrderStatus(ctx.db, order.id, 'FAILED')
    // Reports of `clearing` and `expired` may arrive late, so they must not replace an outcome that is already recorded.
    case 'clearing':
      return order.status === 'CREATED'
        ? markOrderClearing(ctx.db, order.id, report.waitsForPayee ?? false)
        : undefined
    case 'expired':
      return order.status === 'CREATED' ? updateOrderStatus(ctx.db, order.id, 'EXPIRED') : undefined
  }
}

/** Captures an approved order. Normally the supporter's browser does that on our page, but it may never return there. */
async function captureReported({ ctx }: Origin, order: OrderRow): Promise<void> {
  if (order.status !== 'COMPLETED' && order.status !== 'CLEARING') await captureApproved(ctx, order)
}

async function isOrderOf(origin: Origin, providerOrderId: string): Promise<boolean> {
  const { ctx, provider, payeeId } = origin
  if (payeeId === undefined) return true
  return isFrom(origin, providerOrderId, await findOrder(ctx.db, provider.name, providerOrderId))
}

function isFrom(
  { ctx, provider, payeeId }: Origin,
  providerOrderId: string,
  order: OrderRow | undefined,
): boolean {
  if (payeeId === undefined || order?.payeeId === payeeId) return true
  const reason = order ? 'another_account' : 'unknown_order'
  ctx.log.error(
    { provider: provider.name, payeeId, providerOrderId, reason },
    'webhook is not about an order of this account',
  )
  return false
}

async function isOwn({ ctx, provider, payeeId }: Origin, captureId: string): Promise<boolean> {
  if (payeeId === undefined || (await isCaptureOf(ctx, provider, { captureId, payeeId }))) return true
  ctx.log.info(
    { provider: provider.name, payeeId, captureId },
    'webhook is about another payment of this account',
  )
  return false
}
