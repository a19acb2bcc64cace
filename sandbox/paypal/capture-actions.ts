/** Defines what the seller, the payer's bank and PayPal can do with a capture. */
import { action, type Actions } from '../actions.ts'
import {
  beginRefund,
  endRefund,
  type PaypalContext,
  refundableMinor,
  refundCapture,
  resolvePending,
  reverseCapture,
} from './captures.ts'
import { escalateDispute, openDispute, resolveDispute } from './disputes.ts'
import { fromMinor, toMinor, type Money } from './money.ts'
import type { Capture } from './store.ts'
import { bookChargebackFee, bookDisputeFee } from './transactions.ts'

const isPending = ({ status }: Capture) => status === 'PENDING'
const isPaid = ({ status }: Capture) => status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED'
const isDisputed = (capture: Capture) => isPaid(capture) && Boolean(capture.disputeId)
const awaitsCheck = ({ refundIds }: Capture, { store }: PaypalContext) =>
  refundIds.some((id) => store.refunds[id]!.status === 'PENDING')
const isUndisputed = (capture: Capture) => isPaid(capture) && !capture.disputeId

/** A refund, reversal or dispute can concern at most the amount that has not been refunded. */
export const captureActions = {
  clear: action('Clear', isPending, (context, capture) => resolvePending(context, capture, true)),
  deny: action('Deny', isPending, (context, capture) => resolvePending(context, capture, false)),
  refund: action('Refund', isUndisputed, (context, capture, minor) => {
    // The seller refunds on PayPal's site, where the platform's fee is not refunded.
    const amount = amountOf(context, capture, minor)
    refundCapture(context, capture, { amount, platformFeeMinor: 0, request: {} })
  }),
  'refund-pending': action('Refund by eCheck', isUndisputed, (context, capture, minor) => {
    const amount = amountOf(context, capture, minor)
    beginRefund(context, capture, { amount, platformFeeMinor: 0, request: {} })
  }),
  'refund-cleared': action('Clear the eCheck', awaitsCheck, (context, capture) =>
    endRefund(context, capture, 'COMPLETED'),
  ),
  'refund-failed': action('Fail the eCheck', awaitsCheck, (context, capture) =>
    endRefund(context, capture, 'FAILED'),
  ),
  dispute: action('Open a dispute', isUndisputed, (context, capture, minor) =>
    openDispute(context, capture, amountOf(context, capture, minor)),
  ),
  escalate: action('Escalate to a claim', isDisputed, escalateDispute),
  'dispute-late': action('Let the deadline pass', isDisputed, ({ store }, { disputeId = '' }) => {
    store.disputes[disputeId]!.dueDate = new Date(Date.now() - 1000).toISOString()
    store.save()
  }),
  // PayPal's dispute fee also applies to what a bank takes back.
  reverse: action('Reverse', isUndisputed, (context, capture, minor) => {
    const amount = amountOf(context, capture, minor)
    bookDisputeFee(context.store, capture, toMinor(amount))
    reverseCapture(context, capture, amount)
  }),
  // Of a card that was charged outside PayPal's checkout, for which PayPal takes the chargeback fee instead.
  chargeback: action('Charge back a card', isUndisputed, (context, capture, minor) => {
    bookChargebackFee(context.store, capture)
    reverseCapture(context, capture, amountOf(context, capture, minor))
  }),
  'dispute-lost': action('Buyer wins', isDisputed, (context, capture) =>
    resolveDispute(context, capture, true),
  ),
  'dispute-won': action('Seller wins', isDisputed, (context, capture) =>
    resolveDispute(context, capture, false),
  ),
} satisfies Actions<PaypalContext, Capture>

function amountOf({ store }: PaypalContext, capture: Capture, minor = Infinity): Money {
  return fromMinor(Math.min(minor, refundableMinor(store, capture)), capture.amount.currency_code)
}
