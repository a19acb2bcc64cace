/**
 * Books changes of sellers' balances, with PayPal's transaction event codes:
 * https://developer.paypal.com/docs/transaction-search/transaction-event-codes
 */
import { conversionOf } from './conversion.ts'
import { makeTransactionId } from './ids.ts'
import { chargebackFee, disputeFee, fromMinor, paypalFee, toMinor } from './money.ts'
import { platformFeeOf } from './requests.ts'
import { now, type Capture, type Dispute, type Refund, type Store, type Transaction } from './store.ts'

const codes = {
  payment: 'T0006',
  chargebackFee: 'T0106',
  partnerFee: 'T0113',
  disputeFee: 'T0114',
  reversal: 'T1106',
  refund: 'T1107',
  hold: 'T1110',
  release: 'T1111',
  conversion: 'T0200',
}

/** Books a paid capture, and the platform's fee on it. The payment keeps the time at which it was begun. */
export function bookPayment(store: Store, capture: Capture): void {
  const platformFee = platformFeeOf(capture.unit)
  const platformMinor = platformFee ? toMinor(platformFee) : 0
  const gross = toMinor(capture.amount)
  const fee = paypalFee(gross, platformMinor, capture.amount.currency_code)
  const times = { initiatedAt: capture.createTime }
  add(store, capture, {
    ...times,
    id: capture.id,
    code: codes.payment,
    minor: gross,
    feeMinor: -fee,
  })
  if (platformMinor > 0) addPartnerFee(store, capture, -platformMinor, times)
  addConversion(store, capture, gross - fee - platformMinor)
}

/**
 * Books a refund or a reversal, and the part of its fee that the platform returns. PayPal keeps its own fee. A refund keeps the time at which
 * it was begun, as a payment does.
 */
export function bookRefund(store: Store, capture: Capture, refund: Refund, isReversal: boolean): void {
  const code = isReversal ? codes.reversal : codes.refund
  const { id, amount, platformFeeMinor } = refund
  add(store, capture, {
    id,
    code,
    minor: -toMinor(amount),
    referenceId: capture.id,
    initiatedAt: refund.createTime,
  })
  if (platformFeeMinor > 0) addPartnerFee(store, capture, platformFeeMinor)
  addConversion(store, capture, platformFeeMinor - toMinor(amount))
}

/** Books that a dispute holds its amount back, or that the hold ends. The second transaction refers to the first. */
export function bookHold(store: Store, capture: Capture, dispute: Dispute, isEnd: boolean): void {
  const minor = toMinor(dispute.amount)
  const referenceId = isEnd ? dispute.holdId : capture.id
  const code = isEnd ? codes.release : codes.hold
  const { id } = add(store, capture, { code, minor: isEnd ? minor : -minor, referenceId })
  if (!isEnd) dispute.holdId = id
}

/**
 * Books PayPal's fee for a decided claim or a bank's reversal of this amount. There is none for less than twice the fee:
 * https://www.paypal.com/us/smarthelp/article/how-can-sellers-in-the-standard-dispute-fee-scenario-avoid-being-charged-the-fee-for-a-dispute-faq4382
 */
export function bookDisputeFee(store: Store, capture: Capture, amountMinor: number): void {
  const fee = disputeFee(capture.amount.currency_code)
  if (amountMinor < 2 * fee) return
  add(store, capture, { code: codes.disputeFee, minor: -fee, referenceId: capture.id })
}

/** Books PayPal's fee for a chargeback. https://www.paypal.com/uk/smarthelp/article/faq1349 */
export function bookChargebackFee(store: Store, capture: Capture): void {
  const minor = -chargebackFee(capture.amount.currency_code)
  add(store, capture, { code: codes.chargebackFee, minor, referenceId: capture.id })
}

/** Books that a change of the balance is converted at once: out of the currency of the payment, and into that of the account. */
function addConversion(store: Store, capture: Capture, minor: number): void {
  const conversion = conversionOf(store, capture)
  if (!conversion) return
  const booking = { code: codes.conversion, referenceId: capture.id }
  const into = conversion.convert(fromMinor(minor, capture.amount.currency_code))
  add(store, capture, { ...booking, minor: -minor })
  add(store, capture, { ...booking, minor: toMinor(into), currency: conversion.currency })
}

function addPartnerFee(store: Store, capture: Capture, minor: number, times = {}): void {
  add(store, capture, { ...times, code: codes.partnerFee, minor, referenceId: capture.id })
}

interface Booking extends Pick<Transaction, 'code' | 'referenceId'> {
  id?: string
  minor: number
  /** Default: the currency of the payment. */
  currency?: string
  feeMinor?: number
  initiatedAt?: string
}

function add({ transactions }: Store, { amount, payee, unit }: Capture, booking: Booking): Transaction {
  const { id = makeTransactionId(), code, minor, feeMinor = 0, referenceId } = booking
  const bookedAt = now()
  const made: Transaction = {
    id,
    payeeId: payee.merchant_id ?? '',
    code,
    referenceId,
    amount: fromMinor(minor, booking.currency ?? amount.currency_code),
    feeMinor,
    customField: unit.custom_id,
    initiatedAt: booking.initiatedAt ?? bookedAt,
    bookedAt,
  }
  transactions[id] = made
  return made
}
