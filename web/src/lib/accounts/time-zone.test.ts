import { afterEach, expect, test, vi } from 'vitest'
import { browserTimeZone, dayIn, endOfDay, formatDayIn, isSameTimeZone, listTimeZones } from './time-zone.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  ['UTC', '2026-03-10', '2026-03-10T23:59:59.000Z'],
  ['America/New_York', '2026-12-01', '2026-12-02T04:59:59.000Z'],
  ['Asia/Kathmandu', '2026-03-10', '2026-03-10T18:14:59.000Z'],
  ['Pacific/Kiritimati', '2026-03-10', '2026-03-10T09:59:59.000Z'],
  ['Etc/GMT+12', '2026-03-10', '2026-03-11T11:59:59.000Z'],
  // days of 23 and 25 hours, before a day without a midnight, and before one with two
  ['Europe/Berlin', '2026-03-29', '2026-03-29T21:59:59.000Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-25T22:59:59.000Z'],
  ['America/Havana', '2026-03-07', '2026-03-08T04:59:59.000Z'],
  ['America/Havana', '2026-10-31', '2026-11-01T03:59:59.000Z'],
])('in %s, %s ends with %s', (zone, day, end) => {
  expect(endOfDay(zone, day)).toBe(end)
  expect(dayIn(zone, end)).toBe(day)
  expect(dayIn(zone, Date.parse(end) + 1000) > day).toBe(true)
})

test('a browser that does not know a zone uses its own', () => {
  expect(dayIn('Mars/Olympus_Mons', '2026-12-01T12:00:00Z')).toBe(dayIn(undefined, '2026-12-01T12:00:00Z'))
  expect(endOfDay('Mars/Olympus_Mons', '2026-12-01')).toBe(endOfDay(undefined, '2026-12-01'))
})

test('what is no day stays what it is', () => {
  expect(endOfDay('UTC', '2026-02-')).toBe('2026-02-')
})

test('formats a day where the creator is', () => {
  expect(formatDayIn('America/New_York', '2026-12-02T04:59:59Z')).toBe('1 Dec 2026')
})

test('former and current names of a zone are the same', () => {
  expect(isSameTimeZone('Asia/Calcutta', 'Asia/Kolkata')).toBe(true)
  expect(isSameTimeZone('Europe/Berlin', 'Europe/Paris')).toBe(false)
  expect(isSameTimeZone('Mars/Olympus_Mons', 'Mars/Base')).toBe(false)
})

test('the list has UTC and what is chosen, once, and an old browser has these only', () => {
  const zones = listTimeZones('Mars/Olympus_Mons', 'Europe/Berlin')
  expect(zones).toEqual(expect.arrayContaining(['America/New_York', 'UTC', 'Mars/Olympus_Mons']))
  expect(zones.filter((zone) => zone === 'Europe/Berlin')).toHaveLength(1)

  vi.stubGlobal('Intl', { DateTimeFormat: Intl.DateTimeFormat })
  expect(listTimeZones('Europe/Berlin')).toEqual(['Europe/Berlin', 'UTC'])
})

test('a browser that knows no zone has none', () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({} as never)
  expect(browserTimeZone()).toBeUndefined()
})
