import fc from 'fast-check'
import { expect, test } from 'vitest'
import { histories } from './histories.fixture.ts'
import { checkSchedules, computeProductLedger } from './model.fixture.ts'
import { computeReferenceLedger } from './reference.fixture.ts'

const minutes = 9

test('the ledger of fifty thousand histories equals the reference', () => {
  const isRight = fc.property(histories, (history) => {
    expect(computeProductLedger(history)).toEqual(computeReferenceLedger(history))
  })
  fc.assert(isRight, { numRuns: 50_000 })
})

test('random schedules end in the ledger of the reference, for nine minutes', async ({ annotate }) => {
  const until = Date.now() + minutes * 60_000
  // Runs the schedules in batches, each in its own database, so that the balance check after each batch stays fast.
  const runBatches = async () => {
    let done = 0
    for (; Date.now() < until; done += 200) expect(await checkSchedules(200)).toEqual([])
    return done
  }
  const counts = await Promise.all([runBatches(), runBatches()])

  await annotate(`${counts.join(' + ')} schedules`)
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(1000)
})
