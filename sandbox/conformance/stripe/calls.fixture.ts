/**
 * Every call of Stripe's that the product makes, each with the types that Stripe publishes for it inside its SDK (generated from
 * https://github.com/stripe/openapi). Headers: https://docs.stripe.com/api/idempotent_requests, /versioning, /connected-accounts.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Declaration } from '../declarations.fixture.ts'
import { type Validate, compileSchema, type SchemaObject } from '../json-schema.fixture.ts'
import { readPublishedTypes, type TypeReading } from '../published-types.fixture.ts'
import { type Exchange, jsonOf } from '../recorder.fixture.ts'
import { readForm } from './form.fixture.ts'

export interface Call {
  name: string
  method: 'GET' | 'POST'
  path: RegExp
  /** The file of the SDK that has its types. */
  file: string
  params: string
  answer: string
  isList?: boolean
  /** What the call asks to have shown in full: nothing else may be. */
  expands?: string[]
  /** Whether it is made for a creator's account. */
  isOnAccount: boolean
}

const sessions = { file: 'Checkout/Sessions', answer: 'Session', isOnAccount: true }
const refunds = { file: 'Refunds', answer: 'Refund', path: /^\/v1\/refunds$/, isOnAccount: true }
const accounts = { file: 'V2/Core/Accounts', answer: 'Account', isOnAccount: false }

/** The calls, by what they do. */
export const calls: readonly Call[] = [
  {
    name: 'create session',
    method: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    params: 'Checkout.SessionCreateParams',
    ...sessions,
  },
  {
    name: 'show session',
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/cs_\w+$/,
    params: 'Checkout.SessionRetrieveParams',
    expands: ['PaymentIntent'],
    ...sessions,
  },
  {
    name: 'show payment',
    method: 'GET',
    path: /^\/v1\/payment_intents\/pi_\w+$/,
    file: 'PaymentIntents',
    params: 'PaymentIntentRetrieveParams',
    answer: 'PaymentIntent',
    isOnAccount: true,
  },
  { name: 'create refund', method: 'POST', params: 'RefundCreateParams', ...refunds },
  { name: 'list refunds', method: 'GET', params: 'RefundListParams', isList: true, ...refunds },
  {
    name: 'list disputes',
    method: 'GET',
    path: /^\/v1\/disputes$/,
    file: 'Disputes',
    params: 'DisputeListParams',
    answer: 'Dispute',
    isList: true,
    isOnAccount: true,
  },
  {
    name: 'create account',
    method: 'POST',
    path: /^\/v2\/core\/accounts$/,
    params: 'V2.Core.AccountCreateParams',
    ...accounts,
  },
  {
    name: 'show account',
    method: 'GET',
    path: /^\/v2\/core\/accounts\/acct_\w+$/,
    params: 'V2.Core.AccountRetrieveParams',
    ...accounts,
  },
  {
    name: 'create account link',
    method: 'POST',
    path: /^\/v2\/core\/account_links$/,
    file: 'V2/Core/AccountLinks',
    params: 'V2.Core.AccountLinkCreateParams',
    answer: 'AccountLink',
    isOnAccount: false,
  },
]

/** Which call an exchange is. Throws when it is none that is known. */
export function findCall({ method, path }: Exchange): Call {
  const found = calls.find((call) => call.method === method && call.path.test(path))
  if (!found) throw new Error(`${method} ${path} is no call of Stripe's that is described here`)
  return found
}

/** Every fault of one exchange: headers, parameters, status, answer. */
export function validateExchange(exchange: Exchange): string[] {
  const call = findCall(exchange)
  return [
    ...judge('headers', () => headersOf(call), exchange.requestHeaders, call.name),
    ...judgeParams(call, exchange).map((fault) => `parameters ${fault}`),
    ...judgeAnswer(call, exchange).map((fault) => `answer ${fault}`),
  ].map((fault) => `${call.name}: ${fault}`)
}

/** What says which event it is. */
export interface EventKind {
  object: string
  type: string
}

/** Every fault of a webhook's body, held against the type of this kind of event and of what it carries. */
export function validateEvent(event: unknown, { type, object }: EventKind): string[] {
  const isThin = object === 'v2.core.event'
  const words = type.replaceAll('[', '.including.').replaceAll(']', '').split(/[._]/)
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  if (isThin) return judge(type, () => schemaOf(fileOf('V2/Core/Events'), `${name}EventNotification`), event)
  const faults = judge(type, () => eventSchema(type, `${name}Event`), event)
  const { file, path } = carried.get(type)!
  const { data } = event as { data?: { object?: unknown } }
  return [...faults, ...judgeAs(file, path, data?.object).map((fault) => `/data/object ${fault}`)]
}

/** What a type of event carries whole, which names all else by its id. */
const carried = new Map<string, Declaration>()

function eventSchema(type: string, name: string): SchemaObject {
  return schemaOf(fileOf('Events'), name, {
    follows(found) {
      if (isShared(found)) return true
      carried.set(type, found)
      return 'elsewhere'
    },
  })
}

function judgeParams(call: Call, { path, query, requestBody }: Exchange): string[] {
  const isForm = path.startsWith('/v1/')
  const sent = call.method === 'GET' ? String(new URLSearchParams(query)) : requestBody
  const isText = isForm || call.method === 'GET'
  const document = isText ? readForm(sent) : jsonOf(sent)
  return judge(
    `${call.name} parameters`,
    () => schemaOf(fileOf(call.file), call.params, { ...sharedOnly, isText }),
    document,
  )
}

function judgeAnswer(call: Call, { status, answerBody }: Exchange): string[] {
  const answer = jsonOf(answerBody)
  if (status !== 200) return judge('refusal', refusalSchema, answer)
  const judgeOne = (one: unknown) => judgeAs(fileOf(call.file), call.answer, one, call.expands)
  if (!call.isList) return judgeOne(answer)
  const { data } = answer as { data: unknown }
  const items = Array.isArray(data) ? data : []
  return [...judgeAs(fileOf('../lib'), 'ApiList', answer), ...items.flatMap(judgeOne)]
}

function headersOf({ method, path, isOnAccount }: Call): SchemaObject {
  const isForm = path.source.includes('v1')
  const properties: Record<string, SchemaObject> = {
    authorization: { type: 'string', pattern: '^Bearer sk_(test|live)_\\w+$' },
    'stripe-version': { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}\\.[a-z]+$' },
    ...(isOnAccount && { 'stripe-account': { type: 'string', pattern: '^acct_\\w+$' } }),
    ...(method === 'POST' && {
      'content-type': { enum: [isForm ? 'application/x-www-form-urlencoded' : 'application/json'] },
      'idempotency-key': { type: 'string', minLength: 1, maxLength: 255 },
    }),
  }
  return { type: 'object', properties, required: Object.keys(properties) }
}

/** What goes wrong is told in `error`: https://docs.stripe.com/api/errors. */
function refusalSchema(): SchemaObject {
  const { $defs, $ref } = schemaOf(fileOf('../Types'), 'StripeRawError')
  const error: SchemaObject = {
    $ref,
    type: 'object',
    required: ['type', 'message'],
    properties: { type: true, message: true },
  }
  return { type: 'object', properties: { error }, required: ['error'], additionalProperties: false, $defs }
}

const isShared = ({ file }: Declaration) => file.endsWith('/shared.d.ts')
const sharedOnly: TypeReading = { follows: isShared }

/** One type of the SDK's; of others it may hold only those that were asked for. */
function judgeAs(file: string, name: string, document: unknown, expands: string[] = []): string[] {
  const follows = (found: Declaration) => isShared(found) || expands.includes(found.path)
  return judge(`${file} ${name} ${expands.join()}`, () => schemaOf(file, name, { follows }), document)
}

function schemaOf(file: string, name: string, reading: TypeReading = sharedOnly): SchemaObject {
  return readPublishedTypes(file).schemaOf(name, reading)
}

function fileOf(name: string): string {
  const entry = createRequire(import.meta.url).resolve('stripe')
  return join(dirname(entry), 'resources', `${name}.d.ts`)
}

const judges = new Map<string, Validate>()

function judge(name: string, schema: () => SchemaObject, document: unknown, of = ''): string[] {
  const known = judges.get(name + of) ?? compileSchema(schema())
  judges.set(name + of, known)
  return known(document)
}
