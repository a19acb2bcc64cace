import { expect, test } from 'vitest'
import { checkHistory } from './check-history.fixture.ts'

/** Plays the same history in each run; `history.full.ts` plays another one each time. */
const seed = Number(process.env['HISTORY_SEED'] ?? 137_788)

test('after a random history of 60 operations the ledger is what the providers have booked, and planted cents are named', async () => {
  const { planted, ...found } = await checkHistory(seed, 60, 1)

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
