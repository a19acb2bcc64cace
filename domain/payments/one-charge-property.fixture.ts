/** Plays random checkouts: one tip is paid in several ways, and steps overlap, fail, come late and come twice. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import { checkBalance } from './ledger/check-balance.ts'
import { later } from './checkout.fixture.ts'
import { openOneCharge, ways } from './one-charge.fixture.ts'
import type { OneCharge, WayOrder } from './one-charge.fixture.ts'
import { resolveOpenOrders } from './orders/resolve-open-orders.ts'
import { retryRefunds } from './refunds/request-refund.ts'
import { processOpenWebhooks, processWebhook, storeWebhook } from './webhooks/receive-webhook.ts'

/** A step concerns the order that was opened so many orders ago, in a circle. */
const at = fc.nat({ max: 2 })
const open = fc.record({ kind: fc.constant('open' as const), way: fc.constantFrom(...ways) })
/** The supporter pays at the provider. */
const pay = fc.record({ kind: fc.constant('pay' as const), at })
/** The browser asks for the outcome; the schedule looks it up; a webhook comes, late and repeated. */
const report = fc.record({
  kind: fc.constantFrom('finish' as const, 'lookUp' as const, 'deliver' as const),
  at,
})
/** A capture at PayPal whose response is lost; a payment that passes the call that closes it. */
const mishap = fc.record({ kind: fc.constantFrom('captureThere' as const, 'endHere' as const), at })
const fault = fc.record({
  kind: fc.constant('fail' as const),
  provider: fc.constantFrom('paypal' as const, 'stripe' as const),
  operation: fc.constantFrom('create', 'capture', 'get', 'close', 'refund'),
  fault: fc.constantFrom('drop-before', 'drop-after-commit', 'status-503'),
})
const calmStep = fc.oneof(open, pay, report)
const roughStep = fc.oneof(open, pay, report, mishap, fault)
type Step = typeof roughStep extends fc.Arbitrary<infer T> ? T : never

/** Moments that follow each other; the steps of a moment overlap. */
const momentsOf = (step: fc.Arbitrary<Step>) =>
  fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 5, maxLength: 12 })
const checkouts = fc.oneof(momentsOf(calmStep), momentsOf(roughStep))

/** The number of checkouts that share a creator: more orders that nobody pays would need a proof of work. */
const runsPerCreator = 25

/** What became of the checkouts that were played. */
export interface Played {
  /** Checkouts that were charged. */
  tips: number
  /** Second payments. Each was given back. */
  repeats: number
}

/** Plays random checkouts, and fails at the first that charges twice without giving back, or that the ledger does not balance. */
export async function playCheckouts(numRuns: number): Promise<Played> {
  const played = { tips: 0, repeats: 0 }
  for (let done = 0; done < numRuns; done += runsPerCreator) {
    await using checkout = await openOneCharge()
    const isRight = fc.asyncProperty(checkouts, (moments) => chargesOnce(checkout, moments))
    await fc.assert(isRight, { numRuns: Math.min(runsPerCreator, numRuns - done), endOnFailure: true })
    expect(await checkBalance(checkout.ctx)).toEqual([])
    const { tips, repeats } = await countTips(checkout)
    played.tips += tips
    played.repeats += repeats
  }
  return played
}

async function chargesOnce(checkout: OneCharge, moments: Step[][]): Promise<void> {
  const charged = await countCharged(checkout)
  const before = await countTips(checkout)
  const eventsBefore = await countEvents(checkout)
  const run: Run = { checkoutId: randomUUID(), orders: [], eventsBefore }
  for (const moment of moments)
    await Promise.all(moment.map((one) => play(checkout, run, one).catch(() => {}))) // a refusal is an outcome, too
  await settle(checkout, run)

  const after = await countTips(checkout)
  const tips = after.tips - before.tips
  expect(tips).toBeLessThanOrEqual(1)
  expect(await countCharged(checkout)).toEqual({
    payments: charged.payments + tips,
    minor: charged.minor + tips * 7_00,
  })
  if (!moments.flat().some(isMishap)) expect(after.repeats - before.repeats).toBe(0)
}

/** Whether a step loses something on its way, so that a second payment cannot always be prevented. */
function isMishap({ kind }: Step): boolean {
  return kind === 'fail' || kind === 'endHere' || kind === 'captureThere'
}

async function countTips({ db }: OneCharge): Promise<Played> {
  const rows = await db.selectFrom('tip').select('repeatsTipId').execute()
  const repeats = rows.filter(({ repeatsTipId }) => repeatsTipId !== null).length
  return { tips: rows.length - repeats, repeats }
}

interface Run {
  checkoutId: string
  orders: WayOrder[]
  /** How many events each stand-in had before. */
  eventsBefore: Record<EventSource, number>
}

async function play(checkout: OneCharge, run: Run, one: Step): Promise<void> {
  const { ctx, tell } = checkout
  if (one.kind === 'open') {
    run.orders.push(await checkout.open(one.way, { checkoutId: run.checkoutId }))
    return
  }
  if (one.kind === 'fail') {
    await tell[one.provider]('faults', { operation: one.operation, fault: one.fault, times: 1 })
    return
  }
  if (one.kind === 'lookUp') return resolveOpenOrders(ctx, later(3))
  if (one.kind === 'deliver') return deliver(checkout, run, one.at)
  const order = run.orders[run.orders.length - 1 - (one.at % run.orders.length)]
  if (!order) return
  switch (one.kind) {
    case 'pay':
      return checkout.pay(order)
    case 'finish':
      return void (await checkout.finish(order))
    case 'endHere':
      return endUnpaid(checkout, order)
    case 'captureThere':
      return order.way === 'paypal' ? checkout.captureThere(order) : undefined
  }
}

/** Ends an order in our database that is open there. */
async function endUnpaid({ db }: OneCharge, { id }: WayOrder): Promise<void> {
  await db
    .updateTable('tipOrder')
    .set({ status: 'EXPIRED' })
    .where('providerOrderId', '=', id)
    .where('status', '=', 'CREATED')
    .execute()
}

/** Delivers one of the run's events, which may have been delivered before. */
async function deliver(checkout: OneCharge, run: Run, back: number): Promise<void> {
  const events = await readNewEvents(checkout, run)
  const event = events[events.length - 1 - (back % events.length)]
  if (event) await receive(checkout, event)
}

async function receive({ ctx }: OneCharge, { provider, body }: ProviderEvent): Promise<void> {
  const webhook = await storeWebhook(ctx, ctx.payments[provider]!, Buffer.from(JSON.stringify(body)))
  if (webhook) await processWebhook(ctx, webhook)
}

type EventSource = 'paypal' | 'stripe'

interface ProviderEvent {
  provider: EventSource
  body: object
}

async function listEvents({ tell }: OneCharge, provider: EventSource): Promise<ProviderEvent[]> {
  const { events } = await tell[provider]<{ events: { body: object }[] }>('state')
  return events.map(({ body }) => ({ provider, body }))
}

async function countEvents(checkout: OneCharge): Promise<Run['eventsBefore']> {
  return {
    paypal: (await listEvents(checkout, 'paypal')).length,
    stripe: (await listEvents(checkout, 'stripe')).length,
  }
}

async function readNewEvents(checkout: OneCharge, { eventsBefore }: Run): Promise<ProviderEvent[]> {
  return [
    ...(await listEvents(checkout, 'paypal')).slice(eventsBefore.paypal),
    ...(await listEvents(checkout, 'stripe')).slice(eventsBefore.stripe),
  ]
}

/**
 * Delivers all events, and then does the schedules' work of some days, until nothing is open. Calls still fail that were to fail in this
 * checkout or an earlier one, so there is a day more for each.
 */
async function settle(checkout: OneCharge, run: Run): Promise<void> {
  const { ctx, db } = checkout
  const days = 10 + (await countFaults(checkout))
  for (const event of await readNewEvents(checkout, run)) await receive(checkout, event).catch(() => {}) // it is stored
  for (let day = 4; day < 4 + days; day++) {
    await processOpenWebhooks(ctx, later(day * 24 * 60))
    await resolveOpenOrders(ctx, later(day * 24 * 60))
    await retryRefunds(ctx, later(day * 24 * 60))
    const { open } = await db
      .selectFrom('tipOrder')
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .where('status', 'in', ['OPENING', 'CREATED'])
      .executeTakeFirstOrThrow()
    const requests = await db.selectFrom('refundRequest').select('id').where('status', '=', 'asked').execute()
    if (Number(open) === 0 && requests.length === 0) return
  }
  throw new Error('orders or refunds stay open')
}

/** Returns how many calls the stand-ins have yet to fail. */
async function countFaults({ tell }: OneCharge): Promise<number> {
  const states = [
    await tell.paypal<{ faults: object[] }>('state'),
    await tell.stripe<{ faults: object[] }>('state'),
  ]
  return states.reduce((sum, { faults }) => sum + faults.length, 0)
}

/** Returns how many payments are not given back, and what they charged in minor units. */
async function countCharged(checkout: OneCharge): Promise<{ payments: number; minor: number }> {
  const charges = (await checkout.charges()).filter((minor) => minor !== 0)
  return { payments: charges.length, minor: charges.reduce((sum, minor) => sum + minor, 0) }
}
