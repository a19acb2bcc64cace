import { expect, test } from 'vitest'
import { buildCreator, buildGoal, buildOrder } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { listImbalances } from '../../../db/queries/payments/balance.ts'
import { listRecentTips } from '../../../db/queries/insights/leaderboard.ts'
import type { ProviderDispute, ProviderRefund } from '../provider/reports.ts'
import { recordTip } from '../orders/record-tip.ts'
import { applyStoredReports } from './apply-reports.ts'
import { planSetOff } from './plan-set-off.ts'
import type { PlannedPayment } from './plan-set-off.ts'
import { readStatement } from './read-statement.ts'
import { recordDispute } from './record-dispute.ts'
import { recordProviderFee } from './record-provider-fee.ts'
import { recordRefund } from './record-refund.ts'
import { buildTip, captureOf, disputeOf, readBalances, readKinds, refundOf } from './ledger.fixture.ts'

/** Opens a database with a creator and a tip, and functions that report refunds and disputes of that tip. */
async function openTip() {
  const test = await createTestDb()
  const creator = await buildCreator(test.db)
  const capture = await buildTip(test.db, creator.uid)
  return {
    ...test,
    creator,
    refund: (refund: Partial<ProviderRefund> = {}) => recordRefund(test.db, refundOf(capture, refund)),
    dispute: (dispute: Partial<ProviderDispute> = {}) => recordDispute(test.db, disputeOf(capture, dispute)),
  }
}

const later = new Date('2026-11-03T10:00:00Z')

test('a partial refund moves ledger, goal and totals by new entries and raises an event', async () => {
  await using test = await createTestDb()
  const creator = await buildCreator(test.db)
  const goal = await buildGoal(test.db, creator.uid, { amountReceivedMinor: 0 })
  const capture = await buildTip(test.db, creator.uid, { goalId: goal.goalId })

  const applied = await recordRefund(test.db, refundOf(capture))

  expect(applied).toMatchObject({ kind: 'applied', eventIds: [expect.any(String)] })
  expect(await readKinds(test.db)).toEqual(['capture', 'refund'])
  // The service fee on the refunded part is refunded as well.
  expect(await readBalances(test.db)).toEqual({ provider: -600, creator: 570, platform_fee: 30 })
  const { amountReceivedMinor } = await test.db.selectFrom('goal').selectAll().executeTakeFirstOrThrow()
  expect(amountReceivedMinor).toBe(600)
  const totals = await test.db.selectFrom('supporterTotal').select('amountMinor').execute()
  expect(totals).toEqual([{ amountMinor: 600 }, { amountMinor: 600 }, { amountMinor: 600 }])
  expect(await listRecentTips(test.db, creator.uid, 5)).toMatchObject([{ amountMinor: 600 }])
})

test('the sums of a year, open disputes and owed fees included, add up to its net', async () => {
  await using test = await createTestDb()
  const { uid: creatorUid } = await buildCreator(test.db)
  const owing = await buildTip(test.db, creatorUid, { feeMode: 'owed' })
  await recordDispute(test.db, disputeOf(owing, { amountMinor: 3_00, providerFeeMinor: 15_00 }))
  await recordRefund(test.db, refundOf(await buildTip(test.db, creatorUid)))

  const [year, ...others] = (await readStatement(test.db, { creatorUid, mode: 'test' })).years

  expect(others).toEqual([])
  const { year: _, currency, net, ...sums } = year!
  expect([currency, net]).toEqual(['gbp', -2_30])
  expect(sums).toEqual({
    received: 20_00,
    returned: -4_00,
    platformFees: -80,
    feesOwed: 50,
    providerFees: -15_00,
    disputed: -3_00,
  })
  expect(Object.values(sums).reduce((sum, one) => sum + one)).toBe(net)
})

test('a refund reported four times at once is booked once', async () => {
  await using test = await openTip()

  await Promise.all([1, 2, 3, 4].map(() => test.refund()))

  expect(await readKinds(test.db)).toEqual(['capture', 'refund'])
  expect(await readBalances(test.db)).toEqual({ provider: -600, creator: 570, platform_fee: 30 })
})

test('a refund that arrives before its payment is stored, and booked after it', async () => {
  await using test = await createTestDb()
  const creator = await buildCreator(test.db)
  const order = await buildOrder(test.db, creator.uid, { amountMinor: 10_00, feeMinor: 50 })
  const capture = captureOf(order)

  expect(await recordRefund(test.db, refundOf(capture))).toEqual({ kind: 'stored', isNew: true })
  expect(await readBalances(test.db)).toEqual({})
  await recordTip(test.db, capture)
  await applyStoredReports(test.db, capture)

  expect(await readBalances(test.db)).toEqual({ provider: -600, creator: 570, platform_fee: 30 })
  expect(await applyStoredReports(test.db, capture)).toBeUndefined()
})

test('refunds never take more than the tip, nor more than its fee', async () => {
  await using test = await openTip()

  for (const refundId of ['R1', 'R2', 'R3']) await test.refund({ refundId, platformFeeMinor: 20 })

  expect(await readBalances(test.db)).toEqual({})
  const tip = await test.db.selectFrom('tip').select('returnedMinor').executeTakeFirstOrThrow()
  expect(tip.returnedMinor).toBe(1000)
  expect(await listRecentTips(test.db, test.creator.uid, 5)).toEqual([])
})

test('a refund counts once it is completed, and no longer when it fails after all', async () => {
  await using test = await openTip()
  const whole = { provider: -1000, creator: 950, platform_fee: 50 }

  await test.refund({ status: 'pending' })
  expect(await readBalances(test.db)).toEqual(whole)
  await test.refund()
  await test.refund({ status: 'pending' }) // an older report that arrives late
  expect(await readBalances(test.db)).toMatchObject({ provider: -600 })
  await test.refund({ status: 'failed', asOf: later })

  expect(await readBalances(test.db)).toEqual(whole)
  expect(await readKinds(test.db)).toEqual(['capture', 'refund', 'correction'])
})

test('an open dispute sets the money aside, and a won one returns it with the dispute fee', async () => {
  await using test = await openTip()

  await test.dispute({ providerFeeMinor: 1500 })
  expect(await readBalances(test.db)).toEqual({
    provider: -1000,
    creator: -1550,
    disputed: 1000,
    platform_fee: 50,
    provider_fee: 1500,
  })
  await test.dispute({ status: 'won', asOf: later })
  await test.dispute({ providerFeeMinor: 1500 }) // an older report that arrives late

  expect(await readBalances(test.db)).toEqual({ provider: -1000, creator: 950, platform_fee: 50 })
  expect(await readKinds(test.db)).toEqual(['capture', 'dispute_opened', 'dispute_won'])
})

test.each([['dispute first'], ['reversal first']])(
  'a lost dispute that takes nothing itself, and the reversal that pays it, take the money once (%s)',
  async (order) => {
    await using test = await openTip()
    const lose = () => test.dispute({ status: 'lost', amountMinor: 6_00, takenMinor: 0 })
    const reverse = () => test.refund({ kind: 'reversal', amountMinor: 6_00, refundId: 'REV' })

    for (const report of order === 'dispute first' ? [lose, reverse] : [reverse, lose]) await report()

    expect(await readBalances(test.db)).toEqual({ provider: -400, creator: 350, platform_fee: 50 })
  },
)

test('a lost dispute takes what its transactions say, beside a refund made while it was open', async () => {
  await using test = await openTip()

  await test.dispute({ takenMinor: 6_00 })
  await test.refund({ occurredAt: later, asOf: later })
  await test.dispute({ status: 'lost', takenMinor: 6_00, asOf: new Date('2026-11-04T10:00:00Z') })

  expect(await readBalances(test.db)).toEqual({ creator: -30, platform_fee: 30 })
})

test('what a dispute took beyond the rest of the charge is booked, and the tip is returned once', async () => {
  await using test = await openTip()

  await test.refund()
  await test.dispute({ status: 'lost', takenMinor: 10_00 })

  expect(await readBalances(test.db)).toEqual({ provider: 400, creator: -430, platform_fee: 30 })
  const tip = await test.db.selectFrom('tip').select('returnedMinor').executeTakeFirstOrThrow()
  expect(tip.returnedMinor).toBe(1000)
  expect(await listImbalances(test.db, 5)).toEqual([])
  const { entries } = await readStatement(test.db, { creatorUid: test.creator.uid, mode: 'test' })
  expect(entries.map(({ refundable }) => refundable)).toEqual([0, 0, 0])
})

test.each([
  ['open', [0, 10_00], { disputed: 10_00 }],
  ['won', [10_00, 0], { provider: -10_00, creator: 9_50, platform_fee: 50 }],
] as const)(
  'of two reports of the same second that a dispute is %s, the one after its money moved counts',
  async (status, [first, second], expected) => {
    await using test = await openTip()

    for (const takenMinor of [first, second, first]) await test.dispute({ status, takenMinor })

    expect(await readBalances(test.db)).toMatchObject(expected)
  },
)

test('a dispute whose transactions are not known takes only what is left', async () => {
  await using test = await openTip()

  await test.refund()
  await test.dispute({ status: 'lost' })

  expect(await readBalances(test.db)).toEqual({ creator: -30, platform_fee: 30 })
})

test('an owed fee shrinks with a refund and with what is set off against it', async () => {
  await using test = await createTestDb()
  const creator = await buildCreator(test.db)
  const first = await buildTip(test.db, creator.uid, { feeMode: 'owed' })
  expect(await readBalances(test.db)).toEqual({
    provider: -1000,
    creator: 1000,
    fee_owed: -50,
    platform_fee: 50,
  })

  await buildTip(test.db, creator.uid, { setOffMinor: 50 })
  expect(await readBalances(test.db)).toEqual({ provider: -2000, creator: 1900, platform_fee: 100 })
  await recordRefund(test.db, refundOf(first))

  expect(await readBalances(test.db)).toEqual({
    provider: -1600,
    creator: 1500,
    fee_owed: 20,
    platform_fee: 80,
  })
})

test('the provider’s fee is booked once, with the capture or after it', async () => {
  await using test = await createTestDb()
  const creator = await buildCreator(test.db)
  const order = await buildOrder(test.db, creator.uid, { amountMinor: 10_00, feeMinor: 50 })
  await recordTip(test.db, captureOf(order, { providerFeeMinor: 59 }))
  const second = await buildTip(test.db, creator.uid)

  await recordProviderFee(test.db, captureOf(order), 59)
  await recordProviderFee(test.db, second, 59)
  await recordProviderFee(test.db, second, 59)

  expect(await readBalances(test.db)).toEqual({
    provider: -2000,
    creator: 1782,
    platform_fee: 100,
    provider_fee: 118,
  })
})

test('a report in another currency or mode than the tip’s is stored and not booked', async () => {
  await using test = await openTip()

  await test.refund({ currency: 'usd' })
  await test.refund({ refundId: 'LIVE', mode: 'live' })

  expect(await readKinds(test.db)).toEqual(['capture'])
  expect(await test.db.selectFrom('providerRefund').selectAll().execute()).toHaveLength(2)
})

test('a refunded anonymous tip changes no supporter’s totals', async () => {
  await using test = await createTestDb()
  const creator = await buildCreator(test.db)
  await buildTip(test.db, creator.uid, { supporterName: 'Anonymous', amountMinor: 3_00 })
  const capture = await buildTip(test.db, creator.uid, { supporterName: 'Anonymous', isAnonymous: true })

  await recordRefund(test.db, refundOf(capture))

  const totals = await test.db.selectFrom('supporterTotal').select('amountMinor').execute()
  expect(totals.map(({ amountMinor }) => amountMinor)).toEqual([300, 300, 300])
})

test('sets off at most a fifth of a payment, and the same debt only once', async () => {
  await using test = await createTestDb()
  const { uid: creatorUid } = await buildCreator(test.db)
  const payment = { creatorUid, mode: 'test', currency: 'gbp', amountMinor: 2_00, feeMinor: 10 } as const
  const plan = (of: PlannedPayment) => test.db.transaction().execute((trx) => planSetOff(trx, of))
  expect(await plan(payment)).toBe(0)

  await buildTip(test.db, creatorUid, { feeMode: 'owed' })
  expect(await plan(payment)).toBe(40)
  await buildOrder(test.db, creatorUid, { setOffMinor: 40 })
  expect(await plan(payment)).toBe(10)

  expect(await plan({ ...payment, mode: 'live' })).toBe(0)
  expect(await plan({ ...payment, currency: 'usd' })).toBe(0)
})

test('the fee on a refund made at the provider stays, also when a refund requested here follows', async () => {
  await using test = await openTip()

  await test.refund({ refundId: 'A', amountMinor: 6_00, platformFeeMinor: 0 })
  await test.refund({ refundId: 'B', amountMinor: 1_00 })

  expect(await readBalances(test.db)).toEqual({ provider: -300, creator: 255, platform_fee: 45 })
})
