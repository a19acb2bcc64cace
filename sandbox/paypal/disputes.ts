/** Disputes: how they open and end, as the API and the webhooks show them. https://developer.paypal.com/docs/api/customer-disputes/v1/ */
import { Router, type Request } from 'express'
import * as z from 'zod'
import { notFound } from './api-error.ts'
import type { Book, Capture, Dispute } from './book.ts'
import type { Door } from './door.ts'
import { makeTransactionId } from './ids.ts'
import { toMinor, type Money } from './money.ts'
import { parse } from './requests.ts'
import { callerOf, requireSeller } from './seller.ts'
import { type Desk, leftToRefund, reverseCapture } from './settle.ts'

/** How long a seller has to answer. */
const answerDays = 10

/** The payer complains about all of a payment or a part of it. */
export function openDispute(desk: Desk, capture: Capture, amount: Money = capture.amount): void {
  const id = `PP-D-${makeTransactionId().replace(/\D/g, '1').slice(0, 6)}`
  const opened = now()
  const dispute: Dispute = {
    id,
    captureId: capture.id,
    amount,
    createTime: opened,
    updateTime: opened,
    dueDate: new Date(Date.now() + answerDays * 86_400_000).toISOString(),
  }
  desk.book.disputes[id] = dispute
  capture.disputeId = id
  desk.book.save()
  announce(desk, dispute, capture)
}

/** The complaint ends: for the payer, who gets the money back, or for the seller. */
export function resolveDispute(desk: Desk, capture: Capture, isForBuyer: boolean): void {
  const dispute = desk.book.disputes[capture.disputeId ?? '']
  if (!dispute) return
  dispute.outcome = isForBuyer ? 'RESOLVED_BUYER_FAVOUR' : 'RESOLVED_SELLER_FAVOUR'
  dispute.updateTime = now()
  capture.disputeId = undefined
  desk.book.save()
  announce(desk, dispute, capture)
  if (!isForBuyer) return
  const minor = Math.min(toMinor(dispute.amount), leftToRefund(desk.book, capture))
  if (minor > 0) reverseCapture(desk, capture, minor)
}

/** The routes of /v1/customer/disputes: of the seller who calls, or whom the partner acts for. */
export function disputeRoutes({ book }: Desk, door: Door): Router {
  const router = Router()
  router.get(
    '/v1/customer/disputes',
    door.open('get', (request) => ({ status: 200, body: listDisputes(book, request) })),
  )
  router.get(
    '/v1/customer/disputes/:id',
    door.open('get', (request) => {
      const dispute = book.disputes[String(request.params.id)]
      if (!dispute) throw notFound()
      const capture = book.captures[dispute.captureId]!
      requireSeller(book, request, capture.payee)
      return { status: 200, body: disputeView(book, dispute, capture) }
    }),
  )
  return router
}

const listQuery = z.object({
  start_time: z.iso.datetime().default('1970-01-01T00:00:00Z'),
  page_size: z.coerce.number().int().min(1).max(50).default(10),
  next_page_token: z.coerce.number().int().min(0).default(0),
})

/** The newest first; a list shows less of each than the dispute by itself. */
function listDisputes(book: Book, request: Request) {
  const seller = callerOf(book, request)
  const { start_time: since, page_size: size, next_page_token: from } = parse(listQuery, request.query)
  const found = Object.values(book.disputes)
    .filter(({ captureId, createTime }) => {
      const isTheirs = book.captures[captureId]!.payee.merchant_id === seller
      return isTheirs && Date.parse(createTime) >= Date.parse(since)
    })
    .toReversed()
  const next = `${book.base}/v1/customer/disputes?page_size=${size}&next_page_token=${from + size}`
  const items = found.slice(from, from + size).map((dispute) => summaryOf(book, dispute))
  return {
    ...(items.length > 0 && { items }), // PayPal's list has one at least, or is not there
    links: [
      { href: `${book.base}/v1/customer/disputes`, rel: 'self', method: 'GET' },
      ...(found.length > from + size ? [{ href: next, rel: 'next', method: 'GET' }] : []),
    ],
  }
}

function summaryOf(book: Book, dispute: Dispute) {
  return {
    dispute_id: dispute.id,
    create_time: dispute.createTime,
    update_time: dispute.updateTime,
    reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    status: dispute.outcome ? 'RESOLVED' : 'WAITING_FOR_SELLER_RESPONSE',
    dispute_amount: dispute.amount,
    links: [{ href: `${book.base}/v1/customer/disputes/${dispute.id}`, rel: 'self', method: 'GET' }],
  }
}

function disputeView(book: Book, dispute: Dispute, capture: Capture) {
  const merchant = book.merchants[capture.payee.merchant_id ?? '']
  return {
    ...summaryOf(book, dispute),
    disputed_transactions: [
      {
        seller_transaction_id: capture.id,
        ...(capture.customId && { custom: capture.customId }),
        ...(capture.invoiceId && { invoice_number: capture.invoiceId }),
        gross_amount: capture.amount,
        seller: { email: merchant?.email, merchant_id: merchant?.merchantId },
      },
    ],
    dispute_life_cycle_stage: 'INQUIRY',
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

function announce({ book, hooks }: Desk, dispute: Dispute, capture: Capture): void {
  hooks.announce({
    type: dispute.outcome ? 'CUSTOMER.DISPUTE.RESOLVED' : 'CUSTOMER.DISPUTE.CREATED',
    resourceType: 'dispute',
    resource: disputeView(book, dispute, capture),
    summary: dispute.outcome ? 'A dispute was resolved' : 'A dispute was opened',
    captureId: capture.id,
    orderId: capture.orderId,
  })
}

function now(): string {
  return new Date().toISOString()
}
