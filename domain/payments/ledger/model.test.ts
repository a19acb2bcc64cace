import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookKeptReports } from '../record-outcome.ts'
import { histories } from './histories.fixture.ts'
import { buildDeliveryCase, checkDeliveries, reckoned } from './model.fixture.ts'
import { keepBooks } from './reference.fixture.ts'
import type { History } from './reference.fixture.ts'

/** Of seed 1104572141, path 117: the booking looked for reports before the refund was told, the refund for a tip before it was booked. */
const overtaken: History = {
  amountMinor: 76,
  feeMinor: 4,
  coveredFeeMinor: 4,
  feeMode: 'owed',
  setOffMinor: 0,
  keptByProviderMinor: 1,
  refunds: [
    { ...refundAt(11), refundId: 'R1', kind: 'reversal', status: 'pending', amountMinor: 55, asOf: hour(16) },
    { ...refundAt(19), refundId: 'R2', kind: 'refund', status: 'completed', amountMinor: 15, asOf: hour(19) },
  ],
  disputes: [],
}

function refundAt(at: number) {
  return { platformFeeMinor: null, providerFeeMinor: 2, occurredAt: hour(at) }
}

function hour(at: number): Date {
  return new Date(Date.UTC(2026, 10, 1, at))
}

test('any reports in any order, repeated and at once, end in the books of the reference', async () => {
  expect(await checkDeliveries(100)).toEqual([])
}, 120_000)

test('what is reckoned for a tip is what the reference says, also when the fan covers the fee', () => {
  const isRight = fc.property(histories, (history) => {
    expect(reckoned(history)).toEqual(keepBooks(history))
  })
  fc.assert(isRight, { numRuns: 2000 })
})

test.each(['amountMinor', 'providerFeeMinor', 'status'])('the reference tells a wrong %s', (field) => {
  const wrong = { amountMinor: 1, providerFeeMinor: 1, status: 'failed' }[field]
  const isRight = fc.property(histories, (history) => {
    const refunds = history.refunds.map((refund) => ({ ...refund, [field]: wrong }))
    expect(reckoned({ ...history, refunds })).toEqual(keepBooks(history))
  })
  expect(() => fc.assert(isRight, { numRuns: 2000 })).toThrow()
})

test('a refund that comes in the very moment of the booking is booked by the clock', async () => {
  await using scene = await buildDeliveryCase(overtaken)
  const { ctx, reports, isWaiting, readBooks } = scene
  const [book, ...refund] = reports

  const order = await scene.holdOrder()
  const booking = book!()
  await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true)
  for (const tell of refund) await tell()
  await order.letGo()
  await booking

  expect(await readBooks()).not.toEqual(keepBooks(overtaken))
  await bookKeptReports(ctx)
  expect(await readBooks()).toEqual(keepBooks(overtaken))
})
