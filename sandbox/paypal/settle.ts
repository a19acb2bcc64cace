/** What happens to orders and captures, whoever makes it happen: the API, a page or a control call. */
import { unprocessable } from './api-error.ts'
import type { Book, Capture, Order, OrderUnit, Refund } from './book.ts'
import { checkInvoice, checkStanding } from './check-order.ts'
import type { Hooks, News } from './hooks.ts'
import { makeTransactionId } from './ids.ts'
import { fromMinor, showMoney, toMinor } from './money.ts'
import { getOutcome, type OutcomeName } from './outcomes.ts'
import { approvalLink, captureView, orderView, refundView } from './wire.ts'

/** The stand-in's memory and voice. */
export interface Desk {
  book: Book
  hooks: Hooks
}

/** The payer says yes, with this to come of it; false when the order is paid already. */
export function approveOrder({ book, hooks }: Desk, order: Order, outcome: OutcomeName): boolean {
  if (order.status === 'COMPLETED') return false
  Object.assign(order, { status: 'APPROVED', outcome, updateTime: now() })
  book.save()
  hooks.announce({
    type: 'CHECKOUT.ORDER.APPROVED',
    resourceType: 'checkout-order',
    resource: orderView(book, order),
    summary: 'An order has been approved by buyer',
    orderId: order.id,
  })
  return true
}

/** Takes the money of an approved order, or throws PayPal's refusal. */
export function captureOrder(desk: Desk, order: Order): void {
  const { book } = desk
  if (order.intent !== 'CAPTURE') throw unprocessable('ACTION_DOES_NOT_MATCH_INTENT')
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED')
  if (order.status !== 'APPROVED' || !order.outcome) throw unprocessable('ORDER_NOT_APPROVED')
  const { issue } = getOutcome(order.outcome)
  if (issue === 'INSTRUMENT_DECLINED') throw unprocessable(issue, [approvalLink(book, order, 'redirect')])
  if (issue) throw unprocessable(issue)
  const details = order.units.flatMap(({ payee, invoiceId }) => {
    const merchant = book.merchants[payee.merchant_id ?? '']
    return [...(merchant ? checkStanding(merchant) : []), ...checkInvoice(book, invoiceId, payee.merchant_id)]
  })
  if (details.length > 0) throw unprocessable(details)

  const captures = order.units.map((unit) => newCapture(order, unit))
  for (const capture of captures) book.captures[capture.id] = capture
  Object.assign(order, { status: 'COMPLETED', updateTime: now(), captureIds: captures.map(({ id }) => id) })
  book.save()
  for (const capture of captures) announceCapture(desk, capture, eventOf(capture))
}

/** A pending capture arrives, or does not. */
export function endPending(desk: Desk, capture: Capture, isPaid: boolean): void {
  capture.status = isPaid ? 'COMPLETED' : 'DECLINED'
  capture.reason = undefined
  capture.updateTime = now()
  desk.book.save()
  announceCapture(desk, capture, isPaid ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.DENIED')
}

/** Gives money back; the caller has checked that there is so much left. */
export function refundCapture(
  desk: Desk,
  capture: Capture,
  refund: Pick<Refund, 'amount' | 'platformFeeMinor' | 'noteToPayer' | 'customId' | 'invoiceId'>,
  type = 'PAYMENT.CAPTURE.REFUNDED',
): Refund {
  const { book, hooks } = desk
  const totalRefundedMinor = toMinor(capture.amount) - leftToRefund(book, capture) + toMinor(refund.amount)
  const made: Refund = {
    ...refund,
    id: makeTransactionId(),
    captureId: capture.id,
    totalRefundedMinor,
    createTime: now(),
  }
  book.refunds[made.id] = made
  capture.refundIds.push(made.id)
  capture.status = totalRefundedMinor === toMinor(capture.amount) ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  capture.updateTime = made.createTime
  book.save()
  const verb = type.endsWith('REVERSED') ? 'reversed' : 'refunded'
  hooks.announce({
    type,
    resourceType: 'refund',
    resource: refundView(book, made),
    summary: `A ${showMoney(made.amount)} capture payment was ${verb}`,
    ...about(capture),
  })
  return made
}

/** Minor units of this capture that have not gone back. */
export function leftToRefund(book: Book, capture: Capture): number {
  const refunded = capture.refundIds.reduce((total, id) => total + toMinor(book.refunds[id]!.amount), 0)
  return toMinor(capture.amount) - refunded
}

/** The bank or PayPal takes back all that is left, or so many minor units of it. */
export function reverseCapture(desk: Desk, capture: Capture, minor = leftToRefund(desk.book, capture)): void {
  const amount = fromMinor(minor, capture.amount.currency_code)
  refundCapture(desk, capture, { amount, platformFeeMinor: 0 }, 'PAYMENT.CAPTURE.REVERSED')
}

function newCapture(order: Order, unit: OrderUnit): Capture {
  const { status = 'COMPLETED', reason } = getOutcome(order.outcome!)
  // Money for an address without an account waits until somebody opens one.
  const isUnclaimed = !unit.payee.merchant_id && status === 'COMPLETED'
  const time = now()
  return {
    id: makeTransactionId(),
    orderId: order.id,
    referenceId: unit.referenceId,
    status: isUnclaimed ? 'PENDING' : status,
    reason: isUnclaimed ? 'UNILATERAL' : reason,
    amount: unit.amount,
    payee: unit.payee,
    platformFee: unit.platformFee,
    disbursementMode: unit.disbursementMode ?? 'INSTANT',
    customId: unit.customId,
    invoiceId: unit.invoiceId,
    createTime: time,
    updateTime: time,
    refundIds: [],
  }
}

function eventOf({ status }: Capture): string {
  const name = status === 'PENDING' || status === 'DECLINED' ? status : 'COMPLETED'
  return `PAYMENT.CAPTURE.${name}`
}

function announceCapture({ book, hooks }: Desk, capture: Capture, type: string): void {
  const summary = `Payment ${capture.status.toLowerCase()} for ${showMoney(capture.amount)}`
  hooks.announce({
    type,
    resourceType: 'capture',
    resource: captureView(book, capture),
    summary,
    ...about(capture),
  })
}

function about({ id, orderId }: Capture): Pick<News, 'orderId' | 'captureId'> {
  return { captureId: id, orderId }
}

function now(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z')
}
