/**
 * Schemas of the calls with which a platform signs up a seller and reads the seller's status, from
 * https://developer.paypal.com/docs/api/partner-referrals/v2/ (create) and v1/ (`merchant-integration`). Allowed values and
 * lengths are from https://github.com/paypal/paypal-rest-api-specifications (customer_partner_referrals_v2, version 2.4, and
 * customer_partner_referrals_v1, version 1.4).
 */
import { listOf, objectOf, objectWith, oneOf, textOf, type SchemaObject } from '../json-schema.fixture.ts'
import { accountId, documented, link, linksWith } from './schemas.fixture.ts'

const trackingId = textOf(1, 127)
const email: SchemaObject = { type: 'string', minLength: 3, maxLength: 254, pattern: '^.+@[^"\\-].+$' }
const address: SchemaObject = { type: 'string', maxLength: 127, pattern: '^https?://' }

const feature: SchemaObject = oneOf(`
    PAYOUTS PAYMENT REFUND FUTURE_PAYMENT DIRECT_PAYMENT PARTNER_FEE DELAY_FUNDS_DISBURSEMENT
    READ_SELLER_DISPUTE UPDATE_SELLER_DISPUTE ADVANCED_TRANSACTIONS_SEARCH SWEEP_FUNDS_EXTERNAL_SINK
    ACCESS_MERCHANT_INFORMATION TRACKING_SHIPMENT_READWRITE INVOICE_READ_WRITE DISPUTE_READ_BUYER
    UPDATE_CUSTOMER_DISPUTES VAULT BILLING_AGREEMENT`)

/** The features that the product must request, because PayPal refuses calls that need a feature which was not requested. */
const features: SchemaObject = {
  type: 'array',
  items: feature,
  maxItems: 20,
  allOf: [
    'PAYMENT',
    'REFUND',
    'PARTNER_FEE',
    'READ_SELLER_DISPUTE',
    'UPDATE_SELLER_DISPUTE',
    'ADVANCED_TRANSACTIONS_SEARCH',
  ].map((name) => ({
    type: 'array',
    contains: { const: name },
  })),
}

const restIntegration = objectWith('integration_method integration_type third_party_details', {
  integration_method: { enum: ['BRAINTREE', 'PAYPAL'] },
  integration_type: { enum: ['FIRST_PARTY', 'THIRD_PARTY'] },
  first_party_details: true,
  third_party_details: objectWith('features', { features }),
})

const operation = objectWith('operation', {
  operation: oneOf(`
    API_INTEGRATION BANK_ADDITION BILLING_AGREEMENT CONTEXTUAL_MARKETING_CONSENT SALESFORCE_REFERRAL`),
  api_integration_preference: objectWith('rest_api_integration', {
    classic_api_integration: true,
    rest_api_integration: restIntegration,
  }),
  billing_agreement: true,
})

const product: SchemaObject = oneOf(`
    EXPRESS_CHECKOUT PAYPAL_COMMERCE_PLATFORM_BUSINESS PPPLUS WEBSITE_PAYMENT_PRO PAYMENT_METHODS PPCP
    ADVANCED_VAULTING IZETTLE`)

const consent = objectWith('type granted', {
  type: { const: 'SHARE_DATA_CONSENT' },
  granted: { type: 'boolean' },
})

/** The request that refers a seller: `referral_data`. */
export const referralRequest = objectWith('operations legal_consents', {
  ...documented('individual_owners business_entity'),
  email,
  preferred_language_code: true,
  tracking_id: trackingId,
  partner_config_override: objectOf({
    partner_logo_url: address,
    return_url: address,
    return_url_description: textOf(1, 127),
    action_renewal_url: address,
    show_add_credit_card: { type: 'boolean' },
  }),
  financial_instruments: true,
  operations: listOf(operation, { minItems: 1, maxItems: 5 }),
  products: listOf(product, { minItems: 1, maxItems: 5 }),
  ...documented('capabilities outside_process_dependencies'),
  legal_consents: listOf(consent, { minItems: 1, maxItems: 5 }),
  payout_attributes: true,
})

/** The answer to a referral: at least two links, among them the sign-up page. */
export const referralMade = objectWith('links', {
  links: { ...linksWith('action_url', 'GET'), minItems: 2, maxItems: 10 },
})

export const trackingQuery = objectWith('tracking_id', { tracking_id: trackingId })

/** The answer about the seller who signed up by a referral. */
export const trackedSeller = objectWith('merchant_id tracking_id links', {
  merchant_id: accountId,
  tracking_id: trackingId,
  links: linksWith('self', 'GET'),
})

const oauthIntegration = objectWith('integration_type oauth_third_party', {
  integration_type: {
    enum: ['FIRST_PARTY_INTEGRATED', 'FIRST_PARTY_NON_INTEGRATED', 'THIRD_PARTY', 'OAUTH_THIRD_PARTY'],
  },
  integration_method: { enum: ['PAYPAL', 'BRAINTREE'] },
  status: { enum: ['A', 'I'] },
  oauth_third_party: listOf(
    objectOf({
      partner_client_id: textOf(1, 255),
      merchant_client_id: textOf(1, 255),
      scopes: listOf({ type: 'string' }),
      ...documented('access_token refresh_token'),
    }),
  ),
})

/** The status of a seller's account: `merchant-integration`. */
export const seller = objectWith('merchant_id payments_receivable primary_email_confirmed', {
  tracking_id: trackingId,
  merchant_id: accountId,
  ...documented('given_name surname'),
  products: listOf(
    objectOf({
      name: oneOf('EXPRESS_CHECKOUT PPCP_STANDARD PPCP_CUSTOM PAYMENT_METHODS ADVANCED_VAULTING'),
      vetting_status: true,
      status: { enum: ['ACTIVE', 'INACTIVE', 'PENDING'] },
      capabilities: true,
    }),
  ),
  payments_receivable: { type: 'boolean' },
  legal_name: true,
  primary_email_confirmed: { type: 'boolean' },
  primary_email: email,
  ...documented('date_created granted_permissions api_credentials'),
  oauth_integrations: listOf(oauthIntegration),
  ...documented('limitations capabilities'),
})

/**
 * The resources of the two events about sellers, as in PayPal's samples:
 * https://developer.paypal.com/docs/multiparty/seller-onboarding/before-payment/.
 */
export const onboardedSeller = objectWith('partner_client_id merchant_id', {
  partner_client_id: textOf(1, 255),
  merchant_id: accountId,
  tracking_id: trackingId,
  links: listOf(link),
})

export const revokedSeller = objectWith('merchant_id', { merchant_id: accountId, tracking_id: trackingId })
