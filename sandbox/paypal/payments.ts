/** Payments API v2: look at a capture or a refund, and refund a capture. */
import { Router, type Request } from 'express'
import { notFound, unprocessable } from './api-error.ts'
import type { Book, Capture } from './book.ts'
import { checkMoney } from './check-order.ts'
import type { Door } from './door.ts'
import { fromMinor, toMinor } from './money.ts'
import { wantsAll } from './orders.ts'
import { parse, type RefundRequest, refundRequest } from './requests.ts'
import { requireSeller } from './seller.ts'
import { type Desk, leftToRefund, refundCapture } from './settle.ts'
import { captureView, refundStub, refundView } from './wire.ts'

/** The routes of /v2/payments. */
export function paymentRoutes(desk: Desk, door: Door): Router {
  const { book } = desk
  const router = Router()

  router.get(
    '/v2/payments/captures/:id',
    door.open('get', (request) => ({ status: 200, body: captureView(book, getCapture(book, request)) })),
  )

  router.post(
    '/v2/payments/captures/:id/refund',
    door.make({
      operation: 'refund',
      keepHours: 45 * 24,
      act: (request) => refund(desk, getCapture(book, request), parse(refundRequest, request.body)),
      show: (id, request) => {
        const made = book.refunds[id]!
        return wantsAll(request) ? refundView(book, made) : refundStub(book, made)
      },
    }),
  )

  router.get(
    '/v2/payments/refunds/:id',
    door.open('get', (request) => {
      const made = book.refunds[String(request.params.id)]
      if (!made) throw notFound()
      requireSeller(book, request, book.captures[made.captureId]!.payee)
      return { status: 200, body: refundView(book, made) }
    }),
  )

  return router
}

function getCapture(book: Book, request: Request): Capture {
  const capture = book.captures[String(request.params.id)]
  if (!capture) throw notFound()
  requireSeller(book, request, capture.payee)
  return capture
}

function refund(desk: Desk, capture: Capture, wanted: RefundRequest): string {
  if (capture.status === 'REFUNDED') throw unprocessable('CAPTURE_FULLY_REFUNDED')
  if (capture.status === 'PENDING') throw unprocessable('PENDING_CAPTURE')
  if (capture.status !== 'COMPLETED' && capture.status !== 'PARTIALLY_REFUNDED') {
    throw unprocessable('REFUND_NOT_ALLOWED')
  }
  if (capture.disputeId) throw unprocessable('TRANSACTION_DISPUTED')
  const left = leftToRefund(desk.book, capture)
  // Without an amount, all that is left goes back.
  const amount = wanted.amount ?? fromMinor(left, capture.amount.currency_code)
  if (amount.currency_code !== capture.amount.currency_code) {
    throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH')
  }
  const details = checkMoney(amount, 'CANNOT_BE_ZERO_OR_NEGATIVE', '/amount/value')
  if (details.length > 0) throw unprocessable(details)
  if (toMinor(amount) > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED')
  return refundCapture(desk, capture, {
    amount,
    platformFeeMinor: platformShare(desk.book, capture, wanted),
    noteToPayer: wanted.note_to_payer,
    customId: wanted.custom_id,
    invoiceId: wanted.invoice_id,
  }).id
}

/** The platform gives back what it says, up to what it took; nothing unless it says so. */
function platformShare(book: Book, capture: Capture, wanted: RefundRequest): number {
  const fee = wanted.payment_instruction?.platform_fees?.[0]?.amount
  if (!fee) return 0
  const given = capture.refundIds.reduce((total, id) => total + book.refunds[id]!.platformFeeMinor, 0)
  const left = (capture.platformFee ? toMinor(capture.platformFee) : 0) - given
  if (fee.currency_code !== capture.amount.currency_code || toMinor(fee) > left) {
    throw unprocessable('PLATFORM_FEE_EXCEEDED')
  }
  return toMinor(fee)
}
