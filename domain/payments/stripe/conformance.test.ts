/** Checks the real traffic between our Stripe code and the stand-in against the types that Stripe publishes. */
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMutants, without } from '../../../sandbox/conformance/mutants.fixture.ts'
import { type Exchange, jsonOf } from '../../../sandbox/conformance/recorder.fixture.ts'
import {
  calls,
  findCall,
  readUpload,
  validateEvent,
  validateExchange,
} from '../../../sandbox/conformance/stripe/calls.fixture.ts'
import type { EventKind } from '../../../sandbox/conformance/stripe/calls.fixture.ts'
import { readForm, writeForm } from '../../../sandbox/conformance/stripe/form.fixture.ts'
import { playStripe, type StripePlay } from './scenario.fixture.ts'

let play: StripePlay

beforeAll(async () => {
  play = await playStripe()
})
afterAll(() => play?.[Symbol.asyncDispose]())

const deliveredEvents = () => play.deliveries.map(({ body }) => jsonOf(body) as EventKind)
const nameOf = (exchange: Exchange) => `${findCall(exchange).name} ${exchange.status}`

test('the traffic has every call, and every response that our code distinguishes', () => {
  expect([...new Set(play.exchanges.map(nameOf))].toSorted()).toEqual([
    'cancel payment 200',
    'cancel payment 400',
    'close dispute 200',
    'close dispute 400',
    'create account 200',
    'create account link 200',
    'create account link 404',
    'create domain 200',
    'create domain 400',
    'create event destination 200',
    'create file 200',
    'create file 400',
    'create payment 200',
    'create payment 400',
    'create refund 200',
    'create refund 400',
    'create refund 404',
    'create session 200',
    'create session 400',
    'create session 401',
    'create session 403',
    'create webhook endpoint 200',
    'delete event destination 200',
    'delete webhook endpoint 200',
    'list disputes 200',
    'list disputes 500',
    'list domains 200',
    'list event destinations 200',
    'list fee refunds 200',
    'list payouts 200',
    'list refunds 200',
    'list transactions 200',
    'list transactions 404',
    'list webhook endpoints 200',
    'show account 200',
    'show account 404',
    'show dispute 200',
    'show dispute 404',
    'show payment 200',
    'show payment 404',
    'show session 200',
    'show session 403',
    'show session 404',
    'update dispute 200',
    'update dispute 400',
    'validate domain 200',
  ])
  expect(new Set(play.exchanges.map((exchange) => findCall(exchange).name)).size).toBe(calls.length)
})

test('requests and responses have the parameters, fields and values of the types in Stripe’s SDK', () => {
  expect([...new Set(play.exchanges.flatMap(validateExchange))]).toEqual([])
})

test('events of both kinds have the fields and values of Stripe’s types', () => {
  const delivered = deliveredEvents()

  expect([...new Set(delivered.map(({ type }) => type))].toSorted()).toEqual([
    'account.application.deauthorized',
    'charge.dispute.closed',
    'charge.dispute.created',
    'charge.dispute.funds_reinstated',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.updated',
    'charge.failed',
    'charge.refunded',
    'checkout.session.async_payment_failed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.completed',
    'checkout.session.expired',
    'payment_intent.succeeded',
    'refund.created',
    'v2.core.account.closed',
    'v2.core.account[configuration.merchant].capability_status_updated',
  ])
  expect([...new Set(delivered.flatMap((event) => validateEvent(event, event)))]).toEqual([])
})

test('Stripe’s own code accepts each delivery with the secret of its kind, and not with the other', () => {
  const { webhookSecret, accountWebhookSecret = '' } = play.config
  for (const { headers, body } of play.deliveries) {
    const isThin = (jsonOf(body) as EventKind).object === 'v2.core.event'
    const [right, wrong] = isThin
      ? [accountWebhookSecret, webhookSecret]
      : [webhookSecret, accountWebhookSecret]
    const take = (secret: string) =>
      Stripe.webhooks.signature!.verifyHeader(body, headers['stripe-signature'] as string, secret, 300)

    expect(take(right)).toBe(true)
    expect(() => take(wrong)).toThrow('signature')
  }
})

test('a falsified call, response or event is rejected: another type, an unknown field, a missing field', () => {
  const specimens = listSpecimens()
  const mutants = specimens.flatMap(({ name, document, essentials, faultsOf }) =>
    [...listMutants(document), ...essentials.flatMap((pointer) => without(document, pointer) ?? [])]
      .filter(({ what }) => !/\/metadata(\/| with)/.test(what)) // metadata may contain any text
      .map((mutant) => ({ what: `${name}: ${mutant.what}`, faults: faultsOf(mutant.document) })),
  )

  expect(mutants.length).toBeGreaterThan(1000)
  expect(mutants.filter(({ faults }) => faults.length === 0).map(({ what }) => what)).toEqual([])
})

test('a converted payment and its refund have Stripe’s fields and the charge in full, and falsified ones do not', () => {
  const lists = play.exchanges.filter(
    ({ path, query, status }) =>
      path === '/v1/balance_transactions' && 'expand[0]' in query && status === 200,
  )
  const converted = lists.filter(({ answerBody }) => /"exchange_rate":0\.\d/.test(answerBody))
  const falsify = (from: RegExp, to: string) =>
    converted.map((exchange) =>
      validateExchange({ ...exchange, answerBody: exchange.answerBody.replace(from, to) }),
    )

  expect(converted.length).toBeGreaterThan(0)
  expect(converted.flatMap(validateExchange)).toEqual([])
  const falsified = [
    ...falsify(/"exchange_rate":(0\.\d+)/, '"exchange_rate":"$1"'),
    ...falsify(/"exchange_rate":0\.\d+/, '"rate":0.5'),
    ...falsify(/"balance_transaction":\{"id":"(\w+)".*?"type":"charge"\}/, '"balance_transaction":"$1"'),
  ]
  expect(falsified.filter(({ length }) => length === 0)).toEqual([])
})

test('a call to another address, or without a required header, is rejected', () => {
  const bare = play.exchanges.flatMap((exchange) => {
    const { requestHeaders, method } = exchange
    const { call, isOfPlatform } = findCall(exchange)
    const isOnAccount = call.includes('/v1/') && !isOfPlatform
    const needed = [
      'authorization',
      'stripe-version',
      ...(isOnAccount ? ['stripe-account'] : []),
      ...(method === 'POST' ? ['content-type', 'idempotency-key'] : []),
    ]
    return needed.map((name) =>
      validateExchange({ ...exchange, requestHeaders: { ...requestHeaders, [name]: undefined } }),
    )
  })

  expect(bare.filter((faults) => faults.length === 0)).toEqual([])
  expect(() => validateExchange({ ...play.exchanges[0]!, path: '/v1/elsewhere' })).toThrow(
    'no call of Stripe',
  )
})

interface Specimen {
  name: string
  document: unknown
  /** JSON pointers to the properties that a document must have. */
  essentials: string[]
  faultsOf(document: unknown): string[]
}

/** Returns one document of each kind from the traffic, with the schema that the document has to match. */
function listSpecimens(): Specimen[] {
  const first = <T>(things: T[], kindOf: (thing: T) => string) => [
    ...new Map(things.toReversed().map((thing) => [kindOf(thing), thing])).values(),
  ]
  return [
    ...first(play.exchanges, nameOf).map((exchange) => ({
      name: `${nameOf(exchange)} answer`,
      document: jsonOf(exchange.answerBody),
      essentials: ['/id', '/object', '/status', '/error', '/error/type', '/has_more', '/use_case'],
      faultsOf: (document: unknown) =>
        validateExchange({ ...exchange, answerBody: JSON.stringify(document) }),
    })),
    ...first(play.exchanges, nameOf).map(requestSpecimen),
    ...first(deliveredEvents(), ({ type }) => type).map((event) => ({
      name: event.type,
      document: event,
      essentials: ['/id', '/type', '/data', '/data/object', '/data/object/id', '/related_object'],
      faultsOf: (document: unknown) => validateEvent(document, event),
    })),
  ]
}

/**
 * Returns the parameters of a request, decoded from its query, form or JSON. The test changes the decoded form, then encodes it to
 * validate it.
 */
function requestSpecimen(exchange: Exchange): Specimen {
  const { method, path, query, requestBody } = exchange
  const { isUpload } = findCall(exchange)
  const send = (document: unknown) => {
    if (method === 'GET') return { query: Object.fromEntries(new URLSearchParams(writeForm(document))) }
    const isForm = path.startsWith('/v1/') && !isUpload
    return { requestBody: isForm ? writeForm(document) : JSON.stringify(document) }
  }
  const sent = method === 'GET' ? String(new URLSearchParams(query)) : requestBody
  const read = isUpload ? readUpload : readForm
  return {
    name: `${nameOf(exchange)} request`,
    document: sent.startsWith('{') ? jsonOf(sent) : read(sent),
    // other calls have no required parameters
    essentials: ['/use_case', '/use_case/type', '/account', '/purpose', '/file'],
    faultsOf: (document) => validateExchange({ ...exchange, ...send(document) }),
  }
}
