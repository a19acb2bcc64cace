import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listAccountMails } from '../../../db/account-mails.fixture.ts'
import type { TipRow } from '../../../db/schema.ts'
import { buildGoal } from '../../../db/builders.fixture.ts'
import { later } from '../checkout.fixture.ts'
import type { Checkout } from '../checkout.fixture.ts'
import { openStripeCheckout } from '../stripe/checkout.fixture.ts'
import { openPaypalCheckout } from '../paypal/checkout.fixture.ts'
import { requestRefund, retryRefunds } from './request-refund.ts'
import { readStatement } from '../ledger/read-statement.ts'
import { writeStatementCsv } from '../ledger/write-statement-csv.ts'
import { readBalances } from '../ledger/ledger.fixture.ts'

function refund({ ctx, creator }: Checkout, { id: tipId }: TipRow, amountMinor = 2_00, uid = creator.uid) {
  return requestRefund(ctx, uid, { tipId, amountMinor, reason: 'Twice by mistake' })
}

test('a partial refund at PayPal returns its share of the fee, and goal and ledger follow', async () => {
  await using checkout = await openPaypalCheckout()
  const goal = await buildGoal(checkout.db, checkout.creator.uid, { amountReceivedMinor: 0 })
  const tip = await checkout.takeTip({ goalId: goal.goalId })
  const before = await readBalances(checkout.db)

  expect(await refund(checkout, tip)).toBe('done')

  expect(await readBalances(checkout.db)).toEqual({
    ...before,
    provider: -500,
    creator: before.creator! - 190,
    platform_fee: 25,
  })
  const { refunds } = await checkout.standIn.control<{ refunds: Record<string, object> }>('state')
  expect(Object.values(refunds)).toMatchObject([
    { platformFeeMinor: 10, request: { note_to_payer: 'Twice by mistake' } },
  ])
  const { amountReceivedMinor } = await checkout.db.selectFrom('goal').selectAll().executeTakeFirstOrThrow()
  expect(amountReceivedMinor).toBe(500)
  const mails = await listAccountMails(checkout.db, checkout.creator.email)
  expect(mails.map(({ kind }) => kind)).toContain('tip-refunded')
})

test('two halves of a tip return its fee, and not a penny more', async () => {
  await using checkout = await openPaypalCheckout()
  const tip = await checkout.takeTip()
  expect(tip.feeMinor).toBe(35)

  for (const _ of [1, 2]) await refund(checkout, tip, 3_50)

  const requests = checkout.db.selectFrom('refundRequest').select(['platformFeeMinor', 'status'])
  expect(await requests.orderBy('createdAt').execute()).toEqual([
    { platformFeeMinor: 18, status: 'done' },
    { platformFeeMinor: 17, status: 'done' },
  ])
  expect((await readBalances(checkout.db)).platform_fee ?? 0).toBe(0)
})

test('a refund whose response is lost is requested again, and the money goes back once', async () => {
  await using checkout = await openPaypalCheckout()
  const tip = await checkout.takeTip()
  await checkout.fault('refund', 'drop-after-commit', 3)

  expect(await refund(checkout, tip)).toBe('asked')
  const again = refund(checkout, tip)
  await expect(again).rejects.toMatchObject({ code: 'refund_unavailable' })
  await retryRefunds(checkout.ctx, later(2))
  await retryRefunds(checkout.ctx, later(2))

  const { refunds } = await checkout.standIn.control<{ refunds: object }>('state')
  expect(Object.keys(refunds)).toHaveLength(1)
  expect(await readBalances(checkout.db)).toMatchObject({ provider: -500 })
  const [row] = await checkout.db.selectFrom('refundRequest').selectAll().execute()
  expect(row).toMatchObject({ status: 'done', refundId: Object.keys(refunds)[0] })
})

test.each([
  { name: 'PayPal', open: openPaypalCheckout },
  { name: 'Stripe', open: openStripeCheckout },
])('a partial refund at $name whose response was lost for weeks is made once', async ({ open }) => {
  await using checkout = await open()
  const tip = await checkout.takeTip()
  await checkout.fault('refund', 'drop-after-commit', 3)
  expect(await refund(checkout, tip)).toBe('asked')
  await checkout.standIn.control('forget-keys', {})

  await retryRefunds(checkout.ctx, later(2))

  const { refunds } = await checkout.standIn.control<{ refunds: object }>('state')
  expect(Object.keys(refunds)).toHaveLength(1)
  expect(await readBalances(checkout.db)).toMatchObject({ provider: -500 })
  const [row] = await checkout.db.selectFrom('refundRequest').selectAll().execute()
  expect(row).toMatchObject({ status: 'done', refundId: Object.keys(refunds)[0] })
})

test('a refund whose response was lost has not failed while the account does not let us look it up', async () => {
  await using checkout = await openStripeCheckout()
  const { db, ctx, creator, standIn } = checkout
  const tip = await checkout.takeTip()
  await checkout.fault('refund', 'drop-after-commit', 3)
  expect(await refund(checkout, tip)).toBe('asked')
  await standIn.control('accounts', { email: creator.email, isDisconnected: true })
  const states = async () => (await db.selectFrom('refundRequest').select('status').execute())[0]!.status

  await retryRefunds(ctx, later(2))
  const meanwhile = await states()
  await standIn.control('accounts', { email: creator.email, isDisconnected: false })
  await retryRefunds(ctx, later(10))

  expect([meanwhile, await states()]).toEqual(['asked', 'done'])
  expect(await readBalances(db)).toMatchObject({ provider: -500 })
})

test('a repeated refund that the provider refuses has ended, and no failed work of it stays', async () => {
  await using checkout = await openPaypalCheckout()
  const { db, ctx, standIn } = checkout
  const tip = await checkout.takeTip()
  await standIn.control('faults', { operation: 'refund', fault: 'drop-before', times: 3 })
  expect(await refund(checkout, tip)).toBe('asked')
  await standIn.control('faults', { operation: 'refund', fault: 'drop-before', times: 3 })
  await retryRefunds(ctx, later(2))
  expect(await db.selectFrom('failedWork').select('reason').execute()).toHaveLength(1)
  await standIn.control('act', { captureId: tip.captureId, act: 'dispute' })

  await retryRefunds(ctx, later(10))

  const requests = await db.selectFrom('refundRequest').select(['status', 'issue']).execute()
  expect(requests).toEqual([{ status: 'refused', issue: 'TRANSACTION_DISPUTED' }])
  expect(await db.selectFrom('failedWork').selectAll().execute()).toEqual([])
})

test('a refund of another creator’s tip, of more than is left, or during a dispute is refused, and no money moves', async () => {
  await using checkout = await openPaypalCheckout()
  const tip = await checkout.takeTip()
  const before = await readBalances(checkout.db)
  const other = '00000000-0000-4000-8000-000000000009'

  await expect(refund(checkout, tip, 2_00, other)).rejects.toMatchObject({ code: 'not_found' })
  await expect(refund(checkout, tip, 7_01)).rejects.toMatchObject({ code: 'invalid_input' })
  await checkout.act(tip.captureId, 'dispute')
  await expect(refund(checkout, tip)).rejects.toMatchObject({ code: 'refund_refused' })
  await checkout.standIn.control('partner', { isApproved: false })
  await expect(refund(checkout, tip)).rejects.toMatchObject({ code: 'refund_elsewhere' })

  expect(await readBalances(checkout.db)).toEqual(before)
})

test('two refund requests at once refund once', async () => {
  await using checkout = await openPaypalCheckout()
  const { db } = checkout
  const tip = await checkout.takeTip()
  const countWaiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length
  }

  const refunds = await db.transaction().execute(async (trx) => {
    await sql`select from tip for no key update`.execute(trx)
    const both = Promise.allSettled([1, 2].map(() => refund(checkout, tip, 7_00)))
    await expect.poll(countWaiting).toBe(2)
    return { both }
  })
  const ends = await refunds.both

  const refused = ends.filter((end) => end.status === 'rejected')
  expect(refused).toMatchObject([{ reason: { code: 'refund_unavailable' } }])
  expect(await readBalances(checkout.db)).not.toHaveProperty('provider')
})

test('a card payment is refunded in full through Stripe, with our fee', async () => {
  await using checkout = await openStripeCheckout()
  const tip = await checkout.takeTip({ coversFee: true })

  expect(await refund(checkout, tip, 7_35)).toBe('done')
  await checkout.readRecords()

  // Stripe keeps its own fee.
  expect(await readBalances(checkout.db)).toEqual({ creator: -31, provider_fee: 31 })
  const { returnedMinor } = await checkout.db.selectFrom('tip').selectAll().executeTakeFirstOrThrow()
  expect(returnedMinor).toBe(700)
})

test('when the response to a card refund is lost and its webhook comes first, the repeat requests the same amounts', async () => {
  await using checkout = await openStripeCheckout()
  const tip = await checkout.takeTip()
  await checkout.fault('refund', 'drop-after-commit', 3)
  expect(await refund(checkout, tip, 7_00)).toBe('asked')
  const [event] = await checkout.eventsOf('refund.created')
  await checkout.receive(event!)

  await retryRefunds(checkout.ctx, later(2))

  const [row] = await checkout.db.selectFrom('refundRequest').selectAll().execute()
  expect(row).toMatchObject({ status: 'done', issue: null })
  const created = Math.floor(Date.now() / 1000) + 60
  await checkout.receive({ ...event, id: 'evt_later', type: 'refund.updated', created })
  await checkout.readRecords()
  expect(await readBalances(checkout.db)).toEqual({ creator: -31, provider_fee: 31 })
})

test('the statement has running balances, filters and yearly sums, and its file contains no formulas', async () => {
  await using checkout = await openPaypalCheckout()
  const tip = await checkout.takeTip({ name: '=Grace' })
  await refund(checkout, tip)
  const whose = { creatorUid: checkout.creator.uid, mode: 'test' } as const

  const { entries, years, next } = await readStatement(checkout.db, whose)
  const refunds = await readStatement(checkout.db, { ...whose, kind: 'refund' })
  const none = await readStatement(checkout.db, { ...whose, year: 2001 })
  const csv = await text(writeStatementCsv(checkout.db, { ...whose, form: 'comma' }).content)

  expect(entries.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
    ['refund', -190, 425],
    ['capture', 615, 615],
  ])
  expect(entries[0]).toMatchObject({ refundable: 500, name: '=Grace' })
  expect(next).toBeNull()
  expect(years).toMatchObject([
    { received: 700, returned: -200, platformFees: -25, providerFees: -50, net: 425 },
  ])
  expect(refunds.entries).toEqual(entries.slice(0, 1))
  expect(none.entries).toEqual([])
  const { rows } = await sql<{ sum: number }>`
    select sum(amount_minor)::bigint as sum from ledger_entry where account = 'creator'`.execute(checkout.db)
  expect(rows).toEqual([{ sum: 425 }])
  const lines = csv.split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain("capture,'=Grace,paypal,GBP,7,-0.35,0,-0.5,6.15,6.15")
  expect(lines[2]).toContain('refund,')
  expect(lines[2]).toContain(',-2,0.1,0,0,-1.9,4.25,')
})
