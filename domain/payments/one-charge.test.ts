/** However a supporter pays a tip, the supporter is charged once. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkBalance } from './ledger/check-balance.ts'
import { readStatement } from './ledger/read-statement.ts'
import { openOneCharge, ways } from './one-charge.fixture.ts'
import type { OneCharge, WayOrder } from './one-charge.fixture.ts'
import { later } from './checkout.fixture.ts'
import { listAccountMails } from '../../db/account-mails.fixture.ts'
import { buildSupporter } from '../../db/builders.fixture.ts'
import type { AccountEmail } from '../mail/account-emails.ts'
import { openAccountEmail } from '../mail/enqueue-account-email.ts'
import type { TipRequest } from './orders/open-order.ts'
import { resolveOpenOrders } from './orders/resolve-open-orders.ts'
import { requestUnreturned, retryRefunds } from './refunds/request-refund.ts'
import { readPaymentRecords } from './records/read-payment-records.ts'
import { adjust } from './reconciliation/history-operations.fixture.ts'
import { checkSums } from './reconciliation/check-sums.fixture.ts'
import { reconcileLater } from './reconciliation/sums.fixture.ts'

const couples = ways.flatMap((first) => ways.map((second) => [first, second] as const))

test.each(couples)('while %s is open, opening %s closes it', async (first, second) => {
  await using checkout = await openOneCharge()
  const checkoutId = randomUUID()
  const before = await checkout.open(first, { checkoutId })

  const after = await checkout.open(second, { checkoutId })

  await checkout.pay(before).catch(() => {})
  await checkout.finish(before).catch(() => {})
  expect(await checkout.charges()).toEqual([])
  await checkout.pay(after)
  expect(await checkout.finish(after)).toMatchObject({ status: 'captured' })
  expect(await checkout.charges()).toEqual([700])
})

test.each(couples)('once %s is paid, %s is answered with that payment', async (first, second) => {
  await using checkout = await openOneCharge()
  const checkoutId = randomUUID()
  const paid = await checkout.open(first, { checkoutId })
  await checkout.pay(paid)
  // PayPal takes the money with our capture; Stripe by itself, and its webhook is late
  if (first === 'paypal') await checkout.finish(paid)

  await expect(checkout.open(second, { checkoutId })).rejects.toMatchObject({
    code: 'already_paid',
    paid: { status: 'captured', amountMinor: 700, currency: 'gbp' },
  })

  expect(await checkout.charges()).toEqual([700])
  expect(await checkout.counted()).toHaveLength(1)
})

test('while the provider of an open order gives no answer, no other is opened', async () => {
  await using checkout = await openOneCharge()
  const checkoutId = randomUUID()
  await checkout.open('wallet', { checkoutId })
  await checkout.tell.stripe('faults', { operation: 'close', fault: 'status-503', times: 100 })

  await expect(checkout.open('paypal', { checkoutId })).rejects.toMatchObject({ code: 'payment_provider' })

  expect(await checkout.db.selectFrom('tipOrder').select('status').execute()).toEqual([{ status: 'CREATED' }])
})

test('of orders of one checkout that are opened at the same moment, one can be paid', async () => {
  await using checkout = await openOneCharge()
  const checkoutId = randomUUID()

  const opened = await Promise.allSettled([...ways, ...ways].map((way) => checkout.open(way, { checkoutId })))

  const orders = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  await payAll(checkout, orders)
  expect((await checkout.charges()).length).toBeLessThanOrEqual(1)
  const open = await checkout.db
    .selectFrom('tipOrder')
    .select('id')
    .where('status', 'in', ['OPENING', 'CREATED'])
    .execute()
  expect(open.length).toBeLessThanOrEqual(1)
})

test.each(couples)(
  'a payment by %s that arrives after one by %s is no second tip, and goes back with the fee',
  async (first, second) => {
    await using checkout = await openOneCharge()
    const { orders } = await payTwice(checkout, [second, first])

    const results = [await checkout.finish(orders[0]!), await checkout.finish(orders[1]!)]

    expect(results.map(({ isRepeat }) => isRepeat)).toEqual([false, true])
    expect(await checkout.counted()).toHaveLength(1)
    const { unmatched } = await readStatement(checkout.db, { creatorUid: checkout.creatorUid, mode: 'test' })
    expect(unmatched).toMatchObject([{ paid: 700, expected: 700 }])
    expect(await checkBalance(checkout.ctx)).toEqual([])

    for (const minutes of [2, 4]) await retryRefunds(checkout.ctx, later(minutes))

    expect((await checkout.charges()).toSorted((a, b) => a - b)).toEqual([0, 700])
    await expectSettled(checkout)
  },
)

test('a second payment that its provider does not send back now is tried again until it is back', async () => {
  await using checkout = await openOneCharge()
  const { orders } = await payTwice(checkout, ['paypal', 'wallet'])
  for (const order of orders) await checkout.finish(order)
  await checkout.tell.stripe('act', { intentId: orders[1]!.id, act: 'dispute' })

  await retryRefunds(checkout.ctx, later(2))

  const waiting = await checkout.db.selectFrom('failedWork').select(['kind', 'reason']).execute()
  expect(waiting).toEqual([{ kind: 'refund', reason: 'charge_disputed' }])
  await checkout.tell.stripe('act', { intentId: orders[1]!.id, act: 'dispute-won' })
  await retryRefunds(checkout.ctx, later(60))
  expect((await checkout.charges()).toSorted((a, b) => a - b)).toEqual([0, 700])
})

test('a second payment that a bank contests for months goes back once the creator has won', async () => {
  await using checkout = await openOneCharge()
  const { ctx, tell } = checkout
  const { orders } = await payTwice(checkout, ['paypal', 'wallet'])
  for (const order of orders) await checkout.finish(order)
  await tell.stripe('act', { intentId: orders[1]!.id, act: 'dispute' })
  await reconcileLater(ctx, 60)

  for (let day = 1; day <= 30; day += 1) await retryRefunds(ctx, later(day * 24 * 60))
  await tell.stripe('act', { intentId: orders[1]!.id, act: 'dispute-won' })
  await reconcileLater(ctx, 60)
  await retryRefunds(ctx, later(31 * 24 * 60))

  expect((await checkout.charges()).toSorted((a, b) => a - b)).toEqual([0, 700])
  await expectSettled(checkout)
})

test('a second payment whose books were wrong when it was sent back goes back to the last cent', async () => {
  await using checkout = await openOneCharge()
  const { ctx, tell, counted } = checkout
  const { orders } = await payTwice(checkout, ['paypal', 'wallet'])
  for (const order of orders) await checkout.finish(order)
  const repeat = await checkout.db
    .selectFrom('tip')
    .select('id')
    .where('repeatsTipId', 'is not', null)
    .executeTakeFirstOrThrow()
  const wrong = { tipId: repeat.id, kind: 'payment', account: 'provider' } as const
  await adjust(checkout, { ...wrong, amount: -3 })
  await tell.stripe('act', { intentId: orders[1]!.id, act: 'refund', amount: 100 })
  await reconcileLater(ctx, 60)
  for (const minutes of [60, 120]) await retryRefunds(ctx, later(minutes))
  expect((await checkout.charges()).toSorted((a, b) => a - b)).toEqual([3, 700])

  await adjust(checkout, { ...wrong, amount: 3 })
  await requestUnreturned(ctx)
  for (const minutes of [180, 240]) await retryRefunds(ctx, later(minutes))

  expect((await checkout.charges()).toSorted((a, b) => a - b)).toEqual([0, 700])
  expect(await counted()).toHaveLength(1)
})

test('a second payment that a bank has taken back needs nobody any more', async () => {
  await using checkout = await openOneCharge()
  const { orders } = await payTwice(checkout, ['paypal', 'wallet'])
  for (const order of orders) await checkout.finish(order)
  for (const act of ['dispute', 'dispute-lost'])
    await checkout.tell.stripe('act', { intentId: orders[1]!.id, act })
  await reconcileLater(checkout.ctx, 60)

  await retryRefunds(checkout.ctx, later(60))

  expect(await checkout.db.selectFrom('refundRequest').select('status').execute()).toEqual([
    { status: 'refused' },
  ])
  await expectSettled(checkout)
})

test.each([
  ['is sent back by us', async () => {}],
  ['was refunded at the provider', (checkout: OneCharge, { id }: WayOrder) => refundThere(checkout, id)],
])('a second payment that %s is told of by mail, once to each side', async (_, meanwhile) => {
  await using checkout = await openOneCharge()
  const { db, ctx } = checkout
  const { uid, displayName, email } = await buildSupporter(db, { locale: 'de', displayName: 'Grace' })
  const { orders } = await payTwice(checkout, ['paypal', 'wallet'], { supporter: { uid, displayName } })
  for (const order of orders) await checkout.finish(order)
  await meanwhile(checkout, orders[1]!)
  expect(await listMails(checkout)).toEqual([])

  await Promise.all([retryRefunds(ctx, later(2)), retryRefunds(ctx, later(2))])
  await retryRefunds(ctx, later(60))

  const creator = await db
    .selectFrom('account')
    .select(['displayName', 'email'])
    .where('uid', '=', checkout.creatorUid)
    .executeTakeFirstOrThrow()
  const { displayName: name, email: creatorEmail } = creator
  expect(await listMails(checkout)).toEqual([
    [email, { kind: 'paid-twice', name: 'Grace', amount: '7\u00A0£', provider: 'Stripe' }],
    [creatorEmail, { kind: 'paid-twice-received', name, amount: '£7', provider: 'Stripe' }],
  ])
})

test('of a second payment by a guest the creator alone is told', async () => {
  await using checkout = await openOneCharge()
  const { orders } = await payTwice(checkout, ['wallet', 'paypal'])
  for (const order of orders) await checkout.finish(order)

  await retryRefunds(checkout.ctx, later(2))

  expect((await listMails(checkout)).map(([, { kind }]) => kind)).toEqual(['paid-twice-received'])
})

async function listMails({ db, ctx }: OneCharge): Promise<[string, AccountEmail][]> {
  const rows = await listAccountMails(db)
  rows.sort((a, b) => a.kind.localeCompare(b.kind))
  return rows.map((row) => [row.email, openAccountEmail(ctx.config.secretsKey, row)])
}

/** Refunds a payment at Stripe, as its creator does there. */
async function refundThere({ tell, ctx }: OneCharge, intentId: string): Promise<void> {
  await tell.stripe('act', { intentId, act: 'refund' })
  await reconcileLater(ctx, 60)
}

/** Pays two orders of one checkout, because the first could not be closed in time. */
async function payTwice(
  checkout: OneCharge,
  [first, second]: [WayOrder['way'], WayOrder['way']],
  request: Partial<TipRequest> = {},
) {
  const checkoutId = randomUUID()
  const late = await checkout.open(second, { ...request, checkoutId })
  await checkout.pay(late)
  if (second === 'paypal') await checkout.captureThere(late)
  await checkout.endHere(late)
  const early = await checkout.open(first, { ...request, checkoutId })
  await checkout.pay(early)
  return { orders: [early, late] }
}

async function payAll(checkout: OneCharge, orders: WayOrder[]): Promise<void> {
  for (const order of orders) {
    await checkout.pay(order).catch(() => {})
    await checkout.finish(order).catch(() => {})
  }
  await resolveOpenOrders(checkout.ctx, later(3))
}

/** The ledger has what the stand-ins have booked, and nothing needs a person. */
async function expectSettled(checkout: OneCharge): Promise<void> {
  // twice, because the first attempt at a new payment is always too early
  for (const minutes of [5, 10]) await readPaymentRecords(checkout.ctx, later(minutes))
  const { differences, unmatchedPayments, missingAtProvider } = await reconcileLater(checkout.ctx, 60 * 24)
  expect({ differences, unmatchedPayments, missingAtProvider }).toEqual({
    differences: [],
    unmatchedPayments: [],
    missingAtProvider: [],
  })
  expect(await checkBalance(checkout.ctx)).toEqual([])
  const { unmatched } = await readStatement(checkout.db, { creatorUid: checkout.creatorUid, mode: 'test' })
  expect(unmatched).toEqual([])
  expect(await checkSums(checkout.db, checkout.tell)).toEqual([])
}
