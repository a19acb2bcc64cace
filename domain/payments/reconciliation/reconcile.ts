/**
 * Compares our orders and tips with the providers, whatever webhooks have reported: everything that is still open, payments that
 * are not recorded, refunds and disputes that are unknown here, tips that are missing at the provider, and payments there that
 * match no tip.
 */
import { findOrder } from '../../../db/queries/orders.ts'
import { listPayees, listTipsSince, saveReconciliationReport } from '../../../db/queries/reconciliation.ts'
import type { TipToReconcile } from '../../../db/queries/reconciliation.ts'
import type { PaymentContext } from '../orders/payment-context.ts'
import { recordDisputeAndPublish } from '../orders/record-outcome.ts'
import { resolveOrder } from '../orders/resolve-open-orders.ts'
import type { MarkedPayment, PaymentProvider } from '../provider/payment-provider.ts'
import { reconcileOpenItems } from './open-items.ts'
import type { ReconciliationReport } from './report.ts'
import { attempt, readPages, runAlone } from './run.ts'
import type { Run } from './run.ts'
import { reconcileTip } from './tips.ts'

/**
 * Compares what is open, and everything since then, records what is missing here, and stores the report. Repeats change nothing.
 * Returns undefined when another process is at it.
 */
export async function reconcile(
  ctx: PaymentContext,
  since: Date,
  now = new Date(),
): Promise<ReconciliationReport | undefined> {
  const startedAt = new Date()
  const report = await runAlone(ctx, now, async (run) => {
    await reconcileOpenItems(run)
    for await (const tip of readPages<TipToReconcile>((after) => listTipsSince(ctx.db, since, after)))
      await attempt(run, tip.id, () => reconcileTip(run, tip))
    await reconcileAccounts(run, since)
  })
  if (!report) return undefined
  if (report.unanswered.length === 0) report.completeUpTo = startedAt.toISOString()
  await saveReconciliationReport(ctx.db, { startedAt, since, report })
  raiseFindings(ctx, report)
  return report
}

function raiseFindings(
  { log }: PaymentContext,
  { missingAtProvider, unmatchedPayments }: ReconciliationReport,
) {
  if (missingAtProvider.length > 0) log.error({ missingAtProvider }, 'tips that their provider does not have')
  if (unmatchedPayments.length > 0) log.error({ unmatchedPayments }, 'payments of ours that match no tip')
}

/** Lists the disputes of each account that takes payments, and its payments where the provider can list them. */
async function reconcileAccounts(run: Run, since: Date): Promise<void> {
  for (const provider of Object.values(run.ctx.payments)) {
    if (!provider) continue
    for (const payeeId of await listPayees(run.ctx.db, provider.name, since))
      await attempt(run, payeeId, async () => {
        await reconcileDisputes(run, provider, payeeId, since)
        await reconcilePayments(run, provider, payeeId, since)
      })
  }
}

async function reconcileDisputes(
  { ctx, report }: Run,
  provider: PaymentProvider,
  payeeId: string,
  since: Date,
): Promise<void> {
  for (const dispute of await provider.listDisputes(payeeId, since))
    if (await recordDisputeAndPublish(ctx, dispute)) report.repaired.disputes.push(dispute.disputeId)
}

/** Compares the other way round: each payment of ours there must be a tip here. */
async function reconcilePayments(
  run: Run,
  provider: PaymentProvider,
  payeeId: string,
  since: Date,
): Promise<void> {
  for (const payment of (await provider.listPayments?.(payeeId, since)) ?? [])
    await reconcilePayment(run, provider, payeeId, payment)
}

/**
 * Makes a tip of an order that was given up here but paid after all. A payment that belongs to no order of the account is only
 * reported.
 */
async function reconcilePayment(
  { ctx, now, report }: Run,
  { name: provider }: PaymentProvider,
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
