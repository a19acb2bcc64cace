/** Tests that our ledger agrees with what Stripe has booked for card payments. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { shareOf } from '../../../contract/money/money.ts'
import { listImbalances } from '../../../db/queries/payments/balance.ts'
import { countPendingFees, maxRecordAttempts } from '../../../db/queries/payments/payment-records.ts'
import { later } from '../checkout.fixture.ts'
import { bookPaymentRecord } from '../ledger/book-payment-record.ts'
import { buildTip, readBalances } from '../ledger/ledger.fixture.ts'
import { applyPendingReports } from '../orders/record-outcome.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { openStripeCheckout } from '../stripe/checkout.fixture.ts'
import { readPaymentRecords } from './read-payment-records.ts'

const paid = { provider: -700, creator: 665, platform_fee: 35 }
const day = 24 * 60

test('Stripe’s own fee is booked once it is on record, with the id of its transaction; until then it is pending', async () => {
  await using checkout = await openStripeCheckout()
  const { creatorUid } = await checkout.takeTip()
  const pending = () => countPendingFees(checkout.db, creatorUid, 'test')

  await readPaymentRecords(checkout.ctx, later(1)) // at this time Stripe has not completed the capture yet
  expect(await readBalances(checkout.db)).toEqual(paid)
  expect(await pending()).toBe(1)
  await Promise.all([1, 2].map(() => checkout.readRecords()))

  // Stripe's fee is 1.5 % + 20 p.
  expect(await readBalances(checkout.db)).toEqual({ ...paid, creator: 634, provider_fee: 31 })
  expect(await pending()).toBe(0)
  const [transactionId] = Object.keys((await checkout.state()).transactions)
  const entries = await checkout.db
    .selectFrom('ledgerEntry')
    .select(['account', 'transactionId'])
    .where('kind', '=', 'provider_fee')
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { account: 'creator', transactionId },
    { account: 'provider_fee', transactionId },
  ])
})

test('a fee that Stripe took in another currency is converted as it converted the payment', async () => {
  await using checkout = await openStripeCheckout()
  await checkout.moveAccount('ie')
  await checkout.takeTip()

  await checkout.readRecords()

  // Stripe converted 7.00 GBP to 7.95 EUR and kept 0.37 EUR as its fee.
  expect(await readBalances(checkout.db)).toEqual({ ...paid, creator: 665 - 33, provider_fee: 33 })
})

test('a whole refund returns the service fee and the set-off, which is owed again', async () => {
  await using checkout = await openStripeCheckout()
  const { creator, db } = checkout
  await buildTip(db, creator.uid, { amountMinor: 100_00, feeMinor: 5_00, feeMode: 'owed' })
  const { id: tipId } = await checkout.takeTip()
  expect(await readBalances(db)).toMatchObject({ fee_owed: -360, platform_fee: 535 })

  await requestRefund(checkout.ctx, creator.uid, { tipId, amountMinor: 7_00, reason: '' })
  await checkout.readRecords()

  const returned = await checkout.db
    .selectFrom('ledgerEntry')
    .select(['account', 'amountMinor'])
    .where('transactionId', 'like', 'fr_%')
    .orderBy('id')
    .execute()
  expect(returned).toEqual([
    { account: 'creator', amountMinor: 35 + 140 },
    { account: 'platform_fee', amountMinor: -35 },
    { account: 'fee_owed', amountMinor: -140 },
  ])
  const owed = { provider: -100_00, fee_owed: -500, platform_fee: 500 }
  expect(await readBalances(db)).toEqual({ ...owed, creator: 100_00 - 31, provider_fee: 31 })
})

test('partial refunds return what Stripe gave back of the fee, not a share that we compute', async () => {
  await using checkout = await openStripeCheckout()
  const { id: tipId } = await checkout.takeTip()
  for (const _ of [1, 2, 3])
    await requestRefund(checkout.ctx, checkout.creator.uid, { tipId, amountMinor: 1_11, reason: '' })

  await checkout.readRecords()

  // Of 3.33 that are refunded, 0.17 are our service fee. Stripe returns the fee in three parts of 0.05.
  const kept = { provider: -367, platform_fee: 20, provider_fee: 31 }
  expect(await readBalances(checkout.db)).toEqual({ ...kept, creator: 367 - 20 - 31 })
})

test('a share of the fee that was computed before is replaced by what the record says', async () => {
  await using checkout = await openStripeCheckout()
  const { id: tipId } = await checkout.takeTip()
  await requestRefund(checkout.ctx, checkout.creator.uid, { tipId, amountMinor: 1_11, reason: '' })
  await checkout.db.updateTable('providerRefund').set({ platformFeeMinor: null, appliedAt: null }).execute()
  await applyPendingReports(checkout.ctx)
  expect(await readBalances(checkout.db)).toMatchObject({ platform_fee: 29 })

  await checkout.readRecords()
  await applyPendingReports(checkout.ctx)

  expect(await readBalances(checkout.db)).toMatchObject({ platform_fee: 30 })
  expect(await listImbalances(checkout.db, 5)).toEqual([])
})

test('a record that cannot be read keeps no other one waiting, and is given up in the end', async () => {
  await using checkout = await openStripeCheckout()
  const { id: lost } = await checkout.takeTip()
  await checkout.takeTip()
  await checkout.owner.updateTable('tip').set({ captureId: 'pi_lost' }).where('id', '=', lost).execute()

  await checkout.readRecords()
  const booked = await checkout.db
    .selectFrom('tip')
    .select(['id', 'providerFeeMinor'])
    .orderBy('id')
    .execute()
  expect(booked.filter(({ providerFeeMinor }) => providerFeeMinor === null)).toEqual([
    { id: lost, providerFeeMinor: null },
  ])
  expect(booked).toHaveLength(2)
  for (let count = 1; count <= maxRecordAttempts; count++)
    await readPaymentRecords(checkout.ctx, later(count * 2 * day))

  const { recordsAttempts } = await checkout.db
    .selectFrom('tip')
    .select('recordsAttempts')
    .where('id', '=', lost)
    .executeTakeFirstOrThrow()
  expect(recordsAttempts).toBe(maxRecordAttempts)
  expect(await countPendingFees(checkout.db, checkout.creator.uid, 'test')).toBe(1)
})

test('refunds of the fee in any order end in the same sums, which balance', async () => {
  await using test = await createTestDb()
  const { db } = test
  const creator = await buildCreator(db)
  const cases = fc.record({
    feeMinor: fc.integer({ min: 0, max: 50 }),
    setOffMinor: fc.integer({ min: 0, max: 200 }),
    shares: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 4 }),
    isReversed: fc.boolean(),
    isStepwise: fc.boolean(),
  })
  const isRight = fc.asyncProperty(
    cases,
    async ({ feeMinor, setOffMinor, shares, isReversed, isStepwise }) => {
      const before = await readBalances(db)
      const tip = await buildTip(db, creator.uid, { provider: 'stripe', feeMinor, setOffMinor })
      const refunds = cap(shares, feeMinor + setOffMinor).map((amountMinor, at) => ({
        feeRefundId: `fr_${tip.tipId}_${at}`,
        amountMinor,
        occurredAt: later(at),
      }))
      const all = isReversed ? refunds.toReversed() : refunds
      const steps = isStepwise ? all.map((_, at) => all.slice(0, at + 1)) : [all, all]
      for (const feeRefunds of steps) {
        const due = { id: tip.tipId, captureId: tip.captureId, payeeId: '', recordsAttempts: 0 }
        const transactionId = `txn_${tip.tipId}`
        await bookPaymentRecord(db, due, { transactionId, providerFeeMinor: 0, feeRefunds })
      }
      const returned = refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
      const split = feeMinor + setOffMinor
      const feePart = split === 0 ? 0 : shareOf(feeMinor, returned, split)
      const after = await readBalances(db)
      const change = (account: string) => (after[account] ?? 0) - (before[account] ?? 0)
      expect({
        creator: change('creator'),
        platform: change('platform_fee'),
        owed: change('fee_owed'),
      }).toEqual({
        creator: 10_00 - split + returned,
        platform: feeMinor - feePart,
        owed: setOffMinor - (returned - feePart),
      })
    },
  )
  await fc.assert(isRight, { numRuns: 60 })
  expect(await listImbalances(db, 5)).toEqual([])
}, 120_000)

/** Returns the shares in order, reduced where their sum would exceed `max`. */
function cap(shares: readonly number[], max: number): number[] {
  let left = max
  return shares.flatMap((share) => {
    const taken = Math.min(share, left)
    left -= taken
    return taken > 0 ? [taken] : []
  })
}
