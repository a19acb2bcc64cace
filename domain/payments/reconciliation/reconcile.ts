/**
 * Compares our orders and tips with their providers, both ways, whatever webhooks have told: what was paid and not booked, what
 * went back or is disputed and not known here, and what stands here and is not known there.
 */
import { listOpenOrders, listPayees, listTipsToCompare } from '../../../db/queries/reconciliation.ts'
import type { ComparedTip } from '../../../db/queries/reconciliation.ts'
import { saveReconcileReport } from '../../../db/queries/reconciliation.ts'
import { findOrder } from '../../../db/queries/orders.ts'
import type { Provider } from '../../../db/schema.ts'
import type { MarkedPayment } from '../stripe/refunds-and-disputes.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { resolveOrder } from '../orders/resolve-open-orders.ts'
import { recordCapture, recordDisputeAndPublish, recordRefundAndPublish } from '../orders/record-outcome.ts'

export interface ReconciliationReport {
  /** How many open orders and booked tips were asked about. */
  orders: number
  tips: number
  /** What the comparison brought into the books, by the ids of orders, refunds and disputes. */
  repaired: { tips: string[]; refunds: string[]; disputes: string[] }
  /** Tips that stand in our books and that their provider does not have, or has otherwise: for a person to look at. */
  missingAtProvider: { tipId: string; captureId: string; provider: Provider; reason: string }[]
  /** Payments there that carry our mark and are no tip here: not booked, for a person to look at. Stripe alone lists them. */
  unmatchedPayments: { provider: Provider; payeeId: string; captureId: string; reason: string }[]
  /** What could not be asked about now. */
  unanswered: { id: string; reason: string }[]
}

/** Compares everything since then, mends what it can, and keeps the report. Repeats change nothing. */
export async function reconcile(
  ctx: PaymentContext,
  since: Date,
  now = new Date(),
): Promise<ReconciliationReport> {
  const startedAt = new Date()
  const report: ReconciliationReport = {
    orders: 0,
    tips: 0,
    repaired: { tips: [], refunds: [], disputes: [] },
    missingAtProvider: [],
    unmatchedPayments: [],
    unanswered: [],
  }
  for (const order of await listOpenOrders(ctx.db, since)) {
    report.orders += 1
    await asking(report, order.id, async () => {
      if ((await resolveOrder(ctx, order, now)) === 'captured') report.repaired.tips.push(order.id)
    })
  }
  const tips = await listTipsToCompare(ctx.db, since)
  for (const tip of tips) {
    report.tips += 1
    await asking(report, tip.id, () => compareTip(ctx, tip, report))
  }
  await compareDisputes(ctx, tips, since, report)
  await comparePayments(ctx, since, now, report)
  await saveReconcileReport(ctx.db, { startedAt, since, report })
  const { missingAtProvider: strange, unmatchedPayments: strangers } = report
  if (strange.length > 0) ctx.log.error({ strange }, 'tips that their provider does not have')
  if (strangers.length > 0) ctx.log.error({ strangers }, 'payments with our mark that are no tips of ours')
  return report
}

async function asking(report: ReconciliationReport, id: string, ask: () => Promise<void>): Promise<void> {
  await ask().catch((error: Error) => void report.unanswered.push({ id, reason: error.message }))
}

async function compareTip(
  ctx: PaymentContext,
  tip: ComparedTip,
  report: ReconciliationReport,
): Promise<void> {
  const provider = ctx.payments[tip.provider]
  if (!provider) return
  const found = await provider.findPayment(tip.providerOrderId, tip.providerAccountId)
  const { outcome, refunds } = found
  if (outcome.kind !== 'captured' || outcome.capture.captureId !== tip.captureId) {
    const reason =
      outcome.kind === 'captured' ? `its capture there is ${outcome.capture.captureId}` : outcome.kind
    const { id: tipId, captureId } = tip
    report.missingAtProvider.push({ tipId, captureId, provider: tip.provider, reason })
    return
  }
  await recordCapture(ctx, outcome.capture) // known: brings the provider's fee, when it says so only now
  for (const refund of refunds)
    if (await recordRefundAndPublish(ctx, refund)) report.repaired.refunds.push(refund.refundId)
}

/** Disputes are asked for by the account that was paid, each once. */
async function compareDisputes(
  ctx: PaymentContext,
  tips: readonly ComparedTip[],
  since: Date,
  report: ReconciliationReport,
): Promise<void> {
  const accounts = new Map(tips.map((tip) => [`${tip.provider} ${tip.providerAccountId}`, tip]))
  for (const [id, { provider: name, providerAccountId }] of accounts) {
    const provider = ctx.payments[name]
    if (!provider) continue
    await asking(report, id, async () => {
      for (const dispute of await provider.listDisputes(providerAccountId, since))
        if (await recordDisputeAndPublish(ctx, dispute)) report.repaired.disputes.push(dispute.disputeId)
    })
  }
}

/** Payments at Stripe that carry our mark: each is a tip, or becomes one of its order, or is a stranger. */
async function comparePayments(
  ctx: PaymentContext,
  since: Date,
  now: Date,
  report: ReconciliationReport,
): Promise<void> {
  const { stripe } = ctx.payments
  if (!stripe) return
  for (const payeeId of await listPayees(ctx.db, 'stripe', since))
    await asking(report, payeeId, async () => {
      for (const payment of await stripe.listMarkedPayments(payeeId, since))
        await comparePayment(ctx, { payeeId, payment, now, report })
    })
}

interface Compared {
  payeeId: string
  payment: MarkedPayment
  now: Date
  report: ReconciliationReport
}

/** An order that was given up and is paid after all becomes a tip; what is no order's of that account is only told of. */
async function comparePayment(ctx: PaymentContext, { payeeId, payment, now, report }: Compared) {
  const { sessionId, captureId } = payment
  const order = await findOrder(ctx.db, 'stripe', sessionId)
  if (order?.status === 'COMPLETED') return
  if (order?.providerAccountId === payeeId && order.status !== 'MISMATCH') {
    await resolveOrder(ctx, order, now)
    const after = await findOrder(ctx.db, 'stripe', sessionId)
    if (after?.status === 'COMPLETED') return void report.repaired.tips.push(order.id)
  }
  const reason = order ? 'not what its order asked for' : 'no order of ours'
  report.unmatchedPayments.push({ provider: 'stripe', payeeId, captureId, reason })
}
