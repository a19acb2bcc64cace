/**
 * The small pieces that PayPal's calls are made of, written from the public REST reference:
 * https://developer.paypal.com/docs/api/orders/v2/ and the definitions below it; formats and lengths as in
 * https://github.com/paypal/paypal-rest-api-specifications (checkout_orders_v2, version 2.13).
 *
 * Two things are stricter than the reference, so that a slip is seen: a property that the reference does not know is a
 * fault, and what the product relies on is required. A property given as `true` is documented and not used here.
 */
import type { SchemaObject } from '../json-schema.fixture.ts'

type Properties = Record<string, SchemaObject | true>

/** An object with these properties and no others. */
export function objectOf(properties: Properties, required: string[] = []): SchemaObject {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** A text of some length. */
export function textOf(minLength: number, maxLength: number): SchemaObject {
  return { type: 'string', minLength, maxLength }
}

/** A list of one kind of thing. */
export function listOf(
  items: SchemaObject,
  limits: { minItems?: number; maxItems?: number } = {},
): SchemaObject {
  return { type: 'array', items, ...limits }
}

/** The reference asks for three characters; currency codes are ISO 4217. */
export const currencyCode: SchemaObject = { type: 'string', pattern: '^[A-Z]{3}$' }

/** An amount is text: a number would lose pennies. */
const moneyValue: SchemaObject = {
  type: 'string',
  maxLength: 32,
  pattern: '^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$',
}

export const money = objectOf({ currency_code: currencyCode, value: moneyValue }, ['currency_code', 'value'])

/** Money with what it is made of. */
export const amountWithBreakdown = objectOf(
  {
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
  },
  ['currency_code', 'value'],
)

export const time: SchemaObject = {
  type: 'string',
  minLength: 20,
  maxLength: 64,
  pattern:
    '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[1-2][0-9]|3[0-1])[Tt]([0-1][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)([.][0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$',
}

/** Orders, captures and refunds. */
export const transactionId: SchemaObject = { type: 'string', pattern: '^[A-Z0-9]{1,20}$' }

/** A PayPal account, the payer's or the payee's. */
export const accountId: SchemaObject = { type: 'string', pattern: '^[2-9A-HJ-NP-Z]{13}$' }

export const email: SchemaObject = {
  type: 'string',
  minLength: 3,
  maxLength: 254,
  pattern: '^[^@\\s]+@[^@\\s]+$',
}

export const countryCode: SchemaObject = { type: 'string', pattern: '^([A-Z]{2}|C2)$' }

export const payee = objectOf({ email_address: email, merchant_id: accountId })

export const personName = objectOf({ given_name: textOf(0, 140), surname: textOf(0, 140) })

/** Of an address the payer's country is always there. */
export const address = objectOf(
  {
    address_line_1: true,
    address_line_2: true,
    admin_area_1: true,
    admin_area_2: true,
    postal_code: true,
    country_code: countryCode,
  },
  ['country_code'],
)

export const link = objectOf(
  {
    href: { type: 'string', pattern: '^https?://' },
    rel: { type: 'string', minLength: 1 },
    method: { enum: ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'CONNECT', 'OPTIONS', 'PATCH'] },
  },
  ['href', 'rel'],
)

/** Links, with one of this kind among them. */
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
export const platformFees = listOf(objectOf({ amount: money, payee }, ['amount']), { maxItems: 1 })
