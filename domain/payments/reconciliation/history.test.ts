import { expect, test } from 'vitest'
import { checkoutModes } from '../checkout.fixture.ts'
import { checkHistory } from './check-history.fixture.ts'
import { expectRight } from './expect-history.fixture.ts'

/**
 * Plays the same choices in each run. What they reach depends on the webhooks that have arrived by then; `history.full.ts` plays long enough
 * to reach everything, and other choices each time.
 */
const seed = Number(process.env['HISTORY_SEED'] ?? 1)

test.each(checkoutModes)(
  'after 160 random operations each checkout is charged once, and nothing differs or is left open (%s)',
  async (mode) => {
    const found = await checkHistory(seed, 160, 2, mode)

    expectRight(found)
    expect(found.done['tip']).toBeGreaterThan(20)
  },
  600_000,
)
