/** Changes the state of orders and captures for the API, the pages and the control endpoints. */
import type { ApiError } from '../faults.ts'
import { unprocessable } from './api-error.ts'
import { now, type Store, type Capture, type Order, type OrderUnit, type Refund } from './store.ts'
import { checkInvoice, checkStanding, refuse } from './check-order.ts'
import { isToBeAccepted } from './conversion.ts'
import type { WebhookSender, EventData } from './webhooks.ts'
import { makeTransactionId } from './ids.ts'
import { formatMoney, type Money, toMinor } from './money.ts'
import { getOutcome, type OutcomeName } from './outcomes.ts'
import { requestsAddress } from './requests.ts'
import { buyersAddress } from './buyer.ts'
import { bookPayment, bookRefund } from './transactions.ts'
import { approvalLink, captureView, orderView, refundView } from './wire.ts'

/** The stand-in's store and the sender of its webhooks. */
export interface PaypalContext {
  store: Store
  webhooks: WebhookSender
}

/** Approves an order as its payer; `outcome` determines the result of a capture. Returns false if the order is already paid. */
export function approveOrder(
  { store, webhooks }: PaypalContext,
  order: Order,
  outcome: OutcomeName,
): boolean {
  if (order.status === 'COMPLETED') return false
  Object.assign(order, { status: 'APPROVED', outcome, updateTime: now() })
  if (requestsAddress(order)) for (const unit of order.units) unit.shipping = buyersAddress
  store.save()
  webhooks.send({
    type: 'CHECKOUT.ORDER.APPROVED',
    resourceType: 'checkout-order',
    resource: orderView(store, order),
    summary: 'An order has been approved by buyer',
    orderId: order.id,
  })
  return true
}

/** Captures an approved order and returns the capture's id. Throws PayPal's refusal. */
export function captureOrder(context: PaypalContext, order: Order): string {
  const { store } = context
  if (order.intent !== 'CAPTURE') throw unprocessable('ACTION_DOES_NOT_MATCH_INTENT')
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED')
  if (order.status !== 'APPROVED' || !order.outcome) throw unprocessable('ORDER_NOT_APPROVED')
  const { issue } = getOutcome(order.outcome)
  if (issue === 'INSTRUMENT_DECLINED') throw declineInstrument(store, order)
  if (issue) throw unprocessable(issue)
  refuse(
    order.units.flatMap(({ payee, invoice_id }) => [
      ...checkStanding(store.merchants[payee.merchant_id ?? '']),
      ...checkInvoice(store, invoice_id, payee.merchant_id),
    ]),
  )

  const captures = order.units.map((unit) => newCapture(store, order, unit))
  for (const capture of captures) {
    store.captures[capture.id] = capture
    if (capture.status === 'COMPLETED') bookPayment(store, capture)
  }
  Object.assign(order, { status: 'COMPLETED', updateTime: now(), captureIds: captures.map(({ id }) => id) })
  store.save()
  for (const capture of captures) sendCaptureEvent(context, capture, eventOf(capture))
  return order.id
}

/**
 * Returns the error for a declined payment method. PayPal documents that the payer is asked to choose another one, but not the
 * order's status meanwhile; here it stays APPROVED. With the outcome `declined-once` the payer's bank accepts the next capture,
 * so a caller who does not wait for a new approval charges the payer without consent.
 * https://developer.paypal.com/docs/checkout/standard/customize/handle-funding-failures/
 */
function declineInstrument(store: Store, order: Order): ApiError {
  if (order.outcome === 'declined-once') order.outcome = 'pay'
  store.save()
  return unprocessable('INSTRUMENT_DECLINED', [approvalLink(store, order, 'redirect')])
}

/** Completes or declines a pending capture. */
export function resolvePending(context: PaypalContext, capture: Capture, isPaid: boolean): void {
  capture.status = isPaid ? 'COMPLETED' : 'DECLINED'
  capture.reason = undefined
  capture.updateTime = now()
  if (isPaid) bookPayment(context.store, capture)
  context.store.save()
  sendCaptureEvent(context, capture, isPaid ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.DENIED')
}

type NewRefund = Pick<Refund, 'amount' | 'platformFeeMinor' | 'request'>

/** Refunds a capture. The caller has checked that the amount is refundable. */
export function refundCapture(
  context: PaypalContext,
  capture: Capture,
  refund: NewRefund,
  type = 'PAYMENT.CAPTURE.REFUNDED',
): Refund {
  const made = addRefund(context.store, capture, refund, 'COMPLETED')
  bookRefund(context.store, capture, made, type.endsWith('REVERSED'))
  sendRefundEvent(context, capture, made, type)
  return made
}

/**
 * Begins a refund that the seller pays from a bank account, by an eCheck. It is pending until that clears or fails, and moves no money before:
 * `refund_status_details` in https://developer.paypal.com/docs/api/payments/v2/.
 */
export function beginRefund(context: PaypalContext, capture: Capture, refund: NewRefund): Refund {
  const made = addRefund(context.store, capture, refund, 'PENDING')
  sendRefundEvent(context, capture, made, 'PAYMENT.REFUND.PENDING')
  return made
}

/** Ends the oldest pending refund of a capture. Returns false if there is none. */
export function endRefund(context: PaypalContext, capture: Capture, status: 'COMPLETED' | 'FAILED'): boolean {
  const { store } = context
  const made = capture.refundIds.map((id) => store.refunds[id]!).find((one) => one.status === 'PENDING')
  if (!made) return false
  Object.assign(made, { status, updateTime: now() })
  setRefunded(store, capture)
  const isPaid = status === 'COMPLETED'
  if (isPaid) bookRefund(store, capture, made, false)
  sendRefundEvent(context, capture, made, isPaid ? 'PAYMENT.CAPTURE.REFUNDED' : 'PAYMENT.REFUND.FAILED')
  return true
}

function addRefund(store: Store, capture: Capture, refund: NewRefund, status: Refund['status']): Refund {
  const time = now()
  const made: Refund = {
    ...refund,
    id: makeTransactionId(),
    captureId: capture.id,
    totalRefundedMinor: toMinor(capture.amount) - refundableMinor(store, capture) + toMinor(refund.amount),
    status,
    createTime: time,
    updateTime: time,
  }
  store.refunds[made.id] = made
  capture.refundIds.push(made.id)
  setRefunded(store, capture)
  return made
}

/** Updates the status of a paid capture from its refunds. */
function setRefunded(store: Store, capture: Capture): void {
  const left = refundableMinor(store, capture)
  const part = left === toMinor(capture.amount) ? 'COMPLETED' : 'PARTIALLY_REFUNDED'
  capture.status = left === 0 ? 'REFUNDED' : part
  capture.updateTime = now()
}

const refundVerbs: Record<string, string> = {
  'PAYMENT.CAPTURE.REVERSED': 'reversed',
  'PAYMENT.REFUND.PENDING': 'pending',
  'PAYMENT.REFUND.FAILED': 'not refunded',
}

function sendRefundEvent(
  { store, webhooks }: PaypalContext,
  capture: Capture,
  made: Refund,
  type: string,
): void {
  store.save()
  webhooks.send({
    type,
    resourceType: 'refund',
    resource: refundView(store, made),
    summary: `A ${formatMoney(made.amount)} capture payment was ${refundVerbs[type] ?? 'refunded'}`,
    ...idsOf(capture),
  })
}

/** Returns the minor units of a capture that have not been refunded. A refund that failed no longer counts. */
export function refundableMinor(store: Store, capture: Capture): number {
  const refunds = capture.refundIds
    .map((id) => store.refunds[id]!)
    .filter(({ status }) => status !== 'FAILED')
  return toMinor(capture.amount) - refunds.reduce((total, { amount }) => total + toMinor(amount), 0)
}

/** Takes an amount of a capture back from the seller, as a bank or PayPal does. */
export function reverseCapture(context: PaypalContext, capture: Capture, amount: Money): void {
  const refund = { amount, platformFeeMinor: 0, request: {} }
  refundCapture(context, capture, refund, 'PAYMENT.CAPTURE.REVERSED')
}

function newCapture(store: Store, order: Order, unit: OrderUnit): Capture {
  const { status = 'COMPLETED', reason } = getOutcome(order.outcome!)
  // A payment to an address without an account is pending until someone opens that account.
  const isUnclaimed = !unit.payee.merchant_id && status === 'COMPLETED'
  const time = now()
  const { currency_code, value } = unit.amount
  const isRequested = status === 'COMPLETED' && isToBeAccepted(store, unit.payee, currency_code)
  return {
    id: makeTransactionId(),
    orderId: order.id,
    status: isUnclaimed || isRequested ? 'PENDING' : status,
    reason: isUnclaimed ? 'UNILATERAL' : isRequested ? 'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION' : reason,
    amount: { currency_code, value },
    payee: unit.payee,
    unit,
    createTime: time,
    updateTime: time,
    refundIds: [],
  }
}

function eventOf({ status }: Capture): string {
  const name = status === 'PENDING' || status === 'DECLINED' ? status : 'COMPLETED'
  return `PAYMENT.CAPTURE.${name}`
}

function sendCaptureEvent({ store, webhooks }: PaypalContext, capture: Capture, type: string): void {
  const summary = `Payment ${capture.status.toLowerCase()} for ${formatMoney(capture.amount)}`
  webhooks.send({
    type,
    resourceType: 'capture',
    resource: captureView(store, capture),
    summary,
    ...idsOf(capture),
  })
}

function idsOf({ id, orderId }: Capture): Pick<EventData, 'orderId' | 'captureId'> {
  return { captureId: id, orderId }
}
