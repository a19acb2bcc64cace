import fc from 'fast-check'
import { expect, test } from 'vitest'
import { millisecondsToPacificMidnight } from './midnight.ts'

const hour = 3_600_000

test.each([
  ['a winter noon in London', '2026-01-15T12:00:00Z', '2026-01-16T08:00:00Z'],
  ['a summer noon in London', '2026-07-15T12:00:00Z', '2026-07-16T07:00:00Z'],
  ['just before midnight', '2026-07-16T06:59:59.500Z', '2026-07-16T07:00:00Z'],
  ['at midnight, the next midnight', '2026-07-16T07:00:00Z', '2026-07-17T07:00:00Z'],
  ['the short day in March', '2026-03-08T08:00:00Z', '2026-03-09T07:00:00Z'],
  ['the evening before it', '2026-03-08T07:00:00Z', '2026-03-08T08:00:00Z'],
  ['the long day in November', '2026-11-01T07:00:00Z', '2026-11-02T08:00:00Z'],
  ['the evening before that', '2026-11-01T06:00:00Z', '2026-11-01T07:00:00Z'],
  ['the end of the year', '2027-01-01T05:00:00Z', '2027-01-01T08:00:00Z'],
])('%s', (_, now, midnight) => {
  const at = new Date(now)
  expect(new Date(at.getTime() + millisecondsToPacificMidnight(at)).toISOString()).toBe(
    new Date(midnight).toISOString(),
  )
})

test('midnight is always ahead, at most 25 hours, and the Pacific clock then reads midnight', () => {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Los_Angeles', timeStyle: 'medium' })
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
      (now) => {
        const wait = millisecondsToPacificMidnight(now)
        expect(wait).toBeGreaterThan(0)
        expect(wait).toBeLessThanOrEqual(25 * hour)
        expect(clock.format(new Date(now.getTime() + wait))).toBe('00:00:00')
      },
    ),
  )
})
