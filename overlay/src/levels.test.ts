import { expect, test } from 'vitest'
import { levelOf, levelsOf, percentOf, surfaceAt, vesselHeight } from './levels.ts'

const goal = { title: 'A kiln', amount: 1_200_00, amountReceived: 864_00 }

test('a tip lifts its goal from what it was to what it is', () => {
  expect(levelsOf(goal, 10_00)).toEqual({ before: 854 / 1200, after: 0.72 })
})

test('levels stay sensible when the figures are not', () => {
  expect(levelsOf({ ...goal, amountReceived: 5_00 }, 10_00)).toEqual({ before: 0, after: 5 / 1200 })
  expect(levelOf(5_00, 0)).toBe(0)
})

test.each([
  [0, 0],
  [0.7199, 71],
  [0.999999, 99],
  [1, 100],
  [1.32, 132],
  [0.29, 29], // 28.999999999999996 in binary
])('a level of %f reads %i per cent', (level, percent) => {
  expect(percentOf(level)).toBe(percent)
})

test('the surface is out of sight when empty, seen when begun, at the rim when full or over', () => {
  expect(surfaceAt(0)).toBeGreaterThan(vesselHeight)
  expect(surfaceAt(0.0001)).toBeLessThan(vesselHeight - 5)
  expect(surfaceAt(0.5)).toBeLessThan(surfaceAt(0.4))
  expect([surfaceAt(1), surfaceAt(1.8)]).toEqual([3, 3])
})
