import { expect, test } from 'vitest'
import { checkHistory } from './check-history.fixture.ts'
import { expectRight } from './expect-history.fixture.ts'

/**
 * Plays the same choices in each run. What they reach depends on the webhooks that have arrived by then; `history.full.ts` plays long enough
 * to reach everything, and other choices each time.
 */
const seed = Number(process.env['HISTORY_SEED'] ?? 1)

test('after 160 random operations each checkout is charged once, and nothing differs or is left open', async () => {
  const found = await checkHistory(seed, 160, 2)

  expectRight(found)
  expect(found.done['tip']).toBeGreaterThan(20)
}, 600_000)
