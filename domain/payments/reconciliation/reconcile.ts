/**
 * Compares our orders and tips with the providers, whatever webhooks have reported: payments that are not recorded, refunds and
 * disputes that are unknown here, tips that are missing at the provider, and payments there that match no tip.
 */
import { findOrder } from '../../../db/queries/orders.ts'
import {
  listOpenOrders,
  listPayees,
  listTipsToReconcile,
  saveReconciliationReport,
} from '../../../db/queries/reconciliation.ts'
import type { TipToReconcile } from '../../../db/queries/reconciliation.ts'
import type { Provider } from '../../../db/schema.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { recordCapture, recordDisputeAndPublish, recordRefundAndPublish } from '../orders/record-outcome.ts'
import { resolveOrder } from '../orders/resolve-open-orders.ts'
import type { MarkedPayment } from '../provider/payment-provider.ts'

export interface ReconciliationReport {
  /** How many open orders and recorded tips were looked up. */
  orders: number
  tips: number
  /** What was recorded only now, by the ids of orders, refunds and disputes. */
  repaired: { tips: string[]; refunds: string[]; disputes: string[] }
  /** Tips that their provider does not have, or has with another capture: for a person to look at. */
  missingAtProvider: { tipId: string; captureId: string; provider: Provider; reason: string }[]
  /** Payments whose metadata names an order of ours, but which match no tip: not recorded, for a person to look at. */
  unmatchedPayments: { provider: Provider; payeeId: string; captureId: string; reason: string }[]
  /** What could not be looked up now. */
  unanswered: { id: string; reason: string }[]
}

/** The state of one run; `report` collects what it finds. */
interface Run {
  ctx: PaymentContext
  since: Date
  now: Date
  report: ReconciliationReport
}

/** Compares everything since then, records what is missing here, and stores the report. Repeats change nothing. */
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
  const run = { ctx, since, now, report }
  await reconcileOrders(run)
  const tips = await listTipsToReconcile(ctx.db, since)
  for (const tip of tips) {
    report.tips += 1
    await noteFailure(run, tip.id, () => reconcileTip(run, tip))
  }
  await reconcileDisputes(run, tips)
  await reconcilePayments(run)
  await saveReconciliationReport(ctx.db, { startedAt, since, report })
  const { missingAtProvider, unmatchedPayments } = report
  if (missingAtProvider.length > 0)
    ctx.log.error({ missingAtProvider }, 'tips that their provider does not have')
  if (unmatchedPayments.length > 0) ctx.log.error({ unmatchedPayments }, 'payments of ours that match no tip')
  return report
}

async function noteFailure({ report }: Run, id: string, compare: () => Promise<void>): Promise<void> {
  await compare().catch((error: Error) => void report.unanswered.push({ id, reason: error.message }))
}

async function reconcileOrders(run: Run): Promise<void> {
  const { ctx, since, now, report } = run
  for (const order of await listOpenOrders(ctx.db, since)) {
    report.orders += 1
    await noteFailure(run, order.id, async () => {
      if ((await resolveOrder(ctx, order, now)) === 'captured') report.repaired.tips.push(order.id)
    })
  }
}

async function reconcileTip({ ctx, report }: Run, tip: TipToReconcile): Promise<void> {
  const provider = ctx.payments[tip.provider]
  if (!provider) return
  const { outcome, refunds } = await provider.findPayment({ ...tip, id: tip.orderId })
  if (outcome.kind !== 'captured' || outcome.capture.captureId !== tip.captureId) {
    const reason =
      outcome.kind === 'captured' ? `its capture there is ${outcome.capture.captureId}` : outcome.kind
    const { id: tipId, captureId } = tip
    report.missingAtProvider.push({ tipId, captureId, provider: tip.provider, reason })
    return
  }
  await recordCapture(ctx, outcome.capture) // records the provider's fee, if only this look-up states it
  for (const refund of refunds)
    if (await recordRefundAndPublish(ctx, refund)) report.repaired.refunds.push(refund.refundId)
}

/** Lists the disputes of each paid account once. */
async function reconcileDisputes(run: Run, tips: readonly TipToReconcile[]): Promise<void> {
  const { ctx, since, report } = run
  const accounts = new Map(tips.map((tip) => [`${tip.provider} ${tip.payeeId}`, tip]))
  for (const [id, { provider: name, payeeId }] of accounts) {
    const provider = ctx.payments[name]
    if (!provider) continue
    await noteFailure(run, id, async () => {
      for (const dispute of await provider.listDisputes(payeeId, since))
        if (await recordDisputeAndPublish(ctx, dispute)) report.repaired.disputes.push(dispute.disputeId)
    })
  }
}

/** Compares the other way round, where the provider can list payments: each payment of ours there must be a tip here. */
async function reconcilePayments(run: Run): Promise<void> {
  const { ctx, since } = run
  for (const provider of Object.values(ctx.payments)) {
    if (!provider?.listPayments) continue
    for (const payeeId of await listPayees(ctx.db, provider.name, since))
      await noteFailure(run, payeeId, async () => {
        for (const payment of (await provider.listPayments?.(payeeId, since)) ?? [])
          await reconcilePayment(run, provider.name, payeeId, payment)
      })
  }
}

/**
 * Makes a tip of an order that was given up here but paid after all. A payment that belongs to no order of the account is only
 * reported.
 */
async function reconcilePayment(
  { ctx, now, report }: Run,
  provider: Provider,
  payeeId: string,
  { providerOrderId, captureId }: MarkedPayment,
): Promise<void> {
  const order = await findOrder(ctx.db, provider, providerOrderId)
  if (order?.status === 'COMPLETED') return
  if (order?.payeeId === payeeId && order.status !== 'MISMATCH') {
    await resolveOrder(ctx, order, now)
    const after = await findOrder(ctx.db, provider, providerOrderId)
    if (after?.status === 'COMPLETED') return void report.repaired.tips.push(order.id)
  }
  const reason = order ? 'not what its order asked for' : 'no order of ours'
  report.unmatchedPayments.push({ provider, payeeId, captureId, reason })
}
