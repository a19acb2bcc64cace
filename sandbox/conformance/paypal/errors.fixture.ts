/**
 * Schemas of error responses, from https://developer.paypal.com/api/rest/responses/ and the error tables of each call in
 * https://developer.paypal.com/docs/api/orders/v2/. Clients may rely on an error's `issue`; its description may change.
 */
import { listOf, objectWith, oneOf, type SchemaObject } from '../json-schema.fixture.ts'
import { link } from './schemas.fixture.ts'

/** Returns the schema of an error with this name and one of these issues. */
function refusal(name: string, issues: string): SchemaObject {
  const detail = objectWith('issue description', {
    issue: oneOf(issues),
    description: { type: 'string' },
    field: { type: 'string' },
    value: { type: 'string' },
    location: { enum: ['body', 'path', 'query'] },
    links: true,
  })
  return objectWith('name message debug_id details', {
    name: { const: name },
    message: { type: 'string', minLength: 1 },
    debug_id: { type: 'string', minLength: 1 },
    details: listOf(detail, { minItems: 1 }),
    links: listOf(link),
  })
}

export const notFound = refusal('RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')

/** The errors that the product can get when it creates an order: a few of the 99 in the reference. */
export const createRefused = refusal(
  'UNPROCESSABLE_ENTITY',
  `
  CANNOT_BE_ZERO_OR_NEGATIVE DECIMAL_PRECISION DUPLICATE_INVOICE_ID INVALID_CURRENCY_CODE
  INVALID_PLATFORM_FEES_AMOUNT MAX_VALUE_EXCEEDED MULTI_CURRENCY_ORDER PAYEE_ACCOUNT_INVALID
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED PAYEE_ACCOUNT_RESTRICTED PLATFORM_FEES_NOT_SUPPORTED`,
)

/** The errors that the product can get when it captures an order: a few of the 68 in the reference. */
export const captureRefused = refusal(
  'UNPROCESSABLE_ENTITY',
  `
  COMPLIANCE_VIOLATION DUPLICATE_INVOICE_ID INSTRUMENT_DECLINED MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED
  ORDER_ALREADY_CAPTURED ORDER_NOT_APPROVED PAYEE_BLOCKED_TRANSACTION
  PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING PAYER_CANNOT_PAY TRANSACTION_REFUSED`,
)

/**
 * The errors that the product can get when it refunds a capture: a few of the 25 in
 * https://developer.paypal.com/docs/api/payments/v2/ (`captures_refund`).
 */
export const refundRefused = refusal(
  'UNPROCESSABLE_ENTITY',
  `
  CANNOT_BE_ZERO_OR_NEGATIVE CAPTURE_FULLY_REFUNDED PENDING_CAPTURE PLATFORM_FEE_EXCEEDED
  REFUND_AMOUNT_EXCEEDED REFUND_CAPTURE_CURRENCY_MISMATCH REFUND_NOT_ALLOWED TRANSACTION_DISPUTED`,
)

/** The error when a dispute does not allow an action. The reference lists no issue for it: this one is an assumption. */
export const actionRefused = refusal('UNPROCESSABLE_ENTITY', 'ACTION_NOT_ALLOWED')

/** The error when the seller has not consented, or the caller is not an approved partner. */
export const notAllowed = refusal('NOT_AUTHORIZED', 'PERMISSION_DENIED')

/** The error when a search finds more results than PayPal lists. */
export const tooLarge = objectWith('name message debug_id details', {
  name: { const: 'RESULTSET_TOO_LARGE' },
  message: { type: 'string', minLength: 1 },
  debug_id: { type: 'string', minLength: 1 },
  details: { type: 'array', maxItems: 0 },
  links: listOf(link),
})

/** The OAuth error of the token call, and of calls with an invalid token. */
export const oauthRefusal = objectWith('error', {
  error: { type: 'string', minLength: 1 },
  error_description: { type: 'string' },
})
