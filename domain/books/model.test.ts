import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reckon } from './reckon.ts'
import { histories } from './test-histories.ts'
import { checkDeliveries } from './test-model.ts'
import { keepBooks } from './test-reference.ts'
import type { History } from './test-reference.ts'

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

/** The capture's entries, and those that the product reckons from the newest report of everything. */
function reckoned(history: History) {
  const { amountMinor, feeMinor, coveredFeeMinor, feeMode } = history
  const before = keepBooks({ ...history, refunds: [], disputes: [] })
  const rank = ['pending', 'completed', 'failed', 'open', 'won', 'lost']
  const newest = <T extends { asOf: Date; status: string }>(reports: T[], idOf: (report: T) => string) =>
    Object.values(
      Object.fromEntries(
        reports
          .toSorted(
            (a, b) => a.asOf.getTime() - b.asOf.getTime() || rank.indexOf(a.status) - rank.indexOf(b.status),
          )
          .map((report) => [idOf(report), report]),
      ),
    )
  const { effects, returnedMinor } = reckon(
    { amountMinor, feeMinor, coveredFeeMinor, feeMode },
    newest(history.refunds, ({ refundId }) => refundId),
    newest(history.disputes, ({ disputeId }) => disputeId),
  )
  const accounts: Record<string, number> = { ...before.accounts }
  for (const effect of effects) {
    for (const [account, amount] of Object.entries(effect.accounts))
      accounts[account] = (accounts[account] ?? 0) + amount
    expect(Object.values(effect.accounts).reduce((sum, amount) => sum + amount, 0)).toBe(0)
  }
  return {
    accounts: Object.fromEntries(Object.entries(accounts).filter(([, amount]) => amount !== 0)),
    returnedMinor,
  }
}
