/**
 * The PayPal calls that the product makes, with the schemas of their requests and answers. The token call:
 * https://developer.paypal.com/api/rest/authentication/; header names: https://developer.paypal.com/api/rest/requests/.
 */
import { compileSchema, type SchemaObject } from '../json-schema.fixture.ts'
import { type Exchange, jsonOf } from '../recorder.fixture.ts'
import { dispute, disputeList, disputeQuery } from './disputes.fixture.ts'
import {
  captureRefused,
  createRefused,
  notAllowed,
  notFound,
  oauthRefusal,
  refundRefused,
} from './errors.fixture.ts'
import { verifyAnswer, verifyRequest } from './events.fixture.ts'
import { codeRequest, userInfo, userQuery, userToken } from './identity.fixture.ts'
import { capturedOrder, captureRequest, newOrder, order, orderRequest } from './orders.fixture.ts'
import { objectOf } from './schemas.fixture.ts'
import { refund, refundRequest } from './payments.fixture.ts'
import { referralMade, referralRequest, seller, trackedSeller, trackingQuery } from './sellers.fixture.ts'

export interface Call {
  name: string
  method: 'GET' | 'POST'
  path: RegExp
  /** Distinguishes calls with the same path by their body. */
  sends?: RegExp
  headers: SchemaObject & { properties: Record<string, SchemaObject>; required: string[] }
  /** Without it, the call must have no query parameters. */
  query?: SchemaObject
  /** Without it, the call must have no body. */
  request?: SchemaObject
  answers: Record<number, SchemaObject>
}

const bearer: SchemaObject = { type: 'string', pattern: '^Bearer \\S+$' }
const json: SchemaObject = { type: 'string', pattern: '^application/json' }
const requestId: SchemaObject = { type: 'string', minLength: 1, maxLength: 108 }
const prefer: SchemaObject = { enum: ['return=minimal', 'return=representation'] }
const basic: SchemaObject = { type: 'string', pattern: '^Basic [A-Za-z0-9+/]+=*$' }
const form: SchemaObject = { type: 'string', pattern: '^application/x-www-form-urlencoded' }
/** PayPal-Auth-Assertion: `{"alg":"none"}`, the seller that the partner acts for, and no signature. */
const assertion: SchemaObject = { type: 'string', pattern: '^eyJhbGciOiJub25lIn0\\.[\\w-]+\\.$' }

function headersOf(properties: Record<string, SchemaObject>): Call['headers'] {
  return { type: 'object', properties, required: Object.keys(properties) }
}

/** The calls. */
export const calls: readonly Call[] = [
  {
    name: 'token for a code',
    method: 'POST',
    path: /\/v1\/oauth2\/token$/,
    sends: /grant_type=authorization_code/,
    headers: headersOf({ authorization: basic, 'content-type': form }),
    request: codeRequest,
    answers: { 200: userToken, 400: oauthRefusal },
  },
  {
    name: 'token',
    method: 'POST',
    path: /\/v1\/oauth2\/token$/,
    headers: headersOf({ authorization: basic, 'content-type': form }),
    request: objectOf({ grant_type: { const: 'client_credentials' } }, ['grant_type']),
    answers: {
      200: objectOf(
        {
          scope: { type: 'string' },
          access_token: { type: 'string', minLength: 1 },
          token_type: { const: 'Bearer' },
          app_id: { type: 'string', pattern: '^APP-' },
          expires_in: { type: 'integer', minimum: 1 },
          nonce: { type: 'string' },
        },
        ['scope', 'access_token', 'token_type', 'app_id', 'expires_in', 'nonce'],
      ),
      401: oauthRefusal,
    },
  },
  {
    name: 'create order',
    method: 'POST',
    path: /\/v2\/checkout\/orders$/,
    headers: headersOf({
      authorization: bearer,
      'content-type': json,
      'paypal-request-id': requestId,
      prefer,
    }),
    request: orderRequest,
    answers: { 200: newOrder, 201: newOrder, 401: oauthRefusal, 422: createRefused },
  },
  {
    name: 'show order',
    method: 'GET',
    path: /\/v2\/checkout\/orders\/[^/]+$/,
    headers: headersOf({ authorization: bearer }),
    answers: { 200: order, 401: oauthRefusal, 404: notFound },
  },
  {
    name: 'capture order',
    method: 'POST',
    path: /\/v2\/checkout\/orders\/[^/]+\/capture$/,
    headers: headersOf({
      authorization: bearer,
      'content-type': json,
      'paypal-request-id': requestId,
      prefer,
    }),
    request: captureRequest,
    answers: {
      200: capturedOrder,
      201: capturedOrder,
      401: oauthRefusal,
      404: notFound,
      422: captureRefused,
    },
  },
  {
    name: 'refund capture',
    method: 'POST',
    path: /\/v2\/payments\/captures\/[^/]+\/refund$/,
    headers: headersOf({
      authorization: bearer,
      'content-type': json,
      'paypal-request-id': requestId,
      'paypal-auth-assertion': assertion,
      prefer,
    }),
    request: refundRequest,
    answers: {
      200: refund,
      201: refund,
      401: oauthRefusal,
      403: notAllowed,
      404: notFound,
      422: refundRefused,
    },
  },
  {
    name: 'list disputes',
    method: 'GET',
    path: /\/v1\/customer\/disputes$/,
    headers: headersOf({ authorization: bearer, 'paypal-auth-assertion': assertion }),
    query: disputeQuery,
    answers: { 200: disputeList, 403: notAllowed },
  },
  {
    name: 'show dispute',
    method: 'GET',
    path: /\/v1\/customer\/disputes\/[^/]+$/,
    headers: headersOf({ authorization: bearer, 'paypal-auth-assertion': assertion }),
    answers: { 200: dispute },
  },
  {
    name: 'refer seller',
    method: 'POST',
    path: /\/v2\/customer\/partner-referrals$/,
    headers: headersOf({ authorization: bearer, 'content-type': json }),
    request: referralRequest,
    answers: { 201: referralMade, 403: notAllowed },
  },
  {
    name: 'find seller',
    method: 'GET',
    path: /\/v1\/customer\/partners\/[^/]+\/merchant-integrations$/,
    headers: headersOf({ authorization: bearer }),
    query: trackingQuery,
    answers: { 200: trackedSeller, 404: notFound },
  },
  {
    name: 'show seller',
    method: 'GET',
    path: /\/v1\/customer\/partners\/[^/]+\/merchant-integrations\/[^/]+$/,
    headers: headersOf({ authorization: bearer }),
    answers: { 200: seller, 403: notAllowed, 404: notFound },
  },
  {
    name: 'show user',
    method: 'GET',
    path: /\/v1\/identity\/oauth2\/userinfo$/,
    headers: headersOf({ authorization: bearer }),
    query: userQuery,
    answers: { 200: userInfo },
  },
  {
    name: 'verify webhook signature',
    method: 'POST',
    path: /\/v1\/notifications\/verify-webhook-signature$/,
    headers: headersOf({ authorization: bearer, 'content-type': json }),
    request: verifyRequest,
    answers: { 200: verifyAnswer },
  },
]

/** The call of an exchange. Throws when it is not in the list. */
export function findCall({ method, path, requestBody }: Exchange): Call {
  const found = calls.find(
    (call) => call.method === method && call.path.test(path) && (call.sends?.test(requestBody) ?? true),
  )
  if (!found) throw new Error(`${method} ${path} is no call of PayPal that is described here`)
  return found
}

const validators = new Map<SchemaObject, ReturnType<typeof compileSchema>>()

/** The errors of a document against a schema. */
export function validate(schema: SchemaObject, document: unknown): string[] {
  const known = validators.get(schema) ?? compileSchema(schema)
  validators.set(schema, known)
  return known(document)
}

const noQuery = objectOf({})

/** The errors of an exchange: headers, parameters, request, status and answer. */
export function validateExchange(exchange: Exchange): string[] {
  const call = findCall(exchange)
  const answer = call.answers[exchange.status]
  return [
    ...validate(call.headers, exchange.requestHeaders).map((fault) => `headers ${fault}`),
    ...validate(call.query ?? noQuery, exchange.query).map((fault) => `query ${fault}`),
    ...judgeRequest(call, exchange).map((fault) => `request ${fault}`),
    ...(answer
      ? validate(answer, jsonOf(exchange.answerBody)).map((fault) => `answer ${fault}`)
      : [`answer has the status ${exchange.status}`]),
  ].map((fault) => `${call.name}: ${fault}`)
}

function judgeRequest({ request, headers }: Call, { requestBody }: Exchange): string[] {
  if (!request) return requestBody === '' ? [] : ['has a body']
  const isForm = headers.properties['content-type'] === form
  if (isForm) return validate(request, Object.fromEntries(new URLSearchParams(requestBody)))
  return validate(request, jsonOf(requestBody) ?? {}) // a capture may have an empty body
}
