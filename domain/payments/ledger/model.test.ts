import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyPendingReports } from '../orders/record-outcome.ts'
import { captureRules, computeCaptureBalances } from './compute-ledger-entries.ts'
import { histories } from './histories.fixture.ts'
import { buildRaceCase, checkSchedules, computeProductLedger } from './model.fixture.ts'
import { computeReferenceLedger } from './reference.fixture.ts'
import type { History } from './reference.fixture.ts'

/**
 * Found with seed 1104572141, path 117: the capture looked for reports before the refund was stored, and the refund looked for the
 * tip before the tip was stored.
 */
const raced: History = {
  amountMinor: 76,
  feeMinor: 4,
  coveredFeeMinor: 4,
  feeMode: 'owed',
  setOffMinor: 0,
  providerFeeMinor: 1,
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

test('reports in any order, repeated and simultaneous, end in the ledger of the reference', async () => {
  expect(await checkSchedules(100)).toEqual([])
}, 120_000)

test('the computed entries equal the reference, covered fees included', () => {
  const isRight = fc.property(histories, (history) => {
    expect(computeProductLedger(history)).toEqual(computeReferenceLedger(history))
  })
  fc.assert(isRight, { numRuns: 2000 })
})

test('the entries of a capture sum to zero within each kind', () => {
  const amounts = { charged: 1, splitFee: 10, owedFee: 100, setOff: 1000, providerFee: 10_000 }
  for (const kind of new Set(captureRules.map((rule) => rule.kind))) {
    const entries = captureRules.filter((rule) => rule.kind === kind)
    const signed = (sign: 'plus' | 'minus') =>
      entries.flatMap((rule) => rule[sign] ?? []).reduce((sum, name) => sum + amounts[name], 0)
    expect({ kind, sum: signed('plus') - signed('minus') }).toEqual({ kind, sum: 0 })
  }
  expect(computeCaptureBalances(amounts)).toEqual({
    provider: -1,
    creator: 1 - 10 - 1000 - 10_000,
    fee_owed: -100 + 1000,
    platform_fee: 110,
    provider_fee: 10_000,
  })
})

test.each(['amountMinor', 'providerFeeMinor', 'status'])('the reference detects a wrong %s', (field) => {
  const wrong = { amountMinor: 1, providerFeeMinor: 1, status: 'failed' }[field]
  const isRight = fc.property(histories, (history) => {
    const refunds = history.refunds.map((refund) => ({ ...refund, [field]: wrong }))
    expect(computeProductLedger({ ...history, refunds })).toEqual(computeReferenceLedger(history))
  })
  expect(() => fc.assert(isRight, { numRuns: 2000 })).toThrow()
})

test('a refund that races with its capture is booked by the schedule', async () => {
  await using race = await buildRaceCase(raced)
  const { ctx, reports, isWaiting, readLedger } = race
  const [capture, ...refunds] = reports

  const order = await race.lockOrder()
  const capturing = capture!()
  await expect.poll(isWaiting).toBe(true)
  for (const report of refunds) await report()
  await order.release()
  await capturing

  expect(await readLedger()).not.toEqual(computeReferenceLedger(raced))
  await applyPendingReports(ctx)
  expect(await readLedger()).toEqual(computeReferenceLedger(raced))
})
