/** Opens, resolves and shows disputes. https://developer.paypal.com/docs/api/customer-disputes/v1/ */
import type { Request } from 'express'
import * as z from 'zod'
import { now, type Store, type Capture, type Dispute } from './store.ts'
import { type Api, findById } from './api-handler.ts'
import { pickLetters } from '../secrets.ts'
import { fromMinor, toMinor, type Money } from './money.ts'
import { parse } from './requests.ts'
import { callerOf, requireSeller } from './auth-assertion.ts'
import { bookDisputeFee, bookHold } from './transactions.ts'
import { type PaypalContext, refundableMinor, reverseCapture } from './captures.ts'

/** How many days a seller has to respond. */
const responseDays = 10

/** Opens a dispute by the payer about a capture, for the given amount. */
export function openDispute(context: PaypalContext, capture: Capture, amount: Money): void {
  const id = `PP-D-${pickLetters('0123456789', 12)}`
  const opened = now()
  const dispute: Dispute = {
    id,
    captureId: capture.id,
    amount,
    createTime: opened,
    updateTime: opened,
    dueDate: new Date(Date.now() + responseDays * 86_400_000).toISOString(),
  }
  context.store.disputes[id] = dispute
  capture.disputeId = id
  bookHold(context.store, capture, dispute, false)
  context.store.save()
  sendEvent(context, dispute, capture)
}

/** Escalates a dispute to a claim, for which PayPal asks the seller for evidence. */
export function escalateDispute(context: PaypalContext, capture: Capture): void {
  const dispute = context.store.disputes[capture.disputeId ?? '']
  if (!dispute) return
  dispute.isClaim = true
  updateDispute(context, dispute, capture)
}

/** Stores a change of an open dispute, and sends its webhook. */
export function updateDispute(context: PaypalContext, dispute: Dispute, capture: Capture): void {
  dispute.updateTime = now()
  context.store.save()
  sendEvent(context, dispute, capture, 'CUSTOMER.DISPUTE.UPDATED')
}

/**
 * Returns what the seller may do about a dispute, as its links name it. Only a claim takes evidence:
 * https://developer.paypal.com/docs/disputes/integration-guide/.
 */
export function actionsOf({ isClaim, evidence, outcome, dueDate }: Dispute): string[] {
  if (outcome) return []
  if (!isClaim) return ['send-message', 'make-offer']
  if (evidence) return []
  return Date.parse(dueDate) > Date.now() ? ['provide-evidence', 'accept-claim'] : ['accept-claim']
}

/**
 * Resolves a dispute. If it ends in the buyer's favour, the buyer gets the money back, and PayPal charges its fee if the dispute was a
 * claim: https://www.paypal.com/us/smarthelp/article/what-is-the-paypal-dispute-fee-and-why-was-i-charged-one-faq4352
 */
export function resolveDispute(context: PaypalContext, capture: Capture, isForBuyer: boolean): void {
  const dispute = context.store.disputes[capture.disputeId ?? '']
  if (!dispute) return
  dispute.outcome = isForBuyer ? 'RESOLVED_BUYER_FAVOUR' : 'RESOLVED_SELLER_FAVOUR'
  dispute.updateTime = now()
  capture.disputeId = undefined
  bookHold(context.store, capture, dispute, true)
  if (isForBuyer && dispute.isClaim) bookDisputeFee(context.store, capture, toMinor(dispute.amount))
  context.store.save()
  sendEvent(context, dispute, capture)
  if (!isForBuyer) return
  const minor = Math.min(toMinor(dispute.amount), refundableMinor(context.store, capture))
  if (minor > 0) reverseCapture(context, capture, fromMinor(minor, dispute.amount.currency_code))
}

/** Adds the calls of /v1/customer/disputes, which show the disputes of the seller that the call is made for. */
export function addDisputeCalls(api: Api, { store }: PaypalContext): void {
  api.get('/v1/customer/disputes', (request) => listDisputes(store, request))
  api.get('/v1/customer/disputes/:id', (request) => {
    const dispute = findById(store.disputes, request)
    const capture = store.captures[dispute.captureId]!
    requireSeller(store, request, capture.payee)
    return disputeView(store, dispute, capture)
  })
}

const listQuery = z.object({
  start_time: z.iso.datetime().default('1970-01-01T00:00:00Z'),
  update_time_after: z.iso.datetime().default('1970-01-01T00:00:00Z'),
  page_size: z.coerce.number().int().min(1).max(50).default(10),
  next_page_token: z.coerce.number().int().min(0).default(0),
})

/** Returns a page of disputes, the newest first, each in its short form. */
function listDisputes(store: Store, request: Request) {
  const seller = callerOf(store, request)
  const query = parse(listQuery, request.query)
  const { page_size: size, next_page_token: from } = query
  const openedSince = Date.parse(query.start_time)
  const updatedSince = Date.parse(query.update_time_after)
  const found = Object.values(store.disputes)
    .filter(({ captureId }) => store.captures[captureId]!.payee.merchant_id === seller)
    .filter(({ createTime }) => Date.parse(createTime) >= openedSince)
    .filter(({ updateTime }) => Date.parse(updateTime) >= updatedSince)
    .toReversed()
  const next = `${store.base}/v1/customer/disputes?page_size=${size}&next_page_token=${from + size}`
  const items = found.slice(from, from + size).map((dispute) => summaryOf(store, dispute))
  return {
    ...(items.length > 0 && { items }), // PayPal leaves out an empty list
    links: [
      { href: `${store.base}/v1/customer/disputes`, rel: 'self', method: 'GET' },
      ...(found.length > from + size ? [{ href: next, rel: 'next', method: 'GET' }] : []),
    ],
  }
}

function summaryOf(store: Store, dispute: Dispute) {
  return {
    dispute_id: dispute.id,
    create_time: dispute.createTime,
    update_time: dispute.updateTime,
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status: statusOf(dispute),
    dispute_amount: dispute.amount,
    links: [{ href: `${store.base}/v1/customer/disputes/${dispute.id}`, rel: 'self', method: 'GET' }],
  }
}

function statusOf({ outcome, evidence }: Dispute): string {
  if (outcome) return 'RESOLVED'
  return evidence ? 'UNDER_REVIEW' : 'WAITING_FOR_SELLER_RESPONSE'
}

/** Returns what PayPal asks the seller for, and what the seller has submitted. */
function evidencesOf({ isClaim, evidence = [] }: Dispute) {
  const stage = { dispute_life_cycle_stage: 'CHARGEBACK' }
  return [
    ...(isClaim
      ? [{ evidence_type: 'PROOF_OF_FULFILLMENT', source: 'REQUESTED_FROM_SELLER', ...stage }]
      : []),
    ...evidence.map(({ type, notes, documents, date }) => ({
      evidence_type: type,
      notes,
      ...(documents.length > 0 && { documents: documents.map(({ name }) => ({ name })) }),
      source: 'SUBMITTED_BY_SELLER',
      date,
      ...stage,
    })),
  ]
}

function disputeView(store: Store, dispute: Dispute, capture: Capture) {
  const merchant = store.merchants[capture.payee.merchant_id ?? '']
  const { links, ...summary } = summaryOf(store, dispute)
  const actions = actionsOf(dispute).map((rel) => ({ href: `${links[0]!.href}/${rel}`, rel, method: 'POST' }))
  const evidences = evidencesOf(dispute)
  return {
    ...summary,
    links: [...links, ...actions],
    ...(evidences.length > 0 && { evidences }),
    disputed_transactions: [
      {
        seller_transaction_id: capture.id,
        custom: capture.unit.custom_id,
        invoice_number: capture.unit.invoice_id,
        gross_amount: capture.amount,
        seller: { email: merchant?.email, merchant_id: merchant?.merchantId },
      },
    ],
    dispute_life_cycle_stage: dispute.isClaim ? 'CHARGEBACK' : 'INQUIRY',
    dispute_channel: 'INTERNAL',
    ...(dispute.outcome
      ? {
          dispute_outcome: {
            outcome_code: dispute.outcome,
            ...(dispute.outcome === 'RESOLVED_BUYER_FAVOUR' && { amount_refunded: dispute.amount }),
          },
        }
      : { seller_response_due_date: dispute.dueDate }),
  }
}

function sendEvent(
  { store, webhooks }: PaypalContext,
  dispute: Dispute,
  capture: Capture,
  type = dispute.outcome ? 'CUSTOMER.DISPUTE.RESOLVED' : 'CUSTOMER.DISPUTE.CREATED',
): void {
  webhooks.send({
    type,
    resourceType: 'dispute',
    resource: disputeView(store, dispute, capture),
    summary: dispute.outcome ? 'A dispute was resolved' : 'A dispute was opened',
    captureId: capture.id,
    orderId: capture.orderId,
  })
}
