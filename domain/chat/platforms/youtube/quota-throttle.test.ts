import fc from 'fast-check'
import { expect, test } from 'vitest'
import { throttleQuota } from './quota-throttle.ts'

const lifetimeMs = 180_000
const day = (units: number, dayGone: number) => ({ units, budget: 10_000, dayGone })
const throttle = (units: number, dayGone: number, isUrgent = false) =>
  throttleQuota(day(units, dayGone), 50, lifetimeMs, isUrgent)

test('in the morning nobody waits, and a burst gets some messages', () => {
  expect(throttle(0, 0)).toEqual({ messages: 6, gapMs: 0, isScarce: false })
})

test('far ahead of the day a creator waits and gets one message', () => {
  expect(throttle(3_000, 0)).toEqual({ messages: 1, gapMs: 162_000, isScarce: true })
  expect(throttle(2_250, 0).gapMs).toBe(81_000)
  expect(throttle(3_000, 0.2).gapMs).toBe(0)
})

test('messages are scarce ahead of the day, but never for funded goals', () => {
  expect(throttle(1_500, 0).isScarce).toBe(false)
  expect(throttle(1_600, 0).isScarce).toBe(true)
  expect(throttle(1_600, 0, true).isScarce).toBe(false)
  expect(throttle(1_600, 0.5).isScarce).toBe(false)
})

test('the last tenth is reserved for funded goals', () => {
  expect(throttle(9_000, 0.99).messages).toBe(0)
  expect(throttle(9_000, 0.99, true).messages).toBeGreaterThan(0)
  expect(throttle(9_990, 0.99, true).messages).toBe(0)
})

test('a stream of twelve hours with a tip every second gets messages until its end', () => {
  const hours = 12
  let units = 0
  let lastAt = -Infinity
  let messages = 0
  let maxGap = 0
  for (let second = 0; second < hours * 3600; second++) {
    const { messages: room, gapMs } = throttle(units, second / 86_400)
    if (room === 0 || (second - lastAt) * 1000 < gapMs) continue
    maxGap = Math.max(maxGap, lastAt < 0 ? 0 : second - lastAt)
    lastAt = second
    units += 50
    messages += 1
  }
  expect(messages).toBeGreaterThan(150)
  expect(hours * 3600 - lastAt).toBeLessThan(500)
  expect(maxGap).toBeLessThan(500)
})

test('messages never exceed the units left, and funded goals do not wait', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 1, max: 500 }),
      fc.boolean(),
      (units, dayGone, cost, isUrgent) => {
        const { messages, gapMs } = throttleQuota(day(units, dayGone), cost, lifetimeMs, isUrgent)
        expect(messages * cost).toBeLessThanOrEqual(10_000 - units)
        expect(gapMs).toBeGreaterThanOrEqual(0)
        if (isUrgent) expect(gapMs).toBe(0)
      },
    ),
  )
})
