/**
 * The PayPal calls that the product makes, with the schemas of their requests and answers. The token call:
 * https://developer.paypal.com/api/rest/authentication/; header names: https://developer.paypal.com/api/rest/requests/.
 */
import { completeObject, objectOf, cacheSchemas, type SchemaObject } from '../json-schema.fixture.ts'
import { type Exchange, jsonOf } from '../recorder.fixture.ts'
import {
  acceptRequest,
  actionTaken,
  dispute,
  disputeList,
  disputeQuery,
  evidenceRequest,
} from './disputes.fixture.ts'
import {
  actionRefused,
  captureRefused,
  createRefused,
  notAllowed,
  notFound,
  oauthRefusal,
  refundRefused,
  tooLarge,
} from './errors.fixture.ts'
import { verifyAnswer, verifyRequest, webhook, webhookList, webhookRequest } from './events.fixture.ts'
import { appToken, codeRequest, userInfo, userQuery, userToken } from './identity.fixture.ts'
import { capturedOrder, captureRequest, newOrder, order, orderRequest } from './orders.fixture.ts'
import { refund, refundRequest } from './payments.fixture.ts'
import { searchAnswer, searchQuery } from './transactions.fixture.ts'
import { referralMade, referralRequest, seller, trackedSeller, trackingQuery } from './sellers.fixture.ts'

export interface Call {
  name: string
  /** The method, and the path as a regular expression. */
  call: string
  /** Matches the request body, to tell calls with the same path apart. */
  sends?: RegExp
  headers: ReturnType<typeof completeObject>
  /** The schema of the query. If undefined, the call must have no query parameters. */
  query?: SchemaObject
  /** The schema of the request body. If undefined, the call must have no body. */
  request?: SchemaObject
  answers: Record<number, SchemaObject>
}

const bearer: SchemaObject = { type: 'string', pattern: '^Bearer \\S+$' }
const json: SchemaObject = { type: 'string', pattern: '^application/json' }
const requestId: SchemaObject = { type: 'string', minLength: 1, maxLength: 108 }
const prefer: SchemaObject = { enum: ['return=minimal', 'return=representation'] }
const basic: SchemaObject = { type: 'string', pattern: '^Basic [A-Za-z0-9+/]+=*$' }
const multipart: SchemaObject = { type: 'string', pattern: '^multipart/form-data; boundary=\\S+$' }
const form: SchemaObject = { type: 'string', pattern: '^application/x-www-form-urlencoded' }
/** The header PayPal-Auth-Assertion: `{"alg":"none"}`, the seller that the partner acts for, and no signature. */
const assertion: SchemaObject = { type: 'string', pattern: '^eyJhbGciOiJub25lIn0\\.[\\w-]+\\.$' }

/** The required headers of each kind of call; others are allowed. */
const ofToken = headersOf({ authorization: basic, 'content-type': form })
const ofGet = headersOf({ authorization: bearer })
const ofPost = headersOf({ authorization: bearer, 'content-type': json })
const repeatable = { authorization: bearer, 'content-type': json, 'paypal-request-id': requestId, prefer }
const ofCreation = headersOf(repeatable)
const ofRefund = headersOf({ ...repeatable, 'paypal-auth-assertion': assertion })
const ofAction = headersOf({
  authorization: bearer,
  'content-type': json,
  'paypal-request-id': requestId,
  'paypal-auth-assertion': assertion,
})
const ofEvidence = headersOf({
  authorization: bearer,
  'content-type': multipart,
  'paypal-request-id': requestId,
  'paypal-auth-assertion': assertion,
})
const ofSeller = headersOf({ authorization: bearer, 'paypal-auth-assertion': assertion })

function headersOf(properties: Record<string, SchemaObject>) {
  return { ...completeObject(properties), additionalProperties: true }
}

/** The calls that the product makes. */
export const calls: readonly Call[] = [
  {
    name: 'token for a code',
    call: 'POST /v1/oauth2/token',
    sends: /grant_type=authorization_code/,
    headers: ofToken,
    request: codeRequest,
    answers: { 200: userToken, 400: oauthRefusal },
  },
  {
    name: 'token',
    call: 'POST /v1/oauth2/token',
    headers: ofToken,
    request: completeObject({ grant_type: { const: 'client_credentials' } }),
    answers: { 200: appToken, 401: oauthRefusal },
  },
  {
    name: 'create order',
    call: 'POST /v2/checkout/orders',
    headers: ofCreation,
    request: orderRequest,
    answers: { 200: newOrder, 201: newOrder, 401: oauthRefusal, 422: createRefused },
  },
  {
    name: 'show order',
    call: 'GET /v2/checkout/orders/[^/]+',
    headers: ofGet,
    answers: { 200: order, 401: oauthRefusal, 404: notFound },
  },
  {
    name: 'capture order',
    call: 'POST /v2/checkout/orders/[^/]+/capture',
    headers: ofCreation,
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
    call: 'POST /v2/payments/captures/[^/]+/refund',
    headers: ofRefund,
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
    call: 'GET /v1/customer/disputes',
    headers: ofSeller,
    query: disputeQuery,
    answers: { 200: disputeList, 403: notAllowed },
  },
  {
    name: 'show dispute',
    call: 'GET /v1/customer/disputes/[^/]+',
    headers: ofSeller,
    answers: { 200: dispute },
  },
  {
    name: 'provide evidence',
    call: 'POST /v1/customer/disputes/[^/]+/provide-evidence',
    headers: ofEvidence,
    request: evidenceRequest,
    answers: { 200: actionTaken, 403: notAllowed, 422: actionRefused },
  },
  {
    name: 'accept claim',
    call: 'POST /v1/customer/disputes/[^/]+/accept-claim',
    headers: ofAction,
    request: acceptRequest,
    answers: { 200: actionTaken, 422: actionRefused },
  },
  {
    name: 'list transactions',
    call: 'GET /v1/reporting/transactions',
    headers: ofSeller,
    query: searchQuery,
    answers: { 200: searchAnswer, 400: tooLarge, 403: notAllowed },
  },
  {
    name: 'refer seller',
    call: 'POST /v2/customer/partner-referrals',
    headers: ofPost,
    request: referralRequest,
    answers: { 201: referralMade, 403: notAllowed },
  },
  {
    name: 'find seller',
    call: 'GET /v1/customer/partners/[^/]+/merchant-integrations',
    headers: ofGet,
    query: trackingQuery,
    answers: { 200: trackedSeller, 404: notFound },
  },
  {
    name: 'show seller',
    call: 'GET /v1/customer/partners/[^/]+/merchant-integrations/[^/]+',
    headers: ofGet,
    answers: { 200: seller, 403: notAllowed, 404: notFound },
  },
  {
    name: 'show user',
    call: 'GET /v1/identity/oauth2/userinfo',
    headers: ofGet,
    query: userQuery,
    answers: { 200: userInfo },
  },
  {
    name: 'show webhook',
    call: 'GET /v1/notifications/webhooks/[^/]+',
    headers: ofGet,
    answers: { 200: webhook, 404: notFound },
  },
  {
    name: 'list webhooks',
    call: 'GET /v1/notifications/webhooks',
    headers: ofGet,
    answers: { 200: webhookList },
  },
  {
    name: 'create webhook',
    call: 'POST /v1/notifications/webhooks',
    headers: ofPost,
    request: webhookRequest,
    answers: { 201: webhook },
  },
  {
    name: 'delete webhook',
    call: 'DELETE /v1/notifications/webhooks/[^/]+',
    headers: ofGet,
    answers: { 204: {} },
  },
  {
    name: 'verify webhook signature',
    call: 'POST /v1/notifications/verify-webhook-signature',
    headers: ofPost,
    request: verifyRequest,
    answers: { 200: verifyAnswer },
  },
]

/** Returns the call that an exchange is an instance of. Throws if the product is not expected to make it. */
export function findCall({ method, path, requestBody }: Exchange): Call {
  const made = `${method} ${path.replace(/^\/paypal/, '')}`
  const found = calls.find(
    ({ call, sends }) => new RegExp(`^${call}$`).test(made) && (sends?.test(requestBody) ?? true),
  )
  if (!found) throw new Error(`${made} is no call of PayPal that is described here`)
  return found
}

/** Returns the errors of a document against a schema. */
export const validate = cacheSchemas((schema: SchemaObject) => schema)

const noQuery = objectOf({})

/** Returns the errors in an exchange's headers, parameters, request, status and response. */
export function validateExchange(exchange: Exchange): string[] {
  const call = findCall(exchange)
  const answer = call.answers[exchange.status]
  return [
    ...validate(call.headers, exchange.requestHeaders).map((fault) => `headers ${fault}`),
    ...validate(call.query ?? noQuery, exchange.query).map((fault) => `query ${fault}`),
    ...judgeRequest(call, exchange).map((fault) => `request ${fault}`),
    ...(answer ? judgeAnswer(answer, exchange) : [`answer has the status ${exchange.status}`]),
  ].map((fault) => `${call.name}: ${fault}`)
}

function judgeAnswer(answer: SchemaObject, { status, answerBody }: Exchange): string[] {
  if (status === 204) return answerBody ? ['answer has a body'] : []
  return validate(answer, jsonOf(answerBody)).map((fault) => `answer ${fault}`)
}

/** Returns the JSON in the field `input` of a form. A body that is JSON already is taken as it is. */
export function inputOf(body: string): unknown {
  if (body.startsWith('{')) return jsonOf(body)
  const [, json] =
    /name="input"\r\nContent-Type: application\/json\r\n\r\n([\s\S]*?)\r\n--/.exec(body) ?? ([] as string[])
  return json === undefined ? undefined : jsonOf(json)
}

/** Returns the names of the files in a form whose field is not the published `evidence-file`, or that the field `input` does not name. */
function judgeFiles(body: string): string[] {
  const files = [...body.matchAll(/name="([^"]+)"; filename="([^"]+)"\r\nContent-Type: (\S+)/g)]
  if (files.length === 0) return []
  const { evidences } = inputOf(body) as { evidences: { documents?: { name: string }[] }[] }
  const named = evidences.flatMap(({ documents = [] }) => documents.map(({ name }) => name))
  const types = /^(application\/pdf|image\/(jpeg|png|gif))$/
  return files
    .filter(
      ([, field, name, type]) => field !== 'evidence-file' || !named.includes(name!) || !types.test(type!),
    )
    .map(([, field, name]) => `has the file ${name} in the field ${field}`)
}

function judgeRequest({ request, headers }: Call, { requestBody }: Exchange): string[] {
  if (!request) return requestBody === '' ? [] : ['has a body']
  if (headers.properties['content-type'] === multipart)
    return [...validate(request, inputOf(requestBody)), ...judgeFiles(requestBody)]
  const isForm = headers.properties['content-type'] === form
  if (isForm) return validate(request, Object.fromEntries(new URLSearchParams(requestBody)))
  return validate(request, jsonOf(requestBody) ?? {}) // PayPal allows an empty body in the request of a capture
}
