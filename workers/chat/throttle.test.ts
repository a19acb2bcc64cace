import { expect, test } from 'vitest'
import { openPace } from './throttle.ts'

test('a channel of which nothing is known takes a line now', () => {
  expect(openPace().waitMs('mira')).toBe(0)
})

test('a channel that closed takes a line when it opens, and no other waits for it', () => {
  let time = 0
  const pace = openPace(() => time)
  pace.close('mira', 1000)
  time = 400
  expect(pace.waitMs('mira')).toBe(600)
  expect(pace.waitMs('otto')).toBe(0)
  time = 1000
  expect(pace.waitMs('mira')).toBe(0)
})

test('a shorter closure does not open a channel sooner', () => {
  const pace = openPace(() => 0)
  pace.close('mira', 30_000)
  pace.close('mira', 1000)
  expect(pace.waitMs('mira')).toBe(30_000)
})
