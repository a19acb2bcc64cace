/**
 * The common parts of PayPal's schemas, written from the public REST reference:
 * https://developer.paypal.com/docs/api/orders/v2/ and the definitions below it; formats and lengths as in
 * https://github.com/paypal/paypal-rest-api-specifications (checkout_orders_v2, version 2.13).
 *
 * They are stricter than the reference in two ways: unknown properties are errors, and properties that the product needs are
 * required. `documented` properties are in the reference and not used here.
 */
import {
  completeObject,
  listOf,
  objectOf,
  objectWith,
  oneOf,
  type SchemaObject,
  textOf,
} from '../json-schema.fixture.ts'

/** Properties that the reference documents and the product does not use. Any value is valid. */
export function documented(names: string): Record<string, true> {
  return Object.fromEntries(names.split(' ').map((name) => [name, true]))
}

/** An ISO 4217 code; the reference only asks for three characters. */
export const currencyCode: SchemaObject = { type: 'string', pattern: '^[A-Z]{3}$' }

/** The decimal text of an amount. */
const moneyValue: SchemaObject = {
  type: 'string',
  maxLength: 32,
  pattern: '^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$',
}

export const money = completeObject({ currency_code: currencyCode, value: moneyValue })

/** An amount with its parts. */
export const amountWithBreakdown = objectWith('currency_code value', {
  currency_code: currencyCode,
  value: moneyValue,
  breakdown: objectOf({
    item_total: money,
    shipping: money,
    handling: money,
    tax_total: money,
    insurance: money,
    shipping_discount: money,
    discount: money,
  }),
})

export const time: SchemaObject = {
  type: 'string',
  minLength: 20,
  maxLength: 64,
  pattern:
    '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[1-2][0-9]|3[0-1])[Tt]([0-1][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)([.][0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$',
}

/** The id of an order, capture or refund. */
export const transactionId: SchemaObject = { type: 'string', pattern: '^[A-Z0-9]{1,20}$' }

/** The id of a payer's or payee's account. */
export const accountId: SchemaObject = { type: 'string', pattern: '^[2-9A-HJ-NP-Z]{13}$' }

export const email: SchemaObject = {
  type: 'string',
  minLength: 3,
  maxLength: 254,
  pattern: '^[^@\\s]+@[^@\\s]+$',
}

export const payee = objectOf({ email_address: email, merchant_id: accountId })

export const personName = objectOf({ given_name: textOf(0, 140), surname: textOf(0, 140) })

/** An address. Only the country is required. */
export const address = objectWith('country_code', {
  ...documented('address_line_1 address_line_2 admin_area_1 admin_area_2 postal_code'),
  country_code: { type: 'string', pattern: '^([A-Z]{2}|C2)$' },
})

export const link = objectWith('href rel', {
  href: { type: 'string', pattern: '^https?://' },
  rel: { type: 'string', minLength: 1 },
  method: oneOf('GET POST PUT DELETE HEAD CONNECT OPTIONS PATCH'),
})

/** Returns the schema of a list of links of which at least one has this relation and method. */
export function linksWith(rel: string, method: string): SchemaObject {
  const wanted: SchemaObject = {
    type: 'object',
    properties: { rel: { const: rel }, method: { const: method } },
    required: ['rel', 'method'],
  }
  return { type: 'array', items: link, contains: wanted }
}

export const disbursementMode: SchemaObject = { enum: ['INSTANT', 'DELAYED'] }

/** At most one fee for the platform, in `platform_fees`. */
export const platformFees = listOf(objectWith('amount', { amount: money, payee }), { maxItems: 1 })
