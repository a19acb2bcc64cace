import { expect, test } from 'vitest'
import { isLate } from './site.ts'

const hours = 3_600_000
const day = 24 * hours
const now = new Date('2026-12-01T12:00:00Z')
const ending = (inMs: number, lifeMs: number) => {
  const validTo = new Date(now.getTime() + inMs)
  return { validFrom: new Date(validTo.getTime() - lifeMs), validTo }
}

test.each([
  ['90 days, of which 16 are left', 16 * day, 90 * day, false],
  ['90 days, of which 14 are left', 14 * day, 90 * day, true],
  ['twelve hours by Caddy’s own CA, of which three are left', 3 * hours, 12 * hours, false],
  ['twelve hours, of which one is left', 1 * hours, 12 * hours, true],
  ['90 days that are over', -day, 90 * day, true],
])('a certificate of %s is late or not', (_, inMs, lifeMs, expected) => {
  expect(isLate(ending(inMs, lifeMs), now)).toBe(expected)
})
