/**
 * Schemas of captures and refunds, from https://developer.paypal.com/docs/api/payments/v2/ (definitions `capture` and `refund`).
 */
import {
  completeObject,
  listOf,
  objectOf,
  objectWith,
  oneOf,
  textOf,
  type SchemaObject,
} from '../json-schema.fixture.ts'
import {
  disbursementMode,
  linksWith,
  money,
  payee,
  platformFees,
  time,
  transactionId,
} from './schemas.fixture.ts'

/** The reasons for PENDING or DECLINED. The last one is only in the SDK's `CaptureIncompleteReason`. */
const captureReason: SchemaObject = oneOf(`
    BUYER_COMPLAINT CHARGEBACK ECHECK INTERNATIONAL_WITHDRAWAL OTHER PENDING_REVIEW
    RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION REFUNDED TRANSACTION_APPROVED_AWAITING_FUNDING UNILATERAL
    VERIFICATION_REQUIRED DECLINED_BY_RISK_FRAUD_FILTERS`)

const sellerProtection = objectOf({
  status: { enum: ['ELIGIBLE', 'PARTIALLY_ELIGIBLE', 'NOT_ELIGIBLE'] },
  dispute_categories: listOf({ enum: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'] }),
})

const currencyCode = { type: 'string', pattern: '^[A-Z]{3}$' } satisfies SchemaObject

/** `exchange_rate`: the value has one to 15 digits after the point. */
const exchangeRate = objectWith('source_currency target_currency value', {
  source_currency: currencyCode,
  target_currency: currencyCode,
  value: { type: 'string', pattern: '^\\d+(\\.\\d{1,15})?$' },
})

const receivableBreakdown = objectWith('gross_amount', {
  gross_amount: money,
  paypal_fee: money,
  paypal_fee_in_receivable_currency: money,
  net_amount: money,
  receivable_amount: money,
  exchange_rate: exchangeRate,
  platform_fees: platformFees,
})

const captureProperties = {
  id: transactionId,
  status: oneOf('COMPLETED DECLINED PARTIALLY_REFUNDED PENDING REFUNDED FAILED'),
  status_details: objectOf({ reason: captureReason }),
  amount: money,
  invoice_id: { type: 'string' },
  custom_id: textOf(1, 127),
  network_transaction_reference: true,
  seller_protection: sellerProtection,
  final_capture: { type: 'boolean' },
  seller_receivable_breakdown: receivableBreakdown,
  disbursement_mode: disbursementMode,
  links: linksWith('up', 'GET'),
  processor_response: true,
  create_time: time,
  update_time: time,
} satisfies Record<string, SchemaObject | true>

const captureRequired = 'id status amount create_time update_time links'

/** A pending capture has a reason but no breakdown ("not available for transactions that are in pending state"). */
const pendingRules: SchemaObject = {
  anyOf: [
    { type: 'object', properties: { status: { not: { const: 'PENDING' } } } },
    {
      type: 'object',
      properties: { seller_receivable_breakdown: false, status_details: true },
      required: ['status_details'],
    },
  ],
}

/** A capture within an order. */
export const captureInOrder: SchemaObject = {
  ...objectWith(captureRequired, captureProperties),
  ...pendingRules,
}

const relatedIds = objectWith('order_id', {
  order_id: transactionId,
  authorization_id: transactionId,
  capture_id: transactionId,
})

/** A capture as its own resource, as in webhooks: with the id of its order. */
export const capture: SchemaObject = {
  ...objectWith(`${captureRequired} supplementary_data`, {
    ...captureProperties,
    payee,
    supplementary_data: completeObject({ related_ids: relatedIds }),
  }),
  ...pendingRules,
}

const payableBreakdown = objectOf({
  gross_amount: money,
  paypal_fee: money,
  paypal_fee_in_receivable_currency: money,
  net_amount: money,
  net_amount_in_receivable_currency: money,
  platform_fees: platformFees,
  net_amount_breakdown: true,
  total_refunded_amount: money,
})

/** The request that refunds a capture: `refund_request`. */
export const refundRequest = objectOf({
  amount: money,
  custom_id: textOf(1, 127),
  invoice_id: textOf(1, 127),
  note_to_payer: textOf(1, 255),
  payment_instruction: objectOf({ platform_fees: platformFees }),
})

/** A refund. The link `up` is its capture. */
export const refund = objectWith('id status amount links', {
  id: transactionId,
  status: { enum: ['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED'] },
  status_details: true,
  amount: money,
  invoice_id: { type: 'string' },
  custom_id: { type: 'string', minLength: 1, maxLength: 127, pattern: '^[A-Za-z0-9_.,-]*$' },
  acquirer_reference_number: true,
  note_to_payer: { type: 'string' },
  seller_payable_breakdown: payableBreakdown,
  payer: true,
  links: linksWith('up', 'GET'),
  create_time: time,
  update_time: time,
})
