/**
 * The Stripe calls that the product makes, each with its types from Stripe's SDK, which are generated from
 * https://github.com/stripe/openapi. Headers: https://docs.stripe.com/api/idempotent_requests, /versioning, /connected-accounts.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Validate, compileSchema, type SchemaObject } from '../json-schema.fixture.ts'
import { readPublishedTypes, type TypeReading } from '../published-types.fixture.ts'
import { type Exchange, jsonOf } from '../recorder.fixture.ts'
import { validateExpanded } from './expanded.fixture.ts'
import { readMultipart } from '../../multipart.ts'
import { readForm } from './form.fixture.ts'

export interface Call {
  name: string
  /** The method, and the path as a regular expression. */
  call: string
  /** The SDK's file that declares the call's types. */
  file: string
  params: string
  answer: string
  /** The SDK's file that declares the response's type, if it is another file. */
  answerFile?: string
  isList?: boolean
  /** The related objects that the call expands; all others must be ids. */
  expands?: string[]
  /** True for a call whose parameters are a form of the type multipart/form-data. */
  isUpload?: boolean
  /** True for a call on the platform's own account instead of a connected one. */
  isOfPlatform?: boolean
}

const sessions = { file: 'Checkout/Sessions', answer: 'Session' }
const refunds = { file: 'Refunds', answer: 'Refund' }
const payments = { file: 'PaymentIntents', answer: 'PaymentIntent' }
const domains = { file: 'PaymentMethodDomains', answer: 'PaymentMethodDomain' }
const accounts = { file: 'V2/Core/Accounts', answer: 'Account' }

/** Related objects that are included in full in an object, even in an event, by type. */
const embedded: Record<string, string[]> = { Dispute: ['BalanceTransaction'] }

/** The calls that the product makes. Those of `/v1` are made on a connected account unless `isOfPlatform` is set. */
export const calls: readonly Call[] = [
  {
    name: 'create session',
    call: 'POST /v1/checkout/sessions',
    params: 'Checkout.SessionCreateParams',
    ...sessions,
  },
  {
    name: 'show session',
    call: 'GET /v1/checkout/sessions/cs_\\w+',
    params: 'Checkout.SessionRetrieveParams',
    expands: ['PaymentIntent'],
    ...sessions,
  },
  {
    name: 'show payment',
    call: 'GET /v1/payment_intents/pi_\\w+',
    params: 'PaymentIntentRetrieveParams',
    expands: ['Charge', 'BalanceTransaction', 'ApiList', 'Refund'],
    ...payments,
  },
  {
    name: 'create payment',
    call: 'POST /v1/payment_intents',
    params: 'PaymentIntentCreateParams',
    ...payments,
  },
  {
    name: 'cancel payment',
    call: 'POST /v1/payment_intents/pi_\\w+/cancel',
    params: 'PaymentIntentCancelParams',
    ...payments,
  },
  {
    name: 'create domain',
    call: 'POST /v1/payment_method_domains',
    params: 'PaymentMethodDomainCreateParams',
    ...domains,
  },
  {
    name: 'validate domain',
    call: 'POST /v1/payment_method_domains/pmd_\\w+/validate',
    params: 'PaymentMethodDomainValidateParams',
    ...domains,
  },
  {
    name: 'list domains',
    call: 'GET /v1/payment_method_domains',
    params: 'PaymentMethodDomainListParams',
    isList: true,
    ...domains,
  },
  {
    name: 'list fee refunds',
    call: 'GET /v1/application_fees/fee_\\w+/refunds',
    file: 'ApplicationFees',
    params: 'ApplicationFeeListRefundsParams',
    answer: 'FeeRefund',
    answerFile: 'FeeRefunds',
    isList: true,
    isOfPlatform: true,
  },
  { name: 'create refund', call: 'POST /v1/refunds', params: 'RefundCreateParams', ...refunds },
  { name: 'list refunds', call: 'GET /v1/refunds', params: 'RefundListParams', isList: true, ...refunds },
  {
    name: 'list disputes',
    call: 'GET /v1/disputes',
    file: 'Disputes',
    params: 'DisputeListParams',
    answer: 'Dispute',
    isList: true,
    expands: embedded.Dispute!,
  },
  {
    name: 'show dispute',
    call: 'GET /v1/disputes/\\w+',
    file: 'Disputes',
    params: 'DisputeRetrieveParams',
    answer: 'Dispute',
    expands: embedded.Dispute!,
  },
  {
    name: 'update dispute',
    call: 'POST /v1/disputes/\\w+',
    file: 'Disputes',
    params: 'DisputeUpdateParams',
    answer: 'Dispute',
    expands: embedded.Dispute!,
  },
  {
    name: 'create file',
    call: 'POST /v1/files',
    file: 'Files',
    params: 'FileCreateParams',
    answer: 'File',
    expands: ['ApiList'],
    isUpload: true,
  },
  {
    name: 'close dispute',
    call: 'POST /v1/disputes/\\w+/close',
    file: 'Disputes',
    params: 'DisputeCloseParams',
    answer: 'Dispute',
    expands: embedded.Dispute!,
  },
  {
    name: 'list transactions',
    call: 'GET /v1/balance_transactions',
    file: 'BalanceTransactions',
    params: 'BalanceTransactionListParams',
    answer: 'BalanceTransaction',
    isList: true,
    expands: ['Charge', 'Refund', 'Dispute', 'BalanceTransaction'],
  },
  {
    name: 'list payouts',
    call: 'GET /v1/payouts',
    file: 'Payouts',
    params: 'PayoutListParams',
    answer: 'Payout',
    isList: true,
  },
  {
    name: 'create account',
    call: 'POST /v2/core/accounts',
    params: 'V2.Core.AccountCreateParams',
    ...accounts,
  },
  {
    name: 'show account',
    call: 'GET /v2/core/accounts/acct_\\w+',
    params: 'V2.Core.AccountRetrieveParams',
    ...accounts,
  },
  {
    name: 'create account link',
    call: 'POST /v2/core/account_links',
    file: 'V2/Core/AccountLinks',
    params: 'V2.Core.AccountLinkCreateParams',
    answer: 'AccountLink',
  },
  {
    name: 'list webhook endpoints',
    call: 'GET /v1/webhook_endpoints',
    file: 'WebhookEndpoints',
    params: 'WebhookEndpointListParams',
    answer: 'WebhookEndpoint',
    isList: true,
    isOfPlatform: true,
  },
  {
    name: 'list event destinations',
    call: 'GET /v2/core/event_destinations',
    file: 'V2/Core/EventDestinations',
    params: 'V2.Core.EventDestinationListParams',
    answer: 'EventDestination',
    isList: true,
  },
  {
    name: 'create webhook endpoint',
    call: 'POST /v1/webhook_endpoints',
    file: 'WebhookEndpoints',
    params: 'WebhookEndpointCreateParams',
    answer: 'WebhookEndpoint',
    isOfPlatform: true,
  },
  {
    name: 'delete webhook endpoint',
    call: 'DELETE /v1/webhook_endpoints/we_\\w+',
    file: 'WebhookEndpoints',
    params: 'WebhookEndpointDeleteParams',
    answer: 'DeletedWebhookEndpoint',
    isOfPlatform: true,
  },
  {
    name: 'create event destination',
    call: 'POST /v2/core/event_destinations',
    file: 'V2/Core/EventDestinations',
    params: 'V2.Core.EventDestinationCreateParams',
    answer: 'EventDestination',
  },
  {
    name: 'delete event destination',
    call: 'DELETE /v2/core/event_destinations/ed_\\w+',
    file: 'V2/Core/EventDestinations',
    params: 'V2.Core.EventDestinationDeleteParams',
    answer: 'DeletedObject',
    answerFile: 'V2/DeletedObject',
  },
]

/** Returns the call that an exchange is an instance of. Throws if the product is not expected to make it. */
export function findCall({ method, path }: Exchange): Call {
  const found = calls.find(({ call }) => new RegExp(`^${call}$`).test(`${method} ${path}`))
  if (!found) throw new Error(`${method} ${path} is no call of Stripe that is described here`)
  return found
}

/** Returns the errors in an exchange's headers, parameters, status and response. */
export function validateExchange(exchange: Exchange): string[] {
  const call = findCall(exchange)
  return [
    ...validate(`${call.name} headers`, () => headersOf(call), exchange.requestHeaders),
    ...validateParams(call, exchange).map((error) => `parameters ${error}`),
    ...validateAnswer(call, exchange).map((error) => `answer ${error}`),
    ...validateExpanded(exchange).map((error) => `answer ${error}`),
  ].map((error) => `${call.name}: ${error}`)
}

export interface EventKind {
  object: string
  type: string
}

/** Returns the errors in a webhook's body against the types of its event and of the object in it. */
export function validateEvent(event: unknown, { type, object }: EventKind): string[] {
  const words = type.replaceAll('[', '.including.').replaceAll(']', '').split(/[._]/)
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  if (object === 'v2.core.event')
    return validate(type, () => schemaOf('V2/Core/Events', `${name}EventNotification`), event)
  const errors = validate(type, () => eventSchema(type, `${name}Event`), event)
  const carried = carriedTypes.get(type)!
  const { data } = event as { data?: { object?: unknown } }
  const objectErrors = validateAs(carried.file, carried.name, data?.object, embedded[carried.name])
  return [...errors, ...objectErrors.map((error) => `/data/object ${error}`)]
}

/** The type of the object in each kind of event. */
const carriedTypes = new Map<string, { name: string; file: string }>()

function eventSchema(type: string, name: string): SchemaObject {
  return schemaOf('Events', name, {
    follows(found, file) {
      if (isShared(found, file)) return true
      carriedTypes.set(type, { name: found, file })
      return 'separate'
    },
  })
}

function validateParams(call: Call, { method, path, query, requestBody }: Exchange): string[] {
  const sent = method === 'GET' ? String(new URLSearchParams(query)) : requestBody
  const isText = path.startsWith('/v1/') || method !== 'POST' // a DELETE has no body
  return validate(
    `${call.name} parameters`,
    () => schemaOf(call.file, call.params, { follows: isSharedOrFile, isText }),
    call.isUpload ? readUpload(sent) : isText ? readForm(sent) : jsonOf(sent),
  )
}

/** Returns the parameters of an upload. A document of `mutants.fixture.ts` is JSON instead of a form. */
export function readUpload(sent: string): unknown {
  if (sent.startsWith('{')) return jsonOf(sent)
  const [, boundary] = /^--(\S+)/.exec(sent) ?? []
  const parts = readMultipart(`multipart/form-data; boundary=${boundary}`, Buffer.from(sent)) ?? []
  return Object.fromEntries(
    parts.map(({ name, filename, type, content }) => [
      name,
      filename === undefined ? content.toString() : { name: filename, type, data: 'bytes' },
    ]),
  )
}

function validateAnswer(call: Call, { status, answerBody }: Exchange): string[] {
  const answer = jsonOf(answerBody)
  if (status !== 200) return validate('error', errorSchema, answer)
  const validateOne = (one: unknown) =>
    validateAs(call.answerFile ?? call.file, call.answer, one, call.expands)
  if (!call.isList) return validateOne(answer)
  const { data } = answer as { data: unknown }
  const items = Array.isArray(data) ? data : []
  return [
    ...validateAs('../lib', call.call.includes('/v2/') ? 'V2List' : 'ApiList', answer),
    ...items.flatMap(validateOne),
  ]
}

function headersOf({ call, isOfPlatform, isUpload }: Call): SchemaObject {
  const isOld = call.includes('/v1/')
  const properties: Record<string, SchemaObject> = {
    authorization: { type: 'string', pattern: '^Bearer sk_(test|live)_\\w+$' },
    'stripe-version': { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}\\.[a-z]+$' },
    ...(isOld && !isOfPlatform && { 'stripe-account': { type: 'string', pattern: '^acct_\\w+$' } }),
    ...(call.startsWith('POST') && {
      'content-type': isUpload
        ? { type: 'string', pattern: '^multipart/form-data; boundary=\\S+$' }
        : { enum: [isOld ? 'application/x-www-form-urlencoded' : 'application/json'] },
      'idempotency-key': { type: 'string', minLength: 1, maxLength: 255 },
    }),
  }
  return { type: 'object', properties, required: Object.keys(properties) }
}

/** Returns the schema of an error response, which has the error in `error`: https://docs.stripe.com/api/errors. */
function errorSchema(): SchemaObject {
  const { $defs, $ref } = schemaOf('../Types', 'StripeRawError')
  const error: SchemaObject = {
    $ref,
    type: 'object',
    required: ['type', 'message'],
    properties: { type: true, message: true },
  }
  return { type: 'object', properties: { error }, required: ['error'], additionalProperties: false, $defs }
}

function isShared(_name: string, file: string): boolean {
  return file.endsWith('/shared.d.ts')
}

/** The form of an upload has the file itself. */
function isSharedOrFile(name: string, file: string): boolean | 'separate' {
  return isShared(name, file) || name === 'FileData'
}

/** Validates against one of the SDK's types, whose related objects must be ids unless they are in `expands`. */
function validateAs(file: string, name: string, document: unknown, expands: string[] = []): string[] {
  const follows = (found: string, from: string) => isShared(found, from) || expands.includes(found)
  return validate(`${file} ${name} ${expands.join()}`, () => schemaOf(file, name, { follows }), document)
}

const entry = createRequire(import.meta.url)
  .resolve('stripe')
  .replace(/\.js$/, '.d.ts')
const types = readPublishedTypes(entry)

/** Returns the schema of a type in a file of the SDK; `file` is a path or a name in the folder `resources`. */
function schemaOf(file: string, name: string, reading: TypeReading = { follows: isShared }): SchemaObject {
  const path = file.startsWith('/') ? file : join(dirname(entry), 'resources', `${file}.d.ts`)
  return types.schemaOf(name, reading, path)
}

const validators = new Map<string, Validate>()

function validate(name: string, schema: () => SchemaObject, document: unknown): string[] {
  const known = validators.get(name) ?? compileSchema(schema())
  validators.set(name, known)
  return known(document)
}
