/** Checks the real traffic between our PayPal code and the stand-in against the specifications that PayPal publishes. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ResponseValidationError } from '@paypal/paypal-server-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileSchema } from '../../../sandbox/conformance/json-schema.fixture.ts'
import { listMutants, without } from '../../../sandbox/conformance/mutants.fixture.ts'
import {
  calls,
  findCall,
  inputOf,
  validate,
  validateExchange,
} from '../../../sandbox/conformance/paypal/calls.fixture.ts'
import { deliveryHeaders, events } from '../../../sandbox/conformance/paypal/events.fixture.ts'
import { consentQuery } from '../../../sandbox/conformance/paypal/identity.fixture.ts'
import { readPublishedTypes } from '../../../sandbox/conformance/published-types.fixture.ts'
import { type Exchange, jsonOf, startRecorder } from '../../../sandbox/conformance/recorder.fixture.ts'
import { control, openSandbox, postForm } from '../../../sandbox/sandbox.fixture.ts'
import { configFor } from '../../config/config.fixture.ts'
import { OutcomeUnknownError } from '../provider/errors.ts'
import { orderFor } from '../scenario.fixture.ts'
import { createPaypalClient } from './client.ts'
import { openPaypal } from './provider.ts'
import { playPaypal } from './scenario.fixture.ts'
import type { PaypalPlay } from './scenario.fixture.ts'

let play: PaypalPlay

beforeAll(async () => {
  play = await playPaypal()
})
afterAll(() => play?.[Symbol.asyncDispose]())

const publicUrl = 'https://brimful.example'
const deliveredEvents = () => play.deliveries.map(({ body }) => jsonOf(body) as PaypalEvent)

interface PaypalEvent {
  event_type: string
  resource: unknown
}

test('the traffic has every call, and every response that our code distinguishes', () => {
  const seen = new Set(play.exchanges.map((exchange) => `${findCall(exchange).name} ${exchange.status}`))

  expect([...seen].toSorted()).toEqual([
    'accept claim 200',
    'accept claim 422',
    'capture order 200',
    'capture order 201',
    'capture order 401',
    'capture order 422',
    'create order 200',
    'create order 201',
    'create order 422',
    'create webhook 201',
    'delete webhook 204',
    'find seller 200',
    'find seller 404',
    'list disputes 200',
    'list disputes 403',
    'list transactions 200',
    'list transactions 400',
    'list transactions 403',
    'list webhooks 200',
    'provide evidence 200',
    'provide evidence 403',
    'provide evidence 422',
    'refer seller 201',
    'refer seller 403',
    'refund capture 200',
    'refund capture 201',
    'refund capture 401',
    'refund capture 403',
    'refund capture 404',
    'refund capture 422',
    'show dispute 200',
    'show order 200',
    'show order 404',
    'show seller 200',
    'show seller 403',
    'show seller 404',
    'show user 200',
    'show webhook 200',
    'show webhook 404',
    'token 200',
    'token 401',
    'token for a code 200',
    'token for a code 400',
    'verify webhook signature 200',
  ])
  expect(new Set(play.exchanges.map((exchange) => findCall(exchange).name)).size).toBe(calls.length)
})

test('requests and responses match PayPal’s REST reference', () => {
  expect(play.exchanges.flatMap(validateExchange)).toEqual([])
})

test('webhooks match PayPal’s reference, and carry what their signature is verified with', () => {
  const delivered = deliveredEvents()

  expect(new Set(delivered.map(({ event_type }) => event_type))).toEqual(new Set(events.keys()))
  expect(delivered.flatMap((event) => validate(events.get(event.event_type)!, event))).toEqual([])
  expect(play.deliveries.flatMap(({ headers }) => validate(deliveryHeaders, headers))).toEqual([])
})

test('the login page is requested as PayPal documents it', () => {
  const query = Object.fromEntries(play.consentPage.searchParams)

  expect(validate(consentQuery, query)).toEqual([])
  expect(validate(consentQuery, { ...query, scope: 'email' })).not.toEqual([])
  expect(validate(consentQuery, { ...query, surprise: '1' })).not.toEqual([])
})

test('PayPal’s own verification accepts the signature of a delivery', () => {
  const checks = play.exchanges.filter((exchange) => findCall(exchange).name.startsWith('verify'))

  expect(checks.map(({ answerBody }) => jsonOf(answerBody))).toEqual([{ verification_status: 'SUCCESS' }])
})

test('requests, responses and webhooks have only fields and values that the SDK’s types have', () => {
  const types = readPublishedTypes(sdkTypes())
  const judgeAs = (name: string) => compileSchema(types.schemaOf(name, { rename: toSnakeCase }))
  const [isRequest, isRefundRequest, isOrder, isCapture, isRefund] = [
    'OrderRequest',
    'RefundRequest',
    'Order',
    'CapturedPayment',
    'Refund',
  ].map(judgeAs)
  const isDetail = judgeAs('ErrorDetails')
  const isSearch = judgeAs('SearchResponse')
  const bodies = (name: RegExp, wanted: (status: number) => boolean, side: 'requestBody' | 'answerBody') =>
    play.exchanges
      .filter((exchange) => name.test(findCall(exchange).name) && wanted(exchange.status))
      .map((exchange) => jsonOf(exchange[side]))
  const resources = (type: RegExp) =>
    deliveredEvents().flatMap(({ event_type, resource }) => (type.test(event_type) ? [resource] : []))

  const isTaken = (status: number) => status < 300
  const isRefused = (status: number) => status === 404 || status === 422
  const requests = bodies(/create order/, () => true, 'requestBody')
  const refundRequests = bodies(/refund/, () => true, 'requestBody')
  const orders = [...bodies(/order/, isTaken, 'answerBody'), ...resources(/ORDER/)]
  const refunds = [...bodies(/refund/, isTaken, 'answerBody'), ...resources(/(REFUNDED|REVERSED)$/)]
  const refusals = bodies(/order|refund/, isRefused, 'answerBody') as Refusal[]

  expect(bodies(/list transactions/, isTaken, 'answerBody').flatMap((body) => isSearch(body))).toEqual([])
  expect(requests.flatMap((body) => isRequest!(body))).toEqual([])
  expect(refundRequests.flatMap((body) => isRefundRequest!(body))).toEqual([])
  expect(orders.flatMap((body) => isOrder!(body))).toEqual([])
  expect(
    resources(/CAPTURE\.(COMPLETED|PENDING|DENIED|DECLINED)$/).flatMap((body) => isCapture!(body)),
  ).toEqual([])
  expect(refunds.flatMap((body) => isRefund!(body))).toEqual([])
  expect(refusals.flatMap(({ details }) => details).flatMap((detail) => isDetail(detail))).toEqual([])
})

interface Refusal {
  details: object[]
}

test('a falsified body is rejected: another type, an unknown field, a missing field', () => {
  const specimens = listSpecimens()
  const mutants = specimens.flatMap(({ document, faultsOf }) =>
    [...listMutants(document), ...essentials.flatMap((pointer) => without(document, pointer) ?? [])]
      .filter(({ what }) => !what.startsWith('/webhook_event')) // PayPal accepts any object as `webhook_event`
      .map((mutant) => ({ ...mutant, faults: faultsOf(mutant.document) })),
  )

  expect(specimens.flatMap(({ document, faultsOf }) => faultsOf(document))).toEqual([])
  expect(mutants.length).toBeGreaterThan(1000)
  expect(mutants.filter(({ faults }) => faults.length === 0).map(({ what }) => what)).toEqual([])
})

test('a converted payment and a waiting one are as PayPal’s reference has them, and falsified ones are not', () => {
  const answers = (text: string) => play.exchanges.filter(({ answerBody }) => answerBody.includes(text))
  const falsify = (found: Exchange[], from: string | RegExp, to: string) =>
    found.map((exchange) =>
      validateExchange({ ...exchange, answerBody: exchange.answerBody.replace(from, to) }),
    )
  const converted = answers('"exchange_rate"')
  const waiting = answers('RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION')
  const listed = answers('"T0200"')

  expect([converted, waiting, listed].map(({ length }) => length > 0)).toEqual([true, true, true])
  expect([...converted, ...waiting, ...listed].flatMap(validateExchange)).toEqual([])
  const falsified = [
    ...falsify(converted, /("exchange_rate":.*?"value":)"[\d.]+"/, '$1"1,5"'),
    ...falsify(converted, '"target_currency"', '"target"'),
    ...falsify(converted, '"receivable_amount":{"currency_code"', '"receivable_amount":{"currency"'),
    ...falsify(waiting, 'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION', 'WAITING'),
    ...falsify(listed, '"T0200"', '"0200"'),
  ]
  expect(falsified.filter(({ length }) => length === 0)).toEqual([])
})

test('a call without a header that PayPal requires is rejected', () => {
  const bare = play.exchanges.flatMap((exchange) =>
    findCall(exchange).headers.required.map((name) => ({
      what: `${findCall(exchange).name} without ${name}`,
      faults: validateExchange({
        ...exchange,
        requestHeaders: { ...exchange.requestHeaders, [name]: undefined },
      }),
    })),
  )

  expect(bare.filter(({ faults }) => faults.length === 0).map(({ what }) => what)).toEqual([])
})

const essentials = [
  '/id',
  '/status',
  '/access_token',
  '/details',
  '/purchase_units',
  '/purchase_units/0/amount',
  '/purchase_units/0/amount/value',
  '/purchase_units/0/payments/captures/0/status',
  '/resource/id',
  '/resource/supplementary_data/related_ids/order_id',
  '/verification_status',
  '/webhook_id',
  '/operations',
  '/operations/0/api_integration_preference/rest_api_integration/third_party_details',
  '/last_refreshed_datetime',
  '/transaction_details/0/transaction_info/transaction_id',
  '/transaction_details/0/transaction_info/transaction_amount/value',
  '/start_date',
  '/disputed_transactions/0/seller_transaction_id',
  '/evidences/0/evidence_type',
  '/dispute_outcome',
  '/resource/disputed_transactions/0/seller_transaction_id',
  '/resource/merchant_id',
  '/payments_receivable',
  '/payer_id',
]

interface Specimen {
  document: unknown
  faultsOf(document: unknown): string[]
}

/** Returns every JSON document of the traffic, with the schema that it has to match. */
function listSpecimens(): Specimen[] {
  const ofExchange = (exchange: Exchange, side: 'requestBody' | 'answerBody') => ({
    document: exchange[side].startsWith('--') ? undefined : jsonOf(exchange[side]),
    faultsOf: (document: unknown) => validateExchange({ ...exchange, [side]: JSON.stringify(document) }),
  })
  const isJson = ({ requestBody }: Exchange) => requestBody.startsWith('{')
  const isEvidence = ({ path }: Exchange) => path.endsWith('/provide-evidence')
  return [
    ...play.exchanges.filter(isJson).map((exchange) => ofExchange(exchange, 'requestBody')),
    ...play.exchanges.filter(isEvidence).map((exchange) => ({
      ...ofExchange(exchange, 'requestBody'),
      document: inputOf(exchange.requestBody),
    })),
    ...play.exchanges.map((exchange) => ofExchange(exchange, 'answerBody')),
    ...play.exchanges.map((exchange) => ({
      document: exchange.query,
      faultsOf: (query: unknown) => validateExchange({ ...exchange, query } as Exchange),
    })),
    ...deliveredEvents().map((event) => ({
      document: event,
      faultsOf: (document: unknown) => validate(events.get(event.event_type)!, document),
    })),
  ]
}

test('the SDK rejects a response with another shape at run time, and the outcome counts as unknown', async () => {
  await using sandbox = await openSandbox()
  await using honest = await startRecorder(sandbox.url)
  await using lying = await startRecorder(sandbox.url, (body) => body.replace('"value":"7.00"', '"value":7'))
  const at = (url: string) => configFor({ ...sandbox.env, PAYPAL_API_URL: `${url}/paypal` }).paypal!
  const payee = { merchantId: 'ADAPAYEE23456', email: 'ada@example.com' }
  await control(sandbox, '/paypal/control/merchants', payee)
  const order = orderFor(payee.merchantId)
  const { providerOrderId } = await openPaypal(at(honest.url), publicUrl).openOrder(order)
  const key = { ...order, providerOrderId, captureAttempt: 1 }

  const honestOutcome = await openPaypal(at(honest.url), publicUrl).findOutcome(key)
  const lied = await openPaypal(at(lying.url), publicUrl).findOutcome(key).catch(toError)
  const atTheSdk = await createPaypalClient(at(lying.url))
    .orders()
    .getOrder({ id: providerOrderId })
    .catch(toError)

  expect(honestOutcome).toEqual({ kind: 'not_approved' })
  expect(lied).toBeInstanceOf(OutcomeUnknownError)
  expect(atTheSdk).toBeInstanceOf(ResponseValidationError)
})

test('a confirmed email counts also when PayPal sends the boolean as text, as in its samples', async () => {
  await using sandbox = await openSandbox()
  await using quoting = await startRecorder(sandbox.url, (body) =>
    body.replace(/"confirmed":(true|false)/, '"confirmed":"$1"'),
  )
  const config = configFor({ ...sandbox.env, PAYPAL_API_URL: `${quoting.url}/paypal` }).paypal!
  const login = openPaypal({ ...config, isPartner: false }, publicUrl).accounts.login!
  const redirect_uri = 'http://127.0.0.1:1/back'
  const logInAs = async (email: string) => {
    const query = Object.fromEntries(new URL(login.urlFor(redirect_uri, '')).searchParams)
    const back = await postForm(`${sandbox.url}/paypal/connect`, { ...query, email, decision: 'agree' })
    return login.redeem(new URL(back.headers.get('location')!).searchParams.get('code')!, redirect_uri)
  }
  await control(sandbox, '/paypal/control/merchants', { email: 'eve@example.com', isEmailConfirmed: false })

  expect(await logInAs('ada@example.com')).toMatchObject({ state: 'ready', email: 'ada@example.com' })
  expect(await logInAs('eve@example.com')).toMatchObject({ state: 'restricted' })
})

function toError(error: unknown): unknown {
  return error
}

/** Converts property names to snake case: the SDK uses camel case, the API snake case. */
function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function sdkTypes(): string {
  const entry = createRequire(import.meta.url).resolve('@paypal/paypal-server-sdk')
  return join(dirname(entry), 'types', 'index.d.ts')
}

test('a document in another field, of another type or without a name in the evidence is rejected', () => {
  const [sent] = play.exchanges.filter(({ path, status, requestBody }) => {
    return path.endsWith('/provide-evidence') && status === 200 && requestBody.includes('evidence-file')
  })
  const falsify = (from: string, to: string) =>
    validateExchange({ ...sent!, requestBody: sent!.requestBody.replace(from, to) })

  expect(validateExchange(sent!)).toEqual([])
  expect(falsify('name="evidence-file"', 'name="file1"')).toHaveLength(1)
  expect(falsify('filename="evidence.jpg"', 'filename="other.jpg"')).toHaveLength(1)
  expect(falsify('image/jpeg', 'text/html')).toHaveLength(1)
})
