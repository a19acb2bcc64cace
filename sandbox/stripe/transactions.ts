/**
 * Books changes of connected accounts' balances by payments, refunds and disputes, including Stripe's and the platform's fees.
 */
import { balanceIn, balanceOf } from '../currencies.ts'
import type { ApplicationFee, Dispute, Intent, Refund, Store, Transaction } from './store.ts'
import { makeId, nowInSeconds } from './ids.ts'
import { disputeFee, exchangeRate, paymentFee, settleMinor } from './tariff.ts'

/** Books a successful payment and the platform's fee on it. */
export function bookPayment(store: Store, intent: Intent): void {
  const { amount, applicationFee, method } = intent
  const book = openBooking(store, intent)
  const transaction = book.add({
    type: method === 'card' ? 'charge' : 'payment',
    source: intent.chargeId!,
    amount,
    feeOf: (settled) => paymentFee(method, settled, book.currency),
    applicationFee: applicationFee ?? 0,
  })
  intent.transactionId = transaction.id
  if (applicationFee === null) return
  const fee: ApplicationFee = {
    id: makeId('fee'),
    account: intent.account,
    intentId: intent.id,
    amount: book.settle(applicationFee),
    currency: book.currency,
    created: nowInSeconds(),
    refunds: [],
  }
  store.applicationFees[fee.id] = fee
  intent.feeId = fee.id
}

/**
 * Books that a payment, which was booked when it was submitted, has failed: the amount is taken back, and all fees on it are
 * returned. https://docs.stripe.com/reports/balance-transaction-types (`payment_failure_refund`)
 */
export function bookFailure(store: Store, intent: Intent): void {
  const paid = store.transactions[intent.transactionId!]!
  const fee = store.applicationFees[intent.feeId ?? '']
  const transaction = openBooking(store, intent).add({
    type: 'payment_failure_refund',
    source: intent.chargeId!,
    amount: -intent.amount,
    feeOf: () => -paid.stripeFee,
    settledApplicationFee: -paid.applicationFee,
  })
  intent.failureTransactionId = transaction.id
  if (!fee) return
  const { created } = transaction
  fee.refunds.push({ id: makeId('fr'), transactionId: makeId('txn'), amount: fee.amount, created })
}

/**
 * Books a refund, and refunds the platform's fee in proportion; a full refund refunds the whole fee:
 * https://docs.stripe.com/connect/direct-charges#issue-refunds. Stripe does not publish how it rounds the proportion; here it is
 * rounded down, so several partial refunds may leave some of the fee. Stripe's own fee is never returned.
 */
export function bookRefund(store: Store, intent: Intent, refund: Refund, isFeeRefunded: boolean): void {
  const book = openBooking(store, intent)
  const returned = isFeeRefunded ? refundFee(store, intent, refund) : 0
  const transaction = book.add({
    type: intent.method === 'card' ? 'refund' : 'payment_refund',
    source: refund.id,
    amount: -refund.amount,
    settledApplicationFee: -returned,
  })
  refund.transactionId = transaction.id
}

/** Books that a refund has failed: its amount comes back to the account. */
export function bookRefundFailure(store: Store, intent: Intent, refund: Refund): void {
  const { id } = openBooking(store, intent).add({
    type: 'refund_failure',
    source: refund.id,
    amount: refund.amount,
  })
  refund.failureTransactionId = id
}

/** Refunds the platform's fee in proportion; returns how much, in the settled currency. */
function refundFee(store: Store, intent: Intent, refund: Refund): number {
  const fee = store.applicationFees[intent.feeId ?? '']
  if (!fee) return 0
  const left = fee.amount - feeRefundedOf(fee)
  const share = Math.floor((fee.amount * refund.amount) / intent.amount)
  const amount = refund.amount === intent.amount ? left : Math.min(share, left)
  if (amount === 0) return 0
  fee.refunds.push({ id: makeId('fr'), transactionId: makeId('txn'), amount, created: nowInSeconds() })
  return amount
}

function feeRefundedOf({ refunds }: ApplicationFee): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}

/** Books the amount that a new dispute takes, with Stripe's dispute fee, or returns the amount when the dispute is won. */
export function bookDispute(store: Store, intent: Intent, dispute: Dispute, status: 'opened' | 'won'): void {
  const book = openBooking(store, intent)
  const isOpened = status === 'opened'
  const { id } = book.add({
    type: 'adjustment',
    source: dispute.id,
    amount: isOpened ? -dispute.amount : dispute.amount,
    feeOf: () => (isOpened ? disputeFee(book.currency) : 0),
  })
  dispute.transactionIds.push(id)
}

/**
 * Books Stripe's fee for countering a dispute, once, or returns it when the dispute is won. Stripe lists the fee apart from the dispute's
 * own transactions. https://support.stripe.com/questions/june-2025-pricing-updates-for-disputes
 */
export function bookCounteredFee(store: Store, intent: Intent, dispute: Dispute, isReturned: boolean): void {
  if ((dispute.counteredFeeId === undefined) === isReturned) return
  const book = openBooking(store, intent)
  const fee = disputeFee(book.currency)
  const settledAmount = isReturned ? fee : -fee
  const { id } = book.add({ type: 'stripe_fee', source: dispute.id, amount: 0, settledAmount })
  dispute.counteredFeeId ??= id
}

interface Booking {
  type: Transaction['type']
  source: string
  /** The change in minor units of the payment's currency. */
  amount: number
  /** The change in the settled currency, if it is not converted from `amount`. */
  settledAmount?: number
  /** Computes Stripe's own fee on an amount in the settled currency. */
  feeOf?: (settled: number) => number
  applicationFee?: number
  settledApplicationFee?: number
}

/** Returns a function that books changes of the balance of the payment's account. */
function openBooking(store: Store, { account: accountId, currency: charged, method }: Intent) {
  const currency = balanceOf(store.accounts[accountId]!.country)
  const rate = exchangeRate(charged, currency)
  const settle = (amount: number) => settleMinor(amount, charged, currency)

  function add({
    type,
    source,
    amount,
    settledAmount,
    feeOf,
    applicationFee = 0,
    settledApplicationFee,
  }: Booking): Transaction {
    const created = nowInSeconds()
    const settled = settledAmount ?? settle(amount)
    const days = method === 'card' ? balanceIn(currency).availableDays : 5
    const transaction: Transaction = {
      id: makeId('txn'),
      account: accountId,
      type,
      source,
      amount: settled,
      currency,
      exchangeRate: rate,
      applicationFee: settledApplicationFee ?? settle(applicationFee),
      stripeFee: feeOf?.(settled) ?? 0,
      created,
      availableOn: created + days * 86_400,
    }
    store.transactions[transaction.id] = transaction
    return transaction
  }

  return { currency, settle, add }
}
