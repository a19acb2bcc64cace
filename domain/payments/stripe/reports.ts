/** Parses Stripe's refunds and disputes. https://docs.stripe.com/api/refunds/object, https://docs.stripe.com/api/disputes/object */
import { z } from 'zod'
import { shareOf } from '../../../contract/money.ts'
import type { Mode } from '../../../db/schema.ts'
import type { ProviderDispute, ProviderRefund } from '../provider/reports.ts'

const seconds = z.number().transform((time) => new Date(time * 1000))
const payment = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])

/**
 * A balance transaction. Its amounts are in the currency of the account's balance.
 * https://docs.stripe.com/api/balance_transactions/object
 */
const balanceTransaction = z.object({ amount: z.int(), fee: z.int(), currency: z.string() })

export const refundResource = z.object({
  object: z.literal('refund'),
  id: z.string().min(1).max(200),
  amount: z.int().min(0),
  currency: z.string(),
  status: z.string().nullable(),
  created: seconds,
  payment_intent: payment.nullable(),
  metadata: z.record(z.string(), z.string()).nullish(),
})

export const disputeResource = z.object({
  object: z.literal('dispute'),
  id: z.string().min(1).max(200),
  amount: z.int().min(0),
  currency: z.string(),
  status: z.string(),
  reason: z.string().max(200),
  created: seconds,
  payment_intent: payment.nullable(),
  balance_transactions: z.array(balanceTransaction).default([]),
  evidence_details: z.object({ due_by: seconds.nullable() }),
})

const refundStatuses: Record<string, ProviderRefund['status']> = {
  succeeded: 'completed',
  pending: 'pending',
  requires_action: 'pending',
}

/**
 * Converts a refund. Stripe returns our service fee by a separate refund of the application fee (`records.ts`), so this one
 * contains none.
 */
export function toProviderRefund(
  { id, amount, currency, status, created, metadata }: z.output<typeof refundResource>,
  captureId: string,
  { mode, asOf }: { mode: Mode; asOf: Date },
): ProviderRefund {
  return {
    provider: 'stripe',
    mode,
    refundId: id,
    captureId,
    kind: 'refund',
    status: refundStatuses[status ?? ''] ?? 'failed',
    amountMinor: amount,
    currency,
    platformFeeMinor: 0,
    requestId: metadata?.['refund'],
    providerFeeMinor: 0,
    occurredAt: created,
    asOf,
  }
}

const disputeStatuses: Record<string, ProviderDispute['status']> = {
  needs_response: 'open',
  under_review: 'open',
  lost: 'lost',
  won: 'won',
  prevented: 'won',
}

/**
 * Converts a dispute. Returns undefined for an inquiry (`warning_…`), which moves no money; if it is escalated, it becomes a
 * dispute with the same id.
 */
export function toProviderDispute(
  dispute: z.output<typeof disputeResource>,
  captureId: string,
  { mode, asOf }: { mode: Mode; asOf: Date },
): ProviderDispute | undefined {
  const status = disputeStatuses[dispute.status]
  if (!status) return undefined
  const { id, amount, currency, reason, created } = dispute
  return {
    provider: 'stripe',
    mode,
    disputeId: id,
    captureId,
    status,
    amountMinor: amount,
    currency,
    providerFeeMinor: Math.max(
      0,
      dispute.balance_transactions.reduce((sum, transaction) => sum + feeOf(transaction, dispute), 0),
    ),
    reason,
    respondBy: status === 'open' ? (dispute.evidence_details.due_by ?? undefined) : undefined,
    openedAt: created,
    asOf,
  }
}

/**
 * Returns the fee of a dispute's transaction in the dispute's currency, converted at the rate of the disputed amount. If that
 * amount is 0 there is no rate, and the result is 0.
 */
function feeOf(
  transaction: z.output<typeof balanceTransaction>,
  { amount, currency }: z.output<typeof disputeResource>,
): number {
  if (transaction.currency === currency) return transaction.fee
  const settled = Math.abs(transaction.amount)
  return settled === 0 ? 0 : shareOf(transaction.fee, amount, settled)
}
