/** Parses Stripe's refunds and disputes. https://docs.stripe.com/api/refunds/object, https://docs.stripe.com/api/disputes/object */
import { z } from 'zod'
import { shareOf } from '../../../contract/money/money.ts'
import type { Mode } from '../../../db/schema.ts'
import type { ProviderDispute, ProviderRefund } from '../provider/reports.ts'

const seconds = z.number().transform((time) => new Date(time * 1000))
const payment = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])

/**
 * A balance transaction. Its amounts are in the currency of the account's balance.
 * https://docs.stripe.com/api/balance_transactions/object
 */
const balanceTransaction = z.object({
  amount: z.int(),
  fee: z.int(),
  currency: z.string(),
  created: seconds,
  reporting_category: z.string(),
})
type BalanceTransaction = z.output<typeof balanceTransaction>

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
  /** A `due_by` of 0 means that the bank takes no response. */
  evidence_details: z.object({
    due_by: z
      .number()
      .nullable()
      .transform((time) => (time ? new Date(time * 1000) : null)),
  }),
})

type Resource = z.output<typeof disputeResource>

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

/** An appeal (https://docs.stripe.com/disputes/arbitration) leaves the money where it is until it is decided. */
const disputeStatuses: Record<string, ProviderDispute['status']> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'inquiry_closed',
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  lost: 'lost',
  won: 'won',
}

/**
 * Returns the status of a dispute; undefined if it is none that we know. Whether a dispute that was prevented has taken money is in
 * its transactions.
 */
function statusOf({ status, balance_transactions: moved }: Resource): ProviderDispute['status'] | undefined {
  if (status !== 'prevented') return disputeStatuses[status]
  return moved.reduce((sum, { amount }) => sum + amount, 0) < 0 ? 'lost' : 'won'
}

/**
 * Returns since when a dispute has been in its state, as far as Stripe says: when it last moved money, or else when it was created.
 * An inquiry that became a dispute keeps its id, and is newer with this.
 */
export function lastMovedAt({ created, balance_transactions: moved }: Resource): Date {
  return new Date(Math.max(created.getTime(), ...moved.map((one) => one.created.getTime())))
}

/** Converts a dispute or an inquiry (`warning_…`). Returns undefined if its status is none that we know. */
export function toProviderDispute(
  dispute: Resource,
  captureId: string,
  { mode, asOf }: { mode: Mode; asOf: Date },
): ProviderDispute | undefined {
  const status = statusOf(dispute)
  if (!status) return undefined
  const { id, amount, currency, reason, created } = dispute
  return {
    provider: 'stripe',
    mode,
    disputeId: id,
    captureId,
    status,
    amountMinor: amount,
    takenMinor: Math.max(0, sumOf(dispute, takenBy)),
    currency,
    providerFeeMinor: Math.max(0, sumOf(dispute, feeOf)),
    reason,
    respondBy: dispute.status.endsWith('needs_response')
      ? (dispute.evidence_details.due_by ?? undefined)
      : undefined,
    openedAt: created,
    asOf,
  }
}

function sumOf(dispute: Resource, minorOf: (one: BalanceTransaction, dispute: Resource) => number): number {
  return dispute.balance_transactions.reduce((sum, one) => sum + minorOf(one, dispute), 0)
}

/**
 * Returns what a dispute's transaction takes from the balance, in the dispute's currency; negative if it returns the money. Where
 * Stripe converts, a transaction takes or returns the whole disputed amount.
 * https://docs.stripe.com/reports/reporting-categories
 */
function takenBy(transaction: BalanceTransaction, { amount, currency }: Resource): number {
  const { reporting_category: category } = transaction
  if (transaction.currency === currency) return -transaction.amount
  return category === 'dispute_reversal' ? -amount : amount
}

/**
 * Returns the fee of a dispute's transaction in the dispute's currency, converted at the rate of the disputed amount. If that
 * amount is 0 there is no rate, and the result is 0.
 */
function feeOf(transaction: BalanceTransaction, { amount, currency }: Resource): number {
  if (transaction.currency === currency) return transaction.fee
  const settled = Math.abs(transaction.amount)
  return settled === 0 ? 0 : shareOf(transaction.fee, amount, settled)
}
