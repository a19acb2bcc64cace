/**
 * Parses refunds and disputes of PayPal, which have the same form in webhooks and in responses.
 * https://developer.paypal.com/docs/api/payments/v2/ (`refund`), https://developer.paypal.com/docs/api/customer-disputes/v1/
 */
import { z } from 'zod'
import type { Mode } from '../../../db/schema.ts'
import type { ProviderDispute, ProviderRefund } from '../provider/reports.ts'
import { toMinor } from './amounts.ts'

/** Parses an amount in PayPal's form; the value becomes minor units. */
export const money = z
  .object({ value: z.string(), currency_code: z.string() })
  .transform(({ value, currency_code }, ctx) => {
    const parsed = toMinor(value, currency_code)
    if (parsed === undefined) ctx.addIssue('not an amount')
    return { value: parsed ?? z.NEVER, currency_code }
  })
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/**
 * Returns whether a pending payment waits until its payee accepts it: the account has no balance in its currency, and does not
 * convert such payments by itself. `capture_status_details` in https://developer.paypal.com/docs/api/payments/v2/
 */
export function waitsForPayee(reason: string | undefined): boolean {
  return reason === 'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION'
}

/** A refund or a reversal; both have the same form. The link with the relation `up` names the capture. */
export const refundResource = z.object({
  id: z.string().min(1).max(200),
  status: z.string(),
  amount: money,
  /** Our id of the refund request, as we sent it to PayPal. */
  custom_id: z.string().optional(),
  create_time: time,
  update_time: time.optional(),
  seller_payable_breakdown: z
    .object({
      paypal_fee: money.optional(),
      platform_fees: z.array(z.object({ amount: money })).optional(),
    })
    .optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })),
})

/** A dispute. PayPal allows several payments in one dispute; ours always have one, because each tip is a payment of its own. */
export const disputeResource = z.object({
  dispute_id: z.string().min(1).max(200),
  create_time: time,
  update_time: time,
  status: z.string(),
  reason: z.string().max(200).default(''),
  dispute_amount: money,
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string() })).min(1),
  dispute_outcome: z
    .object({ outcome_code: z.string().optional(), amount_refunded: money.optional() })
    .optional(),
  seller_response_due_date: time.optional(),
})

const refundStatuses: Record<string, ProviderRefund['status']> = {
  COMPLETED: 'completed',
  PENDING: 'pending',
}

/** Converts a refund or reversal. Throws when it does not name its capture. */
export function toProviderRefund(
  resource: z.output<typeof refundResource>,
  kind: ProviderRefund['kind'],
  mode: Mode,
): ProviderRefund {
  const { seller_payable_breakdown: breakdown } = resource
  const up = resource.links.find(({ rel }) => rel === 'up')?.href
  const captureId = up && /\/captures\/([^/?]+)$/.exec(up)?.[1]
  if (!captureId) throw new Error(`refund ${resource.id} does not name its capture`)
  return {
    provider: 'paypal',
    mode,
    refundId: resource.id,
    captureId,
    kind,
    status: refundStatuses[resource.status] ?? 'failed',
    amountMinor: resource.amount.value,
    currency: resource.amount.currency_code.toLowerCase(),
    // A breakdown without platform fees means that no service fee was returned.
    platformFeeMinor: breakdown && (breakdown.platform_fees?.[0]?.amount.value ?? 0),
    providerFeeMinor: breakdown?.paypal_fee?.value ?? 0,
    occurredAt: resource.create_time,
    asOf: resource.update_time ?? resource.create_time,
  }
}

/**
 * The outcomes of a dispute in which the seller loses the money. `RESOLVED_WITH_PAYOUT` is not one of them, because PayPal itself
 * pays the buyer.
 */
const lostOutcomes = new Set(['RESOLVED_BUYER_FAVOUR', 'RESOLVED_BUYER_FAVOR', 'ACCEPTED'])

export function toProviderDispute(resource: z.output<typeof disputeResource>, mode: Mode): ProviderDispute {
  const { dispute_outcome: outcome, dispute_amount: amount } = resource
  const isLost = lostOutcomes.has(outcome?.outcome_code ?? '')
  const ended = isLost ? 'lost' : 'won'
  return {
    provider: 'paypal',
    mode,
    disputeId: resource.dispute_id,
    captureId: resource.disputed_transactions[0]!.seller_transaction_id,
    status: resource.status === 'RESOLVED' ? ended : 'open',
    amountMinor: (isLost ? outcome?.amount_refunded?.value : undefined) ?? amount.value,
    // A decided dispute releases what it held. What the buyer gets back is a refund or reversal, with an id and webhook of its own.
    takenMinor: resource.status === 'RESOLVED' ? 0 : undefined,
    currency: amount.currency_code.toLowerCase(),
    reason: resource.reason,
    respondBy: resource.seller_response_due_date,
    openedAt: resource.create_time,
    asOf: resource.update_time,
  }
}
