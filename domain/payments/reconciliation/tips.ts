/** Looks up recorded tips at their provider, with everything that was refunded of them. */
import type { TipToReconcile } from '../../../db/queries/reconciliation.ts'
import { recordCapture, recordRefundAndPublish } from '../orders/record-outcome.ts'
import type { Run } from './run.ts'

/** Looks up one tip, and records its refunds. A tip that the provider does not have, or has with another capture, is reported. */
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
  await recordCapture(ctx, outcome.capture) // records the provider's fee, if only this look-up states it
  for (const refund of refunds)
    if (await recordRefundAndPublish(ctx, refund)) report.repaired.refunds.push(refund.refundId)
}
