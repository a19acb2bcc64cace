import { expect, test } from 'vitest'
import { checkHistory } from './check-history.fixture.ts'
import { expectRight, listMissing } from './expect-history.fixture.ts'

/** Plays the same history in each run; `history.full.ts` plays other ones each time. */
const seed = Number(process.env['HISTORY_SEED'] ?? 1)

test('after 160 random operations each checkout is charged once, and nothing differs or is left open', async () => {
  const found = await checkHistory(seed, 160, 2)

  expect(listMissing(found.done)).toEqual([])
  expectRight(found)
}, 600_000)
