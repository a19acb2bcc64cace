/** Schemas of orders, from https://developer.paypal.com/docs/api/orders/v2/ (create, show details, capture payment). */
import { listOf, objectOf, objectWith, oneOf, textOf, type SchemaObject } from '../json-schema.fixture.ts'
import {
  accountId,
  address,
  amountWithBreakdown,
  disbursementMode,
  documented,
  email,
  linksWith,
  payee,
  personName,
  platformFees,
  time,
  transactionId,
} from './schemas.fixture.ts'
import { captureInOrder, refund } from './payments.fixture.ts'

const unitProperties = {
  reference_id: textOf(1, 256),
  amount: amountWithBreakdown,
  payee,
  payment_instruction: objectOf({
    platform_fees: platformFees,
    disbursement_mode: disbursementMode,
    ...documented('payee_pricing_tier_id payee_receivable_fx_rate_id'),
  }),
  description: textOf(1, 127),
  custom_id: textOf(1, 127),
  invoice_id: textOf(1, 127),
  soft_descriptor: textOf(1, 22),
  ...documented('items shipping supplementary_data'),
} satisfies Record<string, SchemaObject | true>

const link: SchemaObject = { type: 'string', pattern: '^https?://' }

/** The request that creates an order: `order_request`. */
export const orderRequest = objectWith('intent purchase_units', {
  intent: { enum: ['CAPTURE', 'AUTHORIZE'] },
  purchase_units: listOf(objectWith('amount', unitProperties), { minItems: 1, maxItems: 10 }),
  payment_source: objectOf({
    paypal: objectOf({
      experience_context: objectOf({
        return_url: link,
        cancel_url: link,
        shipping_preference: { enum: ['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS'] },
        user_action: { enum: ['CONTINUE', 'PAY_NOW'] },
        ...documented('brand_name locale landing_page contact_preference payment_method_preference'),
      }),
    }),
  }),
  ...documented('payer application_context'),
})

/** The request that captures an order: empty, or another payment source. */
export const captureRequest = objectOf({ payment_source: true })

const unit = objectWith('reference_id amount payee', {
  ...unitProperties,
  id: textOf(1, 19),
  payments: objectOf({ authorizations: true, captures: listOf(captureInOrder), refunds: listOf(refund) }),
})

const paypalWallet = objectOf({
  email_address: email,
  account_id: accountId,
  account_status: { enum: ['VERIFIED', 'UNVERIFIED'] },
  name: personName,
  ...documented('phone_type phone_number birth_date tax_info'),
  address,
  attributes: true,
})

const payer = objectOf({
  email_address: email,
  payer_id: accountId,
  name: personName,
  ...documented('phone birth_date tax_info'),
  address,
})

const orderProperties = {
  id: transactionId,
  intent: { enum: ['CAPTURE', 'AUTHORIZE'] },
  status: oneOf('CREATED SAVED APPROVED VOIDED COMPLETED PAYER_ACTION_REQUIRED'),
  processing_instruction: true,
  payment_source: objectOf({ paypal: paypalWallet }),
  payer,
  purchase_units: listOf(unit, { minItems: 1, maxItems: 10 }),
  create_time: time,
  update_time: time,
  links: linksWith('self', 'GET'),
} satisfies Record<string, SchemaObject | true>

/** The response to creating an order with `Prefer: return=minimal`: its id, status and links, among them the approval page. */
export const newOrder = objectWith('id status links', {
  id: orderProperties.id,
  status: { enum: ['CREATED', 'PAYER_ACTION_REQUIRED'] },
  payment_source: orderProperties.payment_source,
  links: { anyOf: [linksWith('approve', 'GET'), linksWith('payer-action', 'GET')] },
})

/** An order with all its properties. */
export const order = objectWith('id intent status purchase_units create_time links', orderProperties)

/** An order with all its properties after a capture: every unit has a capture. */
export const capturedOrder: SchemaObject = {
  allOf: [order],
  type: 'object',
  properties: {
    status: { const: 'COMPLETED' },
    purchase_units: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          payments: {
            type: 'object',
            properties: { captures: { type: 'array', minItems: 1 } },
            required: ['captures'],
          },
        },
        required: ['payments'],
      },
    },
  },
}
