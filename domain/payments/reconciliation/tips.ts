/** Looks up recorded tips at their provider, with all their refunds. */
import { findTipToReconcile, listTipsIn } from '../../../db/queries/payments/reconciliation.ts'
import type { TipToReconcile } from '../../../db/queries/payments/reconciliation.ts'
import { findCompleteTo, saveCompleteTo } from '../../../db/queries/payments/reconciled-accounts.ts'
import { recordCapture, recordDisputeAndPublish, recordRefundAndPublish } from '../orders/record-outcome.ts'
import type { PaymentProvider } from '../provider/payment-provider.ts'
import type { ProviderDispute } from '../provider/reports.ts'
import { attempt, readPages } from './run.ts'
import type { Run } from './run.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/**
 * In milliseconds: the ages at which a tip is looked up if the provider does not list transactions. Webhooks are repeated for three
 * days, and PayPal refunds for 180 days. https://developer.paypal.com/docs/api/payments/v2/#captures_refund
 */
const agesMs = [0, hourMs, dayMs, 4 * dayMs, 14 * dayMs, 45 * dayMs, 120 * dayMs, 180 * dayMs]
/** The time of the last look-ups is stored in `reconciled_account`, in a row with this payee id. */
const cursor = ''

/**
 * Looks up the tips of a provider, except tips on accounts whose transactions are listed. Without `since`, these are the tips that
 * have reached one of the ages since the last run; with `since`, all that were captured since then.
 */
export async function reconcileTips(
  run: Run,
  { name: provider, mode, listing }: PaymentProvider,
  since: Date | undefined,
): Promise<void> {
  const { ctx, now } = run
  const from = (await findCompleteTo(ctx.db, { provider, mode }, cursor)) ?? new Date(now.getTime() - dayMs)
  const spans = since
    ? [{ from: since, to: now }]
    : agesMs.map((age) => ({
        from: new Date(from.getTime() - age),
        to: new Date(now.getTime() - age),
      }))
  const missed = run.report.unanswered.length
  const filter = { provider, mode, spans, isUnlisted: listing !== undefined }
  const tips = readPages<TipToReconcile>((after) => listTipsIn(ctx.db, filter, after))
  for await (const tip of tips) await attempt(run, tip.id, () => reconcileTip(run, tip))
  if (run.report.unanswered.length > missed || (since && since > from)) return
  const account = { provider, mode, payeeId: cursor }
  await saveCompleteTo(ctx.db, account, { now, completeTo: now, hasMoved: true })
}

/** Looks up one tip, and records its refunds. Reports a tip that the provider does not have, or has with another capture. */
export async function reconcileTip({ ctx, report }: Run, tip: TipToReconcile): Promise<void> {
  const provider = ctx.payments[tip.provider]
  if (!provider) return
  report.tips += 1
  const { outcome, refunds } = await provider.findPayment({ ...tip, id: tip.orderId })
  if (outcome.kind !== 'captured' || outcome.capture.captureId !== tip.captureId) {
    const reason =
      outcome.kind === 'captured' ? `its capture there is ${outcome.capture.captureId}` : outcome.kind
    const { id: tipId, captureId } = tip
    report.missingAtProvider.push({ tipId, captureId, provider: tip.provider, reason })
    return
  }
  await recordCapture(ctx, outcome.capture) // records the provider's fee, which may be known only now
  for (const refund of refunds)
    if (await recordRefundAndPublish(ctx, refund)) report.repaired.refunds.push(refund.refundId)
}

/**
 * Records a dispute that the provider has. If it is lost and has taken nothing itself, a refund or reversal has taken its money, so
 * the refunds of its tip are looked up, too.
 */
export async function recordFoundDispute(run: Run, dispute: ProviderDispute): Promise<void> {
  const { ctx, report } = run
  if (!(await recordDisputeAndPublish(ctx, dispute))) return
  report.repaired.disputes.push(dispute.disputeId)
  if (dispute.status !== 'lost' || dispute.takenMinor !== 0) return
  const tip = await findTipToReconcile(ctx.db, dispute.provider, dispute.captureId)
  if (tip) await reconcileTip(run, tip)
}
