/** Builds the JSON of a dispute. The compiler checks it against the types in Stripe's SDK. */
import type Stripe from 'stripe'
import { transactionView } from './money-wire.ts'
import { nulls } from './nulls.ts'
import { refundedOf } from './payment-wire.ts'
import type { Store, Dispute } from './store.ts'

const noEvidence: Stripe.Dispute.Evidence = {
  enhanced_evidence: {},
  ...nulls(`
    access_activity_log billing_address cancellation_policy cancellation_policy_disclosure
    cancellation_rebuttal customer_communication customer_email_address customer_name customer_purchase_ip
    customer_signature duplicate_charge_documentation duplicate_charge_explanation duplicate_charge_id
    product_description receipt refund_policy refund_policy_disclosure refund_refusal_explanation
    service_date service_documentation shipping_address shipping_carrier shipping_date
    shipping_documentation shipping_tracking_number uncategorized_file uncategorized_text`),
}

export function disputeView(store: Store, dispute: Dispute): Stripe.Dispute {
  const intent = store.intents[dispute.intentId]!
  const submissions = dispute.submissionCount ?? 0
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: dispute.transactionIds.map((id) => transactionView(store.transactions[id]!)),
    charge: intent.chargeId ?? '',
    created: dispute.created,
    currency: intent.currency,
    enhanced_eligibility_types: [],
    evidence: { ...noEvidence, ...dispute.evidence },
    evidence_details: {
      due_by: dispute.dueBy,
      enhanced_eligibility: {},
      has_evidence: dispute.evidence !== undefined,
      past_due: false,
      submission_count: submissions,
      submission_method: submissions > 0 ? 'manual' : 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isRefundable(store, dispute),
    livemode: false,
    metadata: dispute.metadata ?? {},
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: dispute.status,
  }
}

/** A payment can be refunded during an inquiry, until a dispute takes its money. */
function isRefundable(store: Store, { intentId, status }: Dispute): boolean {
  const intent = store.intents[intentId]!
  return status.startsWith('warning_') && refundedOf(store, intent) < intent.amount
}
