/** What can happen to a payment from outside the shop, by name. */
import type { Store, Intent } from './store.ts'
import { closeDispute, type StripeContext, resolveProcessing, openDispute, refund } from './payments.ts'
import { refundedOf } from './payment-wire.ts'

export const paymentActions = ['clear', 'fail', 'refund', 'dispute', 'dispute-lost', 'dispute-won'] as const
export type PaymentAction = (typeof paymentActions)[number]

/** The actions that are possible now, each with the label of its button. */
export function listActions(store: Store, intent: Intent): { act: PaymentAction; label: string }[] {
  if (intent.status === 'processing') {
    return [
      { act: 'clear', label: 'Complete the payment' },
      { act: 'fail', label: 'Return the payment' },
    ]
  }
  if (intent.status !== 'succeeded') return []
  const dispute = intent.disputeId ? store.disputes[intent.disputeId] : undefined
  if (dispute?.status === 'needs_response') {
    return [
      { act: 'dispute-lost', label: 'Supporter wins' },
      { act: 'dispute-won', label: 'Creator wins' },
    ]
  }
  if (dispute || refundedOf(store, intent) === intent.amount) return []
  return [
    { act: 'refund', label: 'Refund' },
    { act: 'dispute', label: 'Open a dispute' },
  ]
}

/** Performs an action; false when the payment does not allow it now. `amount` is the minor units of a partial refund. */
export function performAction(
  context: StripeContext,
  intent: Intent,
  action: PaymentAction,
  amount?: number,
): boolean {
  if (!listActions(context.store, intent).some(({ act }) => act === action)) return false
  const left = intent.amount - refundedOf(context.store, intent)
  if (amount !== undefined && amount > left) return false
  switch (action) {
    case 'clear':
    case 'fail':
      resolveProcessing(context, intent, action === 'clear')
      break
    case 'refund': // by the creator in Stripe's dashboard, where the platform's fee is not refunded
      refund(context, intent, { amount: amount ?? left, reason: null, metadata: {}, withFee: false })
      break
    case 'dispute':
      openDispute(context, intent)
      break
    case 'dispute-lost':
    case 'dispute-won':
      closeDispute(context, intent, action === 'dispute-lost' ? 'lost' : 'won')
  }
  return true
}
