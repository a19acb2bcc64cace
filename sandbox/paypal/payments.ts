/** Implements the Payments API v2: show a capture or a refund, and refund a capture. */
import type { Request } from 'express'
import { unprocessable } from './api-error.ts'
import type { Store, Capture } from './store.ts'
import { checkMoney, refuse } from './check-order.ts'
import { type Api, findById } from './api-handler.ts'
import { fromMinor, toMinor } from './money.ts'
import { parse, platformFeeOf, type RefundRequest, refundRequest } from './requests.ts'
import { requireSeller } from './auth-assertion.ts'
import { beginRefund, type PaypalContext, refundableMinor, refundCapture } from './captures.ts'
import { captureView, refundStub, refundView } from './wire.ts'

/** Adds the calls of /v2/payments. */
export function addPaymentCalls(api: Api, context: PaypalContext): void {
  const { store } = context
  api.get('/v2/payments/captures/:id', (request) => captureView(store, getCapture(store, request)))
  api.create('/v2/payments/captures/:id/refund', {
    operation: 'refund',
    keepHours: 45 * 24,
    create: (request) => refund(context, getCapture(store, request), parse(refundRequest, request.body)),
    showPart: (id) => refundStub(store, store.refunds[id]!),
    showAll: (id) => refundView(store, store.refunds[id]!),
  })
  api.get('/v2/payments/refunds/:id', (request) => {
    const made = findById(store.refunds, request)
    requireSeller(store, request, store.captures[made.captureId]!.payee)
    return refundView(store, made)
  })
}

function getCapture(store: Store, request: Request): Capture {
  const capture = findById(store.captures, request)
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
  // A request without an amount refunds everything that has not been refunded.
  const amount = wanted.amount ?? fromMinor(left, capture.amount.currency_code)
  if (amount.currency_code !== capture.amount.currency_code) {
    throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH')
  }
  refuse(checkMoney(amount, 'CANNOT_BE_ZERO_OR_NEGATIVE', '/amount/value'))
  if (toMinor(amount) > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED')
  const platformFeeMinor = platformShare(context.store, capture, wanted)
  const { app } = context.store
  const isPending = (app.echecks ?? 0) > 0
  if (isPending) app.echecks! -= 1
  const make = isPending ? beginRefund : refundCapture
  return make(context, capture, { amount, platformFeeMinor, request: wanted }).id
}

/** Returns the platform's part of a refund in minor units: the requested part, but at most the fee that has not been refunded. */
function platformShare(store: Store, capture: Capture, wanted: RefundRequest): number {
  const fee = platformFeeOf(wanted)
  if (!fee) return 0
  const refunds = capture.refundIds
    .map((id) => store.refunds[id]!)
    .filter(({ status }) => status !== 'FAILED')
  const given = refunds.reduce((total, { platformFeeMinor }) => total + platformFeeMinor, 0)
  const whole = platformFeeOf(capture.unit)
  const left = (whole ? toMinor(whole) : 0) - given
  if (fee.currency_code !== capture.amount.currency_code || toMinor(fee) > left) {
    throw unprocessable('PLATFORM_FEE_EXCEEDED')
  }
  return toMinor(fee)
}
