/**
 * Schemas of Transaction Search, from https://developer.paypal.com/docs/api/transaction-search/v1/ and, with formats and lengths,
 * from https://github.com/paypal/paypal-rest-api-specifications (reporting_transactions_v1, version 1.9).
 */
import { listOf, objectWith, oneOf, textOf, type SchemaObject } from '../json-schema.fixture.ts'
import { documented, linksWith, money, time } from './schemas.fixture.ts'

const id: SchemaObject = { type: 'string', minLength: 1, maxLength: 24, pattern: '^[a-zA-Z0-9]*$' }
const eventCode: SchemaObject = { type: 'string', pattern: '^T[0-9]{4}$' }
const count: SchemaObject = { type: 'integer', minimum: 0, maximum: 2_147_483_647 }
const account: SchemaObject = { type: 'string', minLength: 1, maxLength: 255, pattern: '^[a-zA-Z0-9]*$' }

/**
 * The query of `search.get`. Both dates are required here, because PayPal limits a search to 31 days only if it has an end date.
 */
export const searchQuery = objectWith('start_date end_date', {
  start_date: time,
  end_date: time,
  transaction_id: textOf(17, 19),
  transaction_type: eventCode,
  ...documented(
    'transaction_status transaction_amount transaction_currency payment_instrument_type store_id terminal_id fields',
  ),
  balance_affecting_records_only: oneOf('Y N'),
  page_size: { type: 'string', pattern: '^([1-9]|[1-9][0-9]|[1-4][0-9]{2}|500)$' },
  page: { type: 'string', pattern: '^[1-9][0-9]{0,9}$' },
})

const required = `
  transaction_id transaction_event_code transaction_initiation_date transaction_updated_date transaction_amount
  transaction_status`

const info = objectWith(required.trim().replace(/\s+/g, ' '), {
  paypal_account_id: id,
  transaction_id: id,
  paypal_reference_id: id,
  paypal_reference_id_type: oneOf('ODR TXN SUB PAP'),
  transaction_event_code: eventCode,
  transaction_initiation_date: time,
  transaction_updated_date: time,
  transaction_amount: money,
  fee_amount: money,
  transaction_status: oneOf('D P S V'),
  custom_field: { type: 'string', minLength: 1, maxLength: 127, pattern: '^[a-zA-Z0-9_\'\\-., ":;!?]*$' },
  protection_eligibility: oneOf('01 02 03'),
  ...documented(
    'discount_amount insurance_amount sales_tax_amount shipping_amount shipping_discount_amount shipping_tax_amount other_amount tip_amount transaction_subject transaction_note payment_tracking_id bank_reference_id ending_balance available_balance invoice_id credit_term credit_transactional_fee credit_promotional_fee annual_percentage_rate payment_method_type instrument_type instrument_sub_type',
  ),
})

const detail = objectWith('transaction_info', {
  transaction_info: info,
  ...documented('payer_info shipping_info cart_info store_info auction_info incentive_info'),
})

/** A page of transactions: `search_response`. An empty list is left out. */
export const searchAnswer = objectWith(
  'account_number start_date end_date last_refreshed_datetime page total_items total_pages links',
  {
    transaction_details: listOf(detail, { minItems: 1 }),
    account_number: account,
    start_date: time,
    end_date: time,
    last_refreshed_datetime: time,
    page: count,
    total_items: count,
    total_pages: count,
    links: { ...linksWith('self', 'GET'), minItems: 1 },
  },
)
