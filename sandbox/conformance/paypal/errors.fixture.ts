/**
 * Refusals: https://developer.paypal.com/api/rest/responses/ and the error tables of each call in
 * https://developer.paypal.com/docs/api/orders/v2/. The issue is what a client may rely on; its description may change.
 */
import type { SchemaObject } from '../json-schema.fixture.ts'
import { link, listOf, objectOf } from './schemas.fixture.ts'

/** A refusal of this name, for one of these issues. */
export function refusal(name: string, issues: string[]): SchemaObject {
  const detail = objectOf(
    {
      issue: { enum: issues },
      description: { type: 'string' },
      field: { type: 'string' },
      value: { type: 'string' },
      location: { enum: ['body', 'path', 'query'] },
      links: true,
    },
    ['issue', 'description'],
  )
  return objectOf(
    {
      name: { const: name },
      message: { type: 'string', minLength: 1 },
      debug_id: { type: 'string', minLength: 1 },
      details: listOf(detail, { minItems: 1 }),
      links: listOf(link),
    },
    ['name', 'message', 'debug_id', 'details'],
  )
}

export const notFound = refusal('RESOURCE_NOT_FOUND', ['INVALID_RESOURCE_ID'])

/** A selection of the 99 that the reference lists: those that an order of ours can meet. */
export const createRefused = refusal('UNPROCESSABLE_ENTITY', [
  'CANNOT_BE_ZERO_OR_NEGATIVE',
  'DECIMAL_PRECISION',
  'DUPLICATE_INVOICE_ID',
  'INVALID_CURRENCY_CODE',
  'INVALID_PLATFORM_FEES_AMOUNT',
  'MAX_VALUE_EXCEEDED',
  'MULTI_CURRENCY_ORDER',
  'PAYEE_ACCOUNT_INVALID',
  'PAYEE_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYEE_ACCOUNT_RESTRICTED',
  'PLATFORM_FEES_NOT_SUPPORTED',
])

/** Likewise of the 68 for a capture. */
export const captureRefused = refusal('UNPROCESSABLE_ENTITY', [
  'COMPLIANCE_VIOLATION',
  'DUPLICATE_INVOICE_ID',
  'INSTRUMENT_DECLINED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'ORDER_ALREADY_CAPTURED',
  'ORDER_NOT_APPROVED',
  'PAYEE_BLOCKED_TRANSACTION',
  'PAYER_CANNOT_PAY',
  'TRANSACTION_REFUSED',
])

/** Of the 25 for a refund: https://developer.paypal.com/docs/api/payments/v2/ (`captures_refund`). */
export const refundRefused = refusal('UNPROCESSABLE_ENTITY', [
  'CANNOT_BE_ZERO_OR_NEGATIVE',
  'CAPTURE_FULLY_REFUNDED',
  'PENDING_CAPTURE',
  'PLATFORM_FEE_EXCEEDED',
  'REFUND_AMOUNT_EXCEEDED',
  'REFUND_CAPTURE_CURRENCY_MISMATCH',
  'REFUND_NOT_ALLOWED',
  'TRANSACTION_DISPUTED',
])

/** For a seller who has not agreed to it, or a partner who is none. */
export const notAllowed = refusal('NOT_AUTHORIZED', ['PERMISSION_DENIED'])

/** OAuth's own form, from the token call and for a token that is not taken. */
export const oauthRefusal = objectOf(
  { error: { type: 'string', minLength: 1 }, error_description: { type: 'string' } },
  ['error'],
)
