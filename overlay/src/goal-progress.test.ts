import { expect, test } from 'vitest'
import { progressOf, progressChangeOf, percentOf, surfaceY, vesselHeight } from './goal-progress.ts'

const goal = { title: 'A kiln', amount: 1_200_00, amountReceived: 864_00 }

test('a tip moves its goal from the progress before to the progress after', () => {
  expect(progressChangeOf(goal, 10_00)).toEqual({ before: 854 / 1200, after: 0.72 })
})

test('progress is never negative or infinite', () => {
  expect(progressChangeOf({ ...goal, amountReceived: 5_00 }, 10_00)).toEqual({ before: 0, after: 5 / 1200 })
  expect(progressOf(5_00, 0)).toBe(0)
})

test.each([
  [0, 0],
  [0.7199, 71],
  [0.999999, 99],
  [1, 100],
  [1.32, 132],
  [0.29, 29], // 0.29 * 100 is 28.999999999999996 in floating point
])('a progress of %f is shown as %i per cent', (progress, percent) => {
  expect(percentOf(progress)).toBe(percent)
})

test('the surface is hidden when empty, visible with any progress, and at the rim when full or over', () => {
  expect(surfaceY(0)).toBeGreaterThan(vesselHeight)
  expect(surfaceY(0.0001)).toBeLessThan(vesselHeight - 5)
  expect(surfaceY(0.5)).toBeLessThan(surfaceY(0.4))
  expect([surfaceY(1), surfaceY(1.8)]).toEqual([3, 3])
})
