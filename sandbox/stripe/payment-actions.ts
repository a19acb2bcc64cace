/** Defines what the creator and the payer's bank can do with a payment. */
import { action, type Actions } from '../actions.ts'
import {
  closeDispute,
  closeInquiry,
  escalateInquiry,
  isInquiry,
  isOpen,
  letDeadlinePass,
  needsResponse,
  openDispute,
  openInquiry,
  updateDispute,
} from './disputes.ts'
import type { Intent } from './store.ts'
import type { StripeContext } from './context.ts'
import { failRefund, resolveProcessing, refund } from './payments.ts'
import { refundedOf } from './payment-wire.ts'

const isProcessing = ({ status }: Intent) => status === 'processing'
const disputeOf = ({ disputeId = '' }: Intent, { store }: StripeContext) => store.disputes[disputeId]
const isRefundable = (intent: Intent, context: StripeContext) =>
  intent.status === 'succeeded' &&
  refundedOf(context.store, intent) < intent.amount &&
  (disputeOf(intent, context)?.status ?? 'warning_').startsWith('warning_')
/** After an inquiry that was closed, the bank may contest the payment once more. */
const isUncontested = (intent: Intent, context: StripeContext) =>
  isRefundable(intent, context) && !isInquiry(disputeOf(intent, context))
const isDisputed = (intent: Intent, context: StripeContext) => isOpen(disputeOf(intent, context))
const isInquired = (intent: Intent, context: StripeContext) => isInquiry(disputeOf(intent, context))
const isAwaited = (intent: Intent, context: StripeContext) => {
  const dispute = disputeOf(intent, context)
  return dispute !== undefined && needsResponse(dispute)
}

export const paymentActions = {
  clear: action('Complete the payment', isProcessing, (context, intent) =>
    resolveProcessing(context, intent, true),
  ),
  fail: action('Return the payment', isProcessing, (context, intent) =>
    resolveProcessing(context, intent, false),
  ),
  refund: action('Refund', isRefundable, (context, intent, minor) => {
    const left = intent.amount - refundedOf(context.store, intent)
    if (minor !== undefined && minor > left) return false
    // The creator refunds in Stripe's dashboard, where the platform's fee is not refunded.
    refund(context, intent, { amount: minor ?? left, reason: null, metadata: {}, withFee: false })
  }),
  'refund-failed': action(
    'Fail the newest refund',
    (intent, { store }) => refundedOf(store, intent) > 0,
    failRefund,
  ),
  dispute: action('Open a dispute', isUncontested, openDispute),
  inquire: action('Open an inquiry', isUncontested, openInquiry),
  escalate: action('Escalate the inquiry to a dispute', isInquired, escalateInquiry),
  'inquiry-closed': action('Close the inquiry', isInquired, closeInquiry),
  // The creator submits evidence in Stripe's dashboard.
  counter: action('Send evidence', isAwaited, (context, intent) =>
    updateDispute(context, disputeOf(intent, context)!, { evidence: {}, metadata: {}, submit: true }),
  ),
  'dispute-late': action('Let the deadline pass', isAwaited, letDeadlinePass),
  'dispute-lost': action('Supporter wins', isDisputed, (context, intent) =>
    closeDispute(context, intent, 'lost'),
  ),
  'dispute-won': action('Creator wins', isDisputed, (context, intent) =>
    closeDispute(context, intent, 'won'),
  ),
} satisfies Actions<StripeContext, Intent>
