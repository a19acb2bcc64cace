/** What has to be true of a history, and what has to have happened in it, so that it is worth comparing. */
import { expect } from 'vitest'
import type { checkHistory } from './check-history.fixture.ts'
import { listUnplayed } from './history.fixture.ts'

type Found = Awaited<ReturnType<typeof checkHistory>>

/** Expects that the product, its ledger and the stand-ins agree, and that nothing is left to mend. */
export function expectRight(found: Found): void {
  const isRight = { unexpected: [], uneven: [], misstated: [], findings: [] }
  const { planted } = found
  expect(found).toMatchObject({
    open: isRight,
    ended: isRight,
    chargedTwice: [],
    imbalances: [],
    leftOpen: [],
    named: planted,
    unsettled: [],
  })
  expect(found.done['unknown']).toBe(0)
  expect(found.offMinor).toEqual(planted.map(() => 1))
  expect(found.unevenMinor).toBe(planted.length)
  expect(planted.length).toBeGreaterThanOrEqual(3)
}

/** Returns the operations that never took effect, and the states that were never reached. */
export function listMissing(done: Found['done'], hasPlatform = true): string[] {
  return [...listUnplayed(done, hasPlatform), ...(done['paidTwice'] ? [] : ['paidTwice'])]
}
