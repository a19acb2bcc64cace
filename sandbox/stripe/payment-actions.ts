/** Defines what the creator and the payer's bank can do with a payment. */
import { action, type Actions } from '../actions.ts'
import type { Intent } from './store.ts'
import { closeDispute, type StripeContext, resolveProcessing, openDispute, refund } from './payments.ts'
import { refundedOf } from './payment-wire.ts'

const isProcessing = ({ status }: Intent) => status === 'processing'
const isPaid = (intent: Intent, { store }: StripeContext) =>
  intent.status === 'succeeded' && !intent.disputeId && refundedOf(store, intent) < intent.amount
const isDisputed = ({ disputeId = '' }: Intent, { store }: StripeContext) =>
  store.disputes[disputeId]?.status === 'needs_response'

export const paymentActions = {
  clear: action('Complete the payment', isProcessing, (context, intent) =>
    resolveProcessing(context, intent, true),
  ),
  fail: action('Return the payment', isProcessing, (context, intent) =>
    resolveProcessing(context, intent, false),
  ),
  refund: action('Refund', isPaid, (context, intent, minor) => {
    const left = intent.amount - refundedOf(context.store, intent)
    if (minor !== undefined && minor > left) return false
    // The creator refunds in Stripe's dashboard, where the platform's fee is not refunded.
    refund(context, intent, { amount: minor ?? left, reason: null, metadata: {}, withFee: false })
  }),
  dispute: action('Open a dispute', isPaid, openDispute),
  'dispute-lost': action('Supporter wins', isDisputed, (context, intent) =>
    closeDispute(context, intent, 'lost'),
  ),
  'dispute-won': action('Creator wins', isDisputed, (context, intent) =>
    closeDispute(context, intent, 'won'),
  ),
} satisfies Actions<StripeContext, Intent>
