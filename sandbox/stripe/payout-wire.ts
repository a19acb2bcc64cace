/** Builds the JSON of a payout. The compiler checks it against the types in Stripe's SDK. */
import type Stripe from 'stripe'
import { nulls } from './nulls.ts'
import { statusOf } from './payouts.ts'
import type { Payout } from './store.ts'

const unused = nulls(`
  application_fee application_fee_amount destination failure_balance_transaction failure_code
  failure_message original_payout payout_method reversed_by statement_descriptor trace_id`)

export function payoutView(payout: Payout): Stripe.Payout {
  return {
    ...unused,
    id: payout.id,
    object: 'payout',
    amount: payout.amount,
    arrival_date: payout.arrivalDate,
    automatic: true,
    balance_transaction: payout.transactionId,
    created: payout.created,
    currency: payout.currency,
    description: 'STRIPE PAYOUT',
    livemode: false,
    metadata: {},
    method: 'standard',
    reconciliation_status: 'completed',
    source_type: 'card',
    status: statusOf(payout),
    type: 'bank_account',
  }
}
