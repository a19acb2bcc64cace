/** The description of each issue code that this stand-in uses, as in PayPal's error reference. */
export const issues: Record<string, string> = {
  // Issues of a 400: the body does not fit the schema.
  MISSING_REQUIRED_PARAMETER: 'A required field / parameter is missing.',
  INVALID_PARAMETER_SYNTAX: 'The value of a field does not conform to the expected format.',
  INVALID_PARAMETER_VALUE: 'The value of a field is invalid.',
  INVALID_STRING_LENGTH: 'The value of a field is either too short or too long.',
  INVALID_ARRAY_MIN_ITEMS: 'The number of items in an array parameter is too small.',
  INVALID_ARRAY_MAX_ITEMS: 'The number of items in an array parameter is too large.',
  INVALID_DATE_RANGE: 'The date range is not valid: at most 31 days, within the previous three years.',
  DATA_NOT_AVAILABLE: 'Data for the given start date is not available.',
  MALFORMED_REQUEST_JSON: 'The request JSON is not well formed.',
  PAYPAL_REQUEST_ID_REQUIRED:
    'A PayPal-Request-Id is required if you are trying to process payment for an Order.',

  // Issues of a 403, 404 or 409.
  PERMISSION_DENIED: 'You do not have permission to access or perform operations on this resource.',
  CONSENT_NEEDED: 'Authorization failed because the seller has not given consent.',
  INVALID_RESOURCE_ID: 'Specified resource ID does not exist. Please check the resource ID and try again.',
  PREVIOUS_REQUEST_IN_PROGRESS:
    'A previous request on this resource is currently in progress. Please wait for some time and try again.',

  // Issues of the 422 response when an order is opened.
  CANNOT_BE_ZERO_OR_NEGATIVE: 'Must be greater than zero.',
  CANNOT_BE_NEGATIVE: 'Must be greater than or equal to zero.',
  DECIMAL_PRECISION: 'If the currency supports decimals, only two decimal place precision is supported.',
  DECIMALS_NOT_SUPPORTED: 'Currency does not support decimals.',
  INVALID_CURRENCY_CODE: 'Currency code is invalid or is not currently supported.',
  MAX_VALUE_EXCEEDED: 'Should be less than or equal to 9999999.99.',
  MULTI_CURRENCY_ORDER: 'Multiple differing values of currency_code are not supported.',
  AMOUNT_MISMATCH: 'Should equal item_total + tax_total + shipping + handling + insurance - discounts.',
  ITEM_TOTAL_REQUIRED:
    'If item details are specified, purchase_unit.amount.breakdown.item_total is required.',
  ITEM_TOTAL_MISMATCH:
    'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.',
  DUPLICATE_REFERENCE_ID: 'reference_id must be unique if multiple purchase_unit are provided.',
  REFERENCE_ID_REQUIRED: 'reference_id is required for each purchase_unit if multiple are provided.',
  DUPLICATE_INVOICE_ID:
    'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
  PAYEE_ACCOUNT_INVALID:
    'Payee account specified is invalid. Please check the payee.email_address or payee.merchant_id specified and try again.',
  PAYEE_ACCOUNT_RESTRICTED: 'The merchant account is restricted.',
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: 'The merchant account is locked or closed.',
  PLATFORM_FEES_NOT_SUPPORTED: 'The API caller is not enabled to process payments with platform fees.',
  INVALID_PLATFORM_FEES_AMOUNT: 'The platform_fees amount cannot be greater than the order amount.',

  // Issues of the 422 response when an order is captured.
  ORDER_NOT_APPROVED:
    'Payer has not yet approved the Order for payment. Please redirect the payer to the rel:approve url returned as part of the HATEOAS links within the Create Order call.',
  ORDER_ALREADY_CAPTURED: 'Order already captured. If intent=CAPTURE only one capture per order is allowed.',
  ACTION_DOES_NOT_MATCH_INTENT: 'Order was created with an intent other than CAPTURE.',
  INSTRUMENT_DECLINED:
    'The instrument presented was either declined by the processor or bank, or it cannot be used for this payment.',
  PAYER_CANNOT_PAY:
    'Payer cannot pay for this transaction. Please contact the payer to find other ways to pay.',
  TRANSACTION_REFUSED: 'The request was refused.',
  PAYEE_BLOCKED_TRANSACTION:
    'The fraud settings for this seller are such that this payment cannot be executed.',
  PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING:
    'Payee account is not set up to be able to process card payments. Please contact PayPal customer support.',
  COMPLIANCE_VIOLATION: 'Transaction cannot be processed due to a possible compliance violation.',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'You have exceeded the maximum number of payment attempts.',
  PLATFORM_FEE_PAYEE_CANNOT_BE_SAME_AS_PAYER: 'Payer cannot be the payee of the platform fee.',

  // Issues of the 422 response when a capture is refunded.
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded.',
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  REFUND_CAPTURE_CURRENCY_MISMATCH: 'Refund must be in the same currency as the capture.',
  REFUND_NOT_ALLOWED: 'Capture cannot be refunded.',
  PENDING_CAPTURE: 'Cannot initiate a refund as the capture is pending.',
  PLATFORM_FEE_EXCEEDED: 'Platform fee amount specified exceeds the amount that is available for refund.',
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'Capture could not be refunded due to insufficient funds.',
  TRANSACTION_DISPUTED: 'The transaction is disputed.',

  // Issues of the responses when a seller responds to a dispute.
  MISSING_EVIDENCE_INFO: 'The evidence information is required but it is missing for this dispute.',
  ACTION_NOT_ALLOWED: 'The action is not among the links of this dispute.',
}
