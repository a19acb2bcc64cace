/**
 * Schemas of disputes, from https://developer.paypal.com/docs/api/customer-disputes/v1/. Formats and lengths are from
 * https://github.com/paypal/paypal-rest-api-specifications (customer_disputes_v1, version 1.10).
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
import { documented, linksWith, money, time } from './schemas.fixture.ts'

const disputeId: SchemaObject = { type: 'string', maxLength: 255, pattern: '^[A-Za-z0-9-]+$' }
const links = { ...linksWith('self', 'GET'), minItems: 1, maxItems: 10 }
/** The links of a dispute name what the caller may do about it. */
const actionLinks: SchemaObject = {
  type: 'array',
  minItems: 1,
  maxItems: 10,
  items: completeObject({
    href: { type: 'string', pattern: '^https?://' },
    rel: oneOf('self provide-evidence accept-claim send-message make-offer appeal'),
    method: { enum: ['GET', 'POST'] },
  }),
}
const stage: SchemaObject = { enum: ['INQUIRY', 'CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION'] }

const shared = {
  dispute_id: disputeId,
  create_time: time,
  update_time: time,
  reason: oneOf(`
    MERCHANDISE_OR_SERVICE_NOT_RECEIVED MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED UNAUTHORISED
    CREDIT_NOT_PROCESSED DUPLICATE_TRANSACTION INCORRECT_AMOUNT PAYMENT_BY_OTHER_MEANS
    CANCELED_RECURRING_BILLING PROBLEM_WITH_REMITTANCE OTHER`),
  status: oneOf('OPEN WAITING_FOR_BUYER_RESPONSE WAITING_FOR_SELLER_RESPONSE UNDER_REVIEW RESOLVED OTHER'),
  dispute_amount: money,
  dispute_asset: true,
  dispute_life_cycle_stage: stage,
  dispute_channel: { enum: ['INTERNAL', 'EXTERNAL', 'ALERT'] },
  buyer_response_due_date: time,
  seller_response_due_date: time,
  links,
} satisfies Record<string, SchemaObject | true>

const sharedRequired = 'dispute_id create_time update_time reason status dispute_amount links'

/** The query of a list of disputes: `disputes_list`. */
export const disputeQuery = objectOf({
  start_time: time,
  update_time_after: time,
  page_size: { type: 'string', pattern: '^([1-9]|[1-4][0-9]|50)$' },
  next_page_token: { type: 'string', maxLength: 255, pattern: '^[A-Za-z0-9+/=]+$' },
})

/** A list of disputes. PayPal omits an empty `items`. */
export const disputeList = objectWith('links', {
  items: listOf(objectWith(sharedRequired, { ...shared, dispute_state: true }), {
    minItems: 1,
    maxItems: 100,
  }),
  links,
})

const transaction = objectWith('seller_transaction_id', {
  buyer_transaction_id: disputeId,
  seller_transaction_id: disputeId,
  reference_id: disputeId,
  create_time: time,
  transaction_status: true,
  gross_amount: money,
  gross_asset: true,
  invoice_number: { type: 'string', minLength: 1, maxLength: 127, pattern: '^[A-Za-z0-9:\\-|]+$' },
  custom: textOf(1, 2000),
  buyer: true,
  seller: objectOf({
    email: { type: 'string', maxLength: 254, pattern: '^.+@[^"\\-].+$' },
    merchant_id: { type: 'string', maxLength: 255, pattern: '^[0-9A-Za-z]+$' },
    name: textOf(1, 2000),
  }),
  ...documented('items payment_processor'),
})

const outcome = objectWith('outcome_code', {
  outcome_code: oneOf(`
    RESOLVED_BUYER_FAVOUR RESOLVED_SELLER_FAVOUR RESOLVED_WITH_PAYOUT CANCELED_BY_BUYER ACCEPTED DENIED NONE`),
  amount_refunded: money,
  asset_refunded: true,
})

const evidenceType: SchemaObject = { type: 'string', pattern: '^[0-9A-Z_]{1,255}$' }

/** Documents by the names under which they are in the form. */
const documents = listOf(
  completeObject({
    name: { type: 'string', minLength: 1, maxLength: 2000, pattern: '^[A-Za-z0-9-_,\\s]+[.]{1}[A-Za-z]+$' },
  }),
  { minItems: 1, maxItems: 100 },
)

const evidence = objectWith('evidence_type', {
  evidence_type: evidenceType,
  evidence_info: true,
  documents,
  notes: textOf(1, 2000),
  source: oneOf(
    'REQUESTED_FROM_BUYER REQUESTED_FROM_SELLER SUBMITTED_BY_BUYER SUBMITTED_BY_SELLER SUBMITTED_BY_PARTNER',
  ),
  date: time,
  dispute_life_cycle_stage: stage,
  ...documented('item_id item_type action_info'),
})

/** The field `input` of the form that provides evidence. */
export const evidenceRequest = objectWith('evidences', {
  evidences: listOf(
    objectWith('evidence_type notes', { evidence_type: evidenceType, documents, notes: textOf(1, 2000) }),
    { minItems: 1, maxItems: 100 },
  ),
})

/** The body that accepts a claim: https://developers.qodex.ai/paypal-public-api/paypal-apis/disputes-14/accept-claim. */
export const acceptRequest = objectWith('note', {
  note: textOf(1, 2000),
  accept_claim_type: oneOf('REFUND REFUND_WITH_RETURN PARTIAL_REFUND REFUND_WITH_RETURN_SHIPMENT_LABEL'),
})

/** The response to an action: links to the dispute. */
export const actionTaken = objectWith('links', { links })

/** A dispute in the API and in webhooks. It has an outcome if, and only if, it is resolved. */
export const dispute: SchemaObject = {
  ...objectWith(`${sharedRequired} disputed_transactions`, {
    ...shared,
    links: actionLinks,
    evidences: listOf(evidence, { minItems: 1, maxItems: 100 }),
    disputed_transactions: listOf(transaction, { minItems: 1, maxItems: 1000 }),
    dispute_outcome: outcome,
    ...documented(
      'fee_policy external_reason_code adjudications money_movements messages extensions offer refund_details communication_details supporting_info allowed_response_options',
    ),
  }),
  anyOf: [
    { type: 'object', properties: { status: { not: { const: 'RESOLVED' } }, dispute_outcome: false } },
    {
      type: 'object',
      properties: { status: { const: 'RESOLVED' }, dispute_outcome: true },
      required: ['dispute_outcome'],
    },
  ],
}
