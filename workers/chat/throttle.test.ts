import { expect, test } from 'vitest'
import { openThrottle } from './throttle.ts'

test('a new channel accepts a message now', () => {
  expect(openThrottle().waitMs('mira')).toBe(0)
})

test('a channel waits until its time is over, and others do not wait', () => {
  let time = 0
  const throttle = openThrottle(() => time)
  throttle.block('mira', 1000)
  time = 400
  expect(throttle.waitMs('mira')).toBe(600)
  expect(throttle.waitMs('otto')).toBe(0)
  time = 1000
  expect(throttle.waitMs('mira')).toBe(0)
})

test('a shorter wait does not end a longer one', () => {
  const throttle = openThrottle(() => 0)
  throttle.block('mira', 30_000)
  throttle.block('mira', 1000)
  expect(throttle.waitMs('mira')).toBe(30_000)
})
