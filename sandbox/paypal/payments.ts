/** Payments API v2: show a capture or a refund, and refund a capture. */
import { Router, type Request } from 'express'
import { notFound, unprocessable } from './api-error.ts'
import type { Store, Capture } from './store.ts'
import { checkMoney } from './check-order.ts'
import type { ApiHandlers } from './api-handler.ts'
import { fromMinor, toMinor } from './money.ts'
import { wantsAll } from './orders.ts'
import { parse, type RefundRequest, refundRequest } from './requests.ts'
import { requireSeller } from './auth-assertion.ts'
import { type PaypalContext, refundableMinor, refundCapture } from './captures.ts'
import { captureView, refundStub, refundView } from './wire.ts'

/** The routes of /v2/payments. */
export function paymentRoutes(context: PaypalContext, handlers: ApiHandlers): Router {
  const { store } = context
  const router = Router()

  router.get(
    '/v2/payments/captures/:id',
    handlers.handle('get', (request) => ({
      status: 200,
      body: captureView(store, getCapture(store, request)),
    })),
  )

  router.post(
    '/v2/payments/captures/:id/refund',
    handlers.handleIdempotent({
      operation: 'refund',
      keepHours: 45 * 24,
      create: (request) => refund(context, getCapture(store, request), parse(refundRequest, request.body)),
      show: (id, request) => {
        const made = store.refunds[id]!
        return wantsAll(request) ? refundView(store, made) : refundStub(store, made)
      },
    }),
  )

  router.get(
    '/v2/payments/refunds/:id',
    handlers.handle('get', (request) => {
      const made = store.refunds[String(request.params.id)]
      if (!made) throw notFound()
      requireSeller(store, request, store.captures[made.captureId]!.payee)
      return { status: 200, body: refundView(store, made) }
    }),
  )

  return router
}

function getCapture(store: Store, request: Request): Capture {
  const capture = store.captures[String(request.params.id)]
  if (!capture) throw notFound()
  requireSeller(store, request, capture.payee)
  return capture
}

function refund(context: PaypalContext, capture: Capture, wanted: RefundRequest): string {
  if (capture.status === 'REFUNDED') throw unprocessable('CAPTURE_FULLY_REFUNDED')
  if (capture.status === 'PENDING') throw unprocessable('PENDING_CAPTURE')
  if (capture.status !== 'COMPLETED' && capture.status !== 'PARTIALLY_REFUNDED') {
    throw unprocessable('REFUND_NOT_ALLOWED')
  }
  if (capture.disputeId) throw unprocessable('TRANSACTION_DISPUTED')
  const left = refundableMinor(context.store, capture)
  // Without an amount, everything that has not been refunded is refunded.
  const amount = wanted.amount ?? fromMinor(left, capture.amount.currency_code)
  if (amount.currency_code !== capture.amount.currency_code) {
    throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH')
  }
  const details = checkMoney(amount, 'CANNOT_BE_ZERO_OR_NEGATIVE', '/amount/value')
  if (details.length > 0) throw unprocessable(details)
  if (toMinor(amount) > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED')
  return refundCapture(context, capture, {
    amount,
    platformFeeMinor: platformShare(context.store, capture, wanted),
    noteToPayer: wanted.note_to_payer,
    customId: wanted.custom_id,
    invoiceId: wanted.invoice_id,
  }).id
}

/** The platform's part of a refund in minor units: what the request names, at most the fee that is not refunded yet. */
function platformShare(store: Store, capture: Capture, wanted: RefundRequest): number {
  const fee = wanted.payment_instruction?.platform_fees?.[0]?.amount
  if (!fee) return 0
  const given = capture.refundIds.reduce((total, id) => total + store.refunds[id]!.platformFeeMinor, 0)
  const left = (capture.platformFee ? toMinor(capture.platformFee) : 0) - given
  if (fee.currency_code !== capture.amount.currency_code || toMinor(fee) > left) {
    throw unprocessable('PLATFORM_FEE_EXCEEDED')
  }
  return toMinor(fee)
}
