import fc from 'fast-check'
import { expect, test } from 'vitest'
import { histories } from './histories.fixture.ts'
import { checkDeliveries, reckoned } from './model.fixture.ts'
import { keepBooks } from './reference.fixture.ts'

const minutes = 9

test('what is reckoned for fifty thousand tips is what the reference says', () => {
  const isRight = fc.property(histories, (history) => {
    expect(reckoned(history)).toEqual(keepBooks(history))
  })
  fc.assert(isRight, { numRuns: 50_000 })
})

test('deliveries at random, for as long as there is time, end in the books of the reference', async ({
  annotate,
}) => {
  const until = Date.now() + minutes * 60_000
  // In pieces, each in a database of its own: what is checked at the end of each stays small.
  const keepTelling = async () => {
    let told = 0
    for (; Date.now() < until; told += 200) expect(await checkDeliveries(200)).toEqual([])
    return told
  }
  const told = await Promise.all([keepTelling(), keepTelling()])

  await annotate(`${told.join(' + ')} deliveries`)
  expect(Math.min(...told)).toBeGreaterThanOrEqual(1000)
})
