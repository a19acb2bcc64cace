import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paceQuota } from './quota-throttle.ts'

const lifetimeMs = 180_000
const day = (units: number, dayGone: number) => ({ units, budget: 10_000, dayGone })
const pace = (units: number, dayGone: number, isUrgent = false) =>
  paceQuota(day(units, dayGone), 50, lifetimeMs, isUrgent)

test('in the morning nobody waits, and a burst gets some messages', () => {
  expect(pace(0, 0)).toEqual({ lines: 6, gapMs: 0 })
})

test('far ahead of the day a creator waits and gets one message', () => {
  expect(pace(3_000, 0)).toEqual({ lines: 1, gapMs: 162_000 })
  expect(pace(2_250, 0).gapMs).toBe(81_000)
  expect(pace(3_000, 0.2).gapMs).toBe(0)
})

test('the last tenth is reserved for funded goals', () => {
  expect(pace(9_000, 0.99).lines).toBe(0)
  expect(pace(9_000, 0.99, true).lines).toBeGreaterThan(0)
  expect(pace(9_990, 0.99, true).lines).toBe(0)
})

test('a stream of twelve hours with a tip every second gets messages until its end', () => {
  const hours = 12
  let units = 0
  let lastAt = -Infinity
  let lines = 0
  let longestGap = 0
  for (let second = 0; second < hours * 3600; second++) {
    const { lines: room, gapMs } = pace(units, second / 86_400)
    if (room === 0 || (second - lastAt) * 1000 < gapMs) continue
    longestGap = Math.max(longestGap, lastAt < 0 ? 0 : second - lastAt)
    lastAt = second
    units += 50
    lines += 1
  }
  expect(lines).toBeGreaterThan(150)
  expect(hours * 3600 - lastAt).toBeLessThan(500)
  expect(longestGap).toBeLessThan(500)
})

test('messages never exceed the units left, and funded goals do not wait', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 1, max: 500 }),
      fc.boolean(),
      (units, dayGone, cost, isUrgent) => {
        const { lines, gapMs } = paceQuota(day(units, dayGone), cost, lifetimeMs, isUrgent)
        expect(lines * cost).toBeLessThanOrEqual(10_000 - units)
        expect(gapMs).toBeGreaterThanOrEqual(0)
        if (isUrgent) expect(gapMs).toBe(0)
      },
    ),
  )
})
