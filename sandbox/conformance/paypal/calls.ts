/**
 * Every call of PayPal's that the product makes, and how its request and its answers must look. The token call:
 * https://developer.paypal.com/api/rest/authentication/; header names: https://developer.paypal.com/api/rest/requests/.
 */
import { openJudge, type SchemaObject } from '../judge.ts'
import { type Exchange, jsonOf } from '../recorder.ts'
import { captureRefused, createRefused, oauthRefusal, orderNotFound } from './errors.ts'
import { verifyAnswer, verifyRequest } from './events.ts'
import { capturedOrder, captureRequest, newOrder, order, orderRequest } from './orders.ts'
import { objectOf } from './parts.ts'

export interface Call {
  name: string
  method: 'GET' | 'POST'
  path: RegExp
  headers: SchemaObject
  /** Absent: nothing may be sent. */
  request?: SchemaObject
  answers: Record<number, SchemaObject>
}

const bearer: SchemaObject = { type: 'string', pattern: '^Bearer \\S+$' }
const json: SchemaObject = { type: 'string', pattern: '^application/json' }
const requestId: SchemaObject = { type: 'string', minLength: 1, maxLength: 108 }
const prefer: SchemaObject = { enum: ['return=minimal', 'return=representation'] }

function headersOf(properties: Record<string, SchemaObject>): SchemaObject {
  return { type: 'object', properties, required: Object.keys(properties) }
}

/** The calls, by what they do. */
export const calls: readonly Call[] = [
  {
    name: 'token',
    method: 'POST',
    path: /\/v1\/oauth2\/token$/,
    headers: headersOf({
      authorization: { type: 'string', pattern: '^Basic [A-Za-z0-9+/]+=*$' },
      'content-type': { type: 'string', pattern: '^application/x-www-form-urlencoded' },
    }),
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
    answers: { 200: order, 401: oauthRefusal, 404: orderNotFound },
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
      404: orderNotFound,
      422: captureRefused,
    },
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

/** Which call an exchange is. Throws when it is none that is known. */
export function findCall({ method, path }: Exchange): Call {
  const found = calls.find((call) => call.method === method && call.path.test(path))
  if (!found) throw new Error(`${method} ${path} is no call of PayPal's that is described here`)
  return found
}

const judges = new Map<SchemaObject, ReturnType<typeof openJudge>>()

/** Every fault of a document against a schema. */
export function judge(schema: SchemaObject, document: unknown): string[] {
  const known = judges.get(schema) ?? openJudge(schema)
  judges.set(schema, known)
  return known(document)
}

/** Every fault of one exchange: headers, request, status, answer. */
export function judgeExchange(exchange: Exchange): string[] {
  const call = findCall(exchange)
  const answer = call.answers[exchange.status]
  return [
    ...judge(call.headers, exchange.requestHeaders).map((fault) => `headers ${fault}`),
    ...judgeRequest(call, exchange).map((fault) => `request ${fault}`),
    ...(answer
      ? judge(answer, jsonOf(exchange.answerBody)).map((fault) => `answer ${fault}`)
      : [`answer has the status ${exchange.status}`]),
  ].map((fault) => `${call.name}: ${fault}`)
}

function judgeRequest({ request }: Call, { requestBody, requestHeaders }: Exchange): string[] {
  if (!request) return requestBody === '' ? [] : ['has a body']
  const isForm = requestHeaders['content-type']?.includes('form-urlencoded')
  if (isForm) return judge(request, Object.fromEntries(new URLSearchParams(requestBody)))
  return judge(request, jsonOf(requestBody) ?? {}) // a capture needs to say nothing
}
