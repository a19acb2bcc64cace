import { expect, test } from 'vitest'
import { openPace } from './throttle.ts'

test('a new channel accepts a message now', () => {
  expect(openPace().waitMs('mira')).toBe(0)
})

test('a channel waits until its time is over, and others do not wait', () => {
  let time = 0
  const pace = openPace(() => time)
  pace.close('mira', 1000)
  time = 400
  expect(pace.waitMs('mira')).toBe(600)
  expect(pace.waitMs('otto')).toBe(0)
  time = 1000
  expect(pace.waitMs('mira')).toBe(0)
})

test('a shorter wait does not end a longer one', () => {
  const pace = openPace(() => 0)
  pace.close('mira', 30_000)
  pace.close('mira', 1000)
  expect(pace.waitMs('mira')).toBe(30_000)
})
