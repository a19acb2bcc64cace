import { expect, test } from 'vitest'
import { checkHistory } from './check-history.fixture.ts'

/**
 * The seed of a failed run repeats its history: `HISTORY_SEED=123 npm run test:full --
 * domain/payments/reconciliation/history.full.ts`.
 */
const seed = Number(process.env['HISTORY_SEED'] ?? Date.now() % 1_000_000)

test('after a random history of 1,000 operations the ledger is what the providers have booked, and planted cents are named', async ({
  annotate,
}) => {
  const { planted, done, ...found } = await checkHistory(seed, 1_000, 4)

  await annotate(`seed ${seed}: ${JSON.stringify(done)}`)
  const right = { seed, uneven: [], imbalances: [], findings: [], named: planted, offMinor: 3 }
  expect(found).toMatchObject(right)
})
