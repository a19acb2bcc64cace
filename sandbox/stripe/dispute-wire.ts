/** Builds the JSON of a dispute. The compiler checks it against the types in Stripe's SDK. */
import type Stripe from 'stripe'
import { transactionView } from './money-wire.ts'
import { nulls } from './nulls.ts'
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
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: dispute.transactionIds.map((id) => transactionView(store.transactions[id]!)),
    charge: intent.chargeId ?? '',
    created: dispute.created,
    currency: intent.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: dispute.dueBy,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: dispute.status,
  }
}
