/** Builds the JSON of a payment, its charge and its refunds. The compiler checks it against the types in Stripe's SDK. */
import type Stripe from 'stripe'
import { nulls } from './nulls.ts'
import { statementPrefix } from './requests.ts'
import type { Store, Intent, Refund } from './store.ts'
import { makeId } from './ids.ts'
import { transactionView } from './money-wire.ts'

const unusedOfIntent = nulls(`
  allowed_payment_method_types application automatic_payment_methods canceled_at cancellation_reason
  customer customer_account excluded_payment_method_types managed_payments
  next_action on_behalf_of payment_method payment_method_configuration_details payment_record processing
  receipt_email review setup_future_usage shipping source statement_descriptor
  transfer_data transfer_group`)

/** The properties of a payment that a call may expand. */
export type Expanded = 'latest_charge' | 'latest_charge.balance_transaction' | 'latest_charge.refunds'

export function intentView(
  store: Store,
  intent: Intent,
  expand: readonly Expanded[] = [],
): Stripe.PaymentIntent {
  return {
    ...unusedOfIntent,
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    application_fee_amount: intent.applicationFee,
    capture_method: 'automatic_async',
    client_secret: intent.clientSecret ?? null,
    description: intent.description ?? null,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: intent.currency,
    last_payment_error: intent.failure
      ? {
          type: 'card_error',
          code: intent.failure.code as 'card_declined',
          message: intent.failure.message,
          ...(intent.failure.declineCode ? { decline_code: intent.failure.declineCode } : {}),
        }
      : null,
    latest_charge: showCharge(store, intent, expand),
    livemode: false,
    metadata: intent.metadata,
    payment_method_options: {},
    payment_method_types: [intent.method],
    statement_descriptor_suffix: intent.statementSuffix,
    status: intent.status,
  }
}

function showCharge(
  store: Store,
  intent: Intent,
  expand: readonly Expanded[],
): string | Stripe.Charge | null {
  if (!intent.chargeId) return null
  if (expand.length === 0) return intent.chargeId
  const charge = expand.includes('latest_charge.balance_transaction')
    ? expandedCharge(store, intent)
    : chargeView(store, intent)
  return expand.includes('latest_charge.refunds') ? { ...charge, refunds: refundsOf(store, intent) } : charge
}

/** Returns the newest ten refunds of a charge, as Stripe shows them in it. Those that failed are among them. */
function refundsOf(store: Store, intent: Intent): Stripe.ApiList<Stripe.Refund> {
  const made = intent.refundIds.flatMap((id) => store.refunds[id] ?? []).toReversed()
  return {
    object: 'list',
    data: made.slice(0, 10).map((refund) => refundView(store, refund)),
    has_more: made.length > 10,
    url: `/v1/charges/${intent.chargeId}/refunds`,
  }
}

/** Returns the charge of a payment with its balance transaction, once Stripe has booked that. */
export function expandedCharge(store: Store, intent: Intent): Stripe.Charge {
  const charge = chargeView(store, intent)
  const transaction = intent.isBooked ? store.transactions[intent.transactionId ?? ''] : undefined
  return transaction ? { ...charge, balance_transaction: transactionView(transaction) } : charge
}

/** Returns how many minor units of a payment have been refunded. A refund that failed no longer counts. */
export function refundedOf(store: Store, { refundIds }: Intent): number {
  const made = refundIds.flatMap((id) => store.refunds[id] ?? [])
  return made.reduce((sum, { amount, failureTransactionId: failed }) => sum + (failed ? 0 : amount), 0)
}

const unusedOfCharge = nulls(`
  application customer description
  failure_code failure_message fraud_details on_behalf_of outcome payment_method payment_method_details
  receipt_email receipt_number receipt_url review shipping source source_transfer statement_descriptor
  transfer_data transfer_group`)

export function chargeView(store: Store, intent: Intent): Stripe.Charge {
  const refunded = refundedOf(store, intent)
  const isPaid = intent.status === 'succeeded'
  return {
    ...unusedOfCharge,
    id: intent.chargeId ?? '',
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: refunded,
    application_fee: intent.isBooked ? (intent.feeId ?? null) : null,
    application_fee_amount: intent.applicationFee,
    balance_transaction: intent.isBooked ? (intent.transactionId ?? null) : null,
    billing_details: {
      address: intent.address ?? null,
      email: intent.email,
      name: intent.name,
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: statementOf(intent),
    captured: true,
    failure_balance_transaction: intent.failureTransactionId ?? null,
    created: intent.created,
    currency: intent.currency,
    disputed: intent.disputeId !== undefined,
    livemode: false,
    metadata: intent.metadata,
    paid: isPaid,
    payment_intent: intent.id,
    refunded: refunded === intent.amount,
    statement_descriptor_suffix: intent.method === 'card' ? intent.statementSuffix : null,
    status: statusOf(intent),
  }
}

/** Returns what the payer's statement shows. Only cards' statements have a suffix. */
function statementOf({ method, statementSuffix }: Intent): string {
  return method === 'card' && statementSuffix ? `${statementPrefix}* ${statementSuffix}` : statementPrefix
}

/** Returns the status of a charge. That of a bank debit is pending until the bank has decided. */
function statusOf({ status }: Intent): Stripe.Charge.Status {
  if (status === 'processing') return 'pending'
  return status === 'succeeded' ? 'succeeded' : 'failed'
}

const unusedOfCard = nulls(`
  amount_authorized authorization_code electronic_commerce_indicator installments mandate
  network_transaction_id regulated_status three_d_secure transaction_link_id wallet`)

/** Returns the charge of a declined card, which has the card's fingerprint. */
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
        ...unusedOfCard,
        brand: 'visa',
        checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
        country: 'US',
        exp_month: 12,
        exp_year: 2034,
        fingerprint,
        funding: 'credit',
        last4,
        network: 'visa',
      },
    },
  }
}

const unusedOfRefund = nulls(`
  customer customer_account payment_method receipt_number source_transfer_reversal
  transfer_reversal`)

export function refundView(store: Store, refund: Refund): Stripe.Refund {
  return {
    ...unusedOfRefund,
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: refund.transactionId ?? null,
    charge: store.intents[refund.intentId]?.chargeId ?? null,
    created: refund.created,
    currency: store.intents[refund.intentId]?.currency ?? 'gbp',
    metadata: refund.metadata,
    payment_intent: refund.intentId,
    reason: refund.reason,
    ...(refund.failureTransactionId
      ? {
          status: 'failed',
          failure_reason: 'lost_or_stolen_card',
          failure_balance_transaction: refund.failureTransactionId,
        }
      : { status: 'succeeded' }),
  }
}
