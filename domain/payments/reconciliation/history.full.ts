import { expect, test } from 'vitest'
import { checkHistory } from './check-history.fixture.ts'

/**
 * The seed of a failed run repeats its history: `HISTORY_SEED=123 npm run test:full --
 * domain/payments/reconciliation/history.full.ts`.
 */
const seed = Number(process.env['HISTORY_SEED'] ?? Date.now() % 1_000_000)

/** What has to have happened at least once, so that the history is worth comparing. */
const expectedOperations = [
  'accept',
  'compare',
  'contest',
  'decide',
  'deliverLate',
  'dispute',
  'endInquiry',
  'inquire',
  'killed',
  'payOut',
  'refundHere',
  'refundThere',
  'refused or without a response',
  'reverse',
  'settle',
  'tip',
]

test('after a random history of 1,000 operations the ledger is what the providers have booked, and planted cents are named', async ({
  annotate,
}) => {
  const { planted, done, ...found } = await checkHistory(seed, 1_000, 4)

  await annotate(`seed ${seed}: ${JSON.stringify(done)}`)
  expect(Object.keys(done).toSorted()).toEqual(expectedOperations)
  expect(found).toMatchObject({
    seed,
    uneven: [],
    misstated: [],
    imbalances: [],
    findings: [],
    named: planted,
  })
  expect(found.offMinor).toEqual(planted.map(() => 1))
  expect(found.unevenMinor).toBe(planted.length)
  expect(planted.length).toBeGreaterThanOrEqual(3)
})
