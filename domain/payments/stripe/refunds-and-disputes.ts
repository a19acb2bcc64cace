/** Makes and lists refunds at Stripe, and lists disputes. */
import type Stripe from 'stripe'
import type { z } from 'zod'
import type { Mode } from '../../../db/schema.ts'
import type { RefundGateway } from '../provider/payment-provider.ts'
import type { ProviderDispute, ProviderRefund } from '../provider/reports.ts'
import { callStripe, listStripe, onAccount } from './client.ts'
import {
  disputeResource,
  lastMovedAt,
  refundResource,
  toProviderDispute,
  toProviderRefund,
} from './reports.ts'
import { refundKeyOf } from '../provider/refund-key.ts'

export interface StripeRefunds extends RefundGateway {
  /** Lists all refunds of a payment. */
  listRefunds(paymentIntentId: string, payeeId: string): Promise<ProviderRefund[]>
}

/**
 * Opens the part of the Stripe provider that makes refunds and lists disputes. A refund also returns our service fee in proportion;
 * Stripe computes the amount itself.
 */
export function openStripeRefunds(client: Stripe, mode: Mode): StripeRefunds {
  async function listRefunds(paymentIntentId: string, payeeId: string): Promise<ProviderRefund[]> {
    const params = { payment_intent: paymentIntentId, limit: 100 }
    return listStripe(
      'refunds',
      () => client.refunds.list(params, onAccount(payeeId)),
      (refund) => toRefund(refund, paymentIntentId, mode),
    )
  }

  return {
    listRefunds,

    async findRefund({ id, captureId, payeeId, amountMinor }) {
      const refunds = await listRefunds(captureId, payeeId)
      return refunds.find((refund) => refund.requestId === id && refund.amountMinor === amountMinor)
    },

    async refundCapture({ id, attempt, captureId, payeeId, amountMinor, platformFeeMinor }) {
      const params = {
        payment_intent: captureId,
        amount: amountMinor,
        reason: 'requested_by_customer' as const,
        metadata: { refund: id },
        ...(platformFeeMinor > 0 ? { refund_application_fee: true } : {}),
      }
      const options = { ...onAccount(payeeId), idempotencyKey: refundKeyOf({ id, attempt }) }
      const refund = await callStripe('a refund', () => client.refunds.create(params, options))
      return toRefund(refund, captureId, mode)
    },

    async listDisputes(payeeId, since) {
      const params = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 }
      return listStripe(
        'disputes',
        () => client.disputes.list(params, onAccount(payeeId)),
        (dispute) => toDispute(disputeResource.parse(dispute), mode),
      )
    },

    async findDispute(disputeId, payeeId) {
      const options = onAccount(payeeId)
      const asOf = new Date(Math.floor(Date.now() / 1000) * 1000)
      const found = await callStripe('a dispute', () => client.disputes.retrieve(disputeId, {}, options))
      return toFoundDispute(disputeResource.parse(found), { mode, asOf })
    },
  }
}

/**
 * Converts a refund. Stripe does not say when a refund last changed, so its report has the time of its creation. Of two reports
 * with the same time, the one with the later status counts.
 */
function toRefund(refund: Stripe.Refund, captureId: string, mode: Mode): ProviderRefund {
  const resource = refundResource.parse(refund)
  return toProviderRefund(resource, captureId, { mode, asOf: resource.created })
}

/**
 * Converts a dispute or inquiry that was looked up at `asOf`. An open one keeps the time since which it has been open, so that a
 * second look-up of it counts as a repeat. Returns undefined if it is about no payment, or its status is none that we know.
 */
export function toFoundDispute(
  resource: z.output<typeof disputeResource>,
  { mode, asOf }: { mode: Mode; asOf: Date },
): ProviderDispute | undefined {
  const found = toDispute(resource, mode)
  return found?.status === 'open' || found?.status === 'inquiry' ? found : found && { ...found, asOf }
}

/** Stripe does not say when a dispute last changed, so its report has the time at which it last moved money. */
function toDispute(resource: z.output<typeof disputeResource>, mode: Mode): ProviderDispute | undefined {
  const { payment_intent: captureId } = resource
  return captureId ? toProviderDispute(resource, captureId, { mode, asOf: lastMovedAt(resource) }) : undefined
}
