/** The JSON of a payment, its charge and its refunds, checked by the compiler against the types in Stripe's SDK. */
import type Stripe from 'stripe'
import type { Store, Intent, Refund } from './store.ts'
import { makeId } from './ids.ts'

export function intentView(intent: Intent): Stripe.PaymentIntent {
  return {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: intent.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    application: null,
    application_fee_amount: intent.applicationFee,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: null,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: intent.currency,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: intent.failure
      ? {
          type: 'card_error',
          code: intent.failure.code as 'card_declined',
          message: intent.failure.message,
          ...(intent.failure.declineCode ? { decline_code: intent.failure.declineCode } : {}),
        }
      : null,
    latest_charge: intent.chargeId ?? null,
    livemode: false,
    managed_payments: null,
    metadata: intent.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: [intent.method],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  }
}

/** The minor units of a payment that have been refunded. */
export function refundedOf(store: Store, { refundIds }: Intent): number {
  return refundIds.reduce((sum, id) => sum + (store.refunds[id]?.amount ?? 0), 0)
}

export function chargeView(store: Store, intent: Intent): Stripe.Charge {
  const refunded = refundedOf(store, intent)
  return {
    id: intent.chargeId ?? '',
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: refunded,
    application: null,
    application_fee: null,
    application_fee_amount: intent.applicationFee,
    balance_transaction: null,
    billing_details: {
      address: null,
      email: intent.email,
      name: intent.name,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: 'BRIMFUL',
    captured: true,
    created: intent.created,
    currency: intent.currency,
    customer: null,
    description: null,
    disputed: intent.disputeId !== undefined,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intent.id,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: refunded === intent.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

/** The charge of a declined card, which has the card's fingerprint. */
export function failedChargeView(store: Store, intent: Intent): Stripe.Charge {
  const { failure, fingerprint, last4 } = intent
  return {
    ...chargeView(store, intent),
    id: makeId('ch'),
    amount_captured: 0,
    captured: false,
    paid: false,
    status: 'failed',
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    payment_method_details: {
      type: 'card',
      card: {
        amount_authorized: null,
        authorization_code: null,
        brand: 'visa',
        checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
        country: 'US',
        electronic_commerce_indicator: null,
        exp_month: 12,
        exp_year: 2034,
        fingerprint,
        funding: 'credit',
        installments: null,
        last4,
        mandate: null,
        network: 'visa',
        network_transaction_id: null,
        regulated_status: null,
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
    },
  }
}

export function refundView(store: Store, refund: Refund): Stripe.Refund {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: null,
    charge: store.intents[refund.intentId]?.chargeId ?? null,
    created: refund.created,
    currency: store.intents[refund.intentId]?.currency ?? 'gbp',
    customer: null,
    customer_account: null,
    metadata: refund.metadata,
    payment_intent: refund.intentId,
    payment_method: null,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}
