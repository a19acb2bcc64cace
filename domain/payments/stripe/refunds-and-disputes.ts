/** Stripe's refunds and disputes: made, listed, and read in our words. */
import type Stripe from 'stripe'
import type { ProviderDispute } from '../ledger/record-dispute.ts'
import type { ProviderRefund } from '../ledger/record-refund.ts'
import type { Mode } from '../../../db/schema.ts'
import { disputeResource, refundResource, toProviderDispute, toProviderRefund } from './reports.ts'
import { RefusedError } from '../provider/payment-provider.ts'
import type { BooksGateway } from '../provider/payment-provider.ts'
import { definiteCode, unknownOutcome } from './client.ts'

/** A paid session that says which order of ours it is for. Whoever owns the account could write that too. */
export interface MarkedPayment {
  sessionId: string
  captureId: string
}

export interface StripeBooks extends Pick<BooksGateway, 'refundCapture' | 'listDisputes'> {
  /** All that went back of a payment. */
  listRefunds(paymentIntentId: string, accountId: string): Promise<ProviderRefund[]>
  /** The payments of a creator's account since then that carry our mark. Throws OutcomeUnknownError. */
  listMarkedPayments(accountId: string, since: Date): Promise<MarkedPayment[]>
}

/** The library asks for page after page up to so many, more than an account has of ours. */
const mostListed = 10_000

/** Opens what keeps the books in step with Stripe. Our fee goes back in proportion: Stripe is told to, and reckons it. */
export function openStripeBooks(client: Stripe, mode: Mode): StripeBooks {
  async function ask<T>(doing: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const code = definiteCode(error)
      throw code === undefined ? unknownOutcome(doing, error) : new RefusedError(code)
    }
  }

  return {
    async refundCapture({ id, captureId, payeeId, amountMinor, platformFeeMinor }) {
      const params = {
        payment_intent: captureId,
        amount: amountMinor,
        reason: 'requested_by_customer' as const,
        metadata: { refund: id },
        ...(platformFeeMinor > 0 ? { refund_application_fee: true } : {}),
      }
      const options = { stripeAccount: payeeId, idempotencyKey: `refund:${id}` }
      return toRefund(await ask('a refund', () => client.refunds.create(params, options)), captureId, mode)
    },

    async listRefunds(paymentIntentId, accountId) {
      const params = { payment_intent: paymentIntentId, limit: 100 }
      const refunds = await ask('refunds', () =>
        client.refunds.list(params, { stripeAccount: accountId }).autoPagingToArray({ limit: mostListed }),
      )
      return refunds.map((refund) => toRefund(refund, paymentIntentId, mode))
    },

    async listMarkedPayments(accountId, since) {
      const params = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 }
      const { sessions } = client.checkout
      const list = await ask('payments', () =>
        sessions.list(params, { stripeAccount: accountId }).autoPagingToArray({ limit: mostListed }),
      )
      return list.flatMap((session) => toMarked(session) ?? [])
    },

    async listDisputes(payeeId, since) {
      const params = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 }
      const disputes = await ask('disputes', () =>
        client.disputes.list(params, { stripeAccount: payeeId }).autoPagingToArray({ limit: mostListed }),
      )
      return disputes.flatMap((dispute) => toDispute(dispute, mode) ?? [])
    },
  }
}

/** A refund has no time of its last change: one that is further on outranks what is known of the same moment. */
function toRefund(refund: Stripe.Refund, captureId: string, mode: Mode): ProviderRefund {
  const resource = refundResource.parse(refund)
  return toProviderRefund(resource, captureId, { mode, asOf: resource.created })
}

/** Undefined for an inquiry, and for one that is about no payment of ours. Stripe does not say when it ended: as above. */
function toDispute(dispute: Stripe.Dispute, mode: Mode): ProviderDispute | undefined {
  const resource = disputeResource.parse(dispute)
  const { payment_intent: captureId, created: asOf } = resource
  return captureId ? toProviderDispute(resource, captureId, { mode, asOf }) : undefined
}

function toMarked(session: Stripe.Checkout.Session): MarkedPayment | undefined {
  const { id: sessionId, payment_status, payment_intent: intent, metadata } = session
  if (payment_status !== 'paid' || !intent || !metadata?.['order']) return undefined
  return { sessionId, captureId: typeof intent === 'string' ? intent : intent.id }
}
