import { expect, test } from 'vitest'
import { hasEmail, readText, readTime, toMinor } from './read-cell.ts'

test.each([
  ['2026-07-01T13:04:30Z', '2026-07-01T13:04:30.000Z'],
  ['2025-01-03 10:00', '2025-01-03T10:00:00.000Z'],
  ['2025-01-03', '2025-01-03T00:00:00.000Z'],
  ['2025/1/3 9:05:07', '2025-01-03T09:05:07.000Z'],
  ['2025-01-03T10:00:00.123+02:00', '2025-01-03T08:00:00.000Z'],
  ['2025-01-03 10:00:00 UTC', '2025-01-03T10:00:00.000Z'],
  ['2025-01-03T10:00:00-0530', '2025-01-03T15:30:00.000Z'],
  ['03.04.2026, 18:30', '2026-04-03T18:30:00.000Z'],
  ['3/4/26 6:30 PM', '2026-04-03T18:30:00.000Z'],
  ['3-4-2026 12:05 am', '2026-04-03T00:05:00.000Z'],
  ['Jul 1, 2026 1:04 PM', '2026-07-01T13:04:00.000Z'],
  ['Wednesday, July 1, 2026 at 13:04', '2026-07-01T13:04:00.000Z'],
  ['1. Dezember 2026', '2026-12-01T00:00:00.000Z'],
  ['1 Mär 2026', '2026-03-01T00:00:00.000Z'],
  ['1751374800', '2025-07-01T13:00:00.000Z'],
  ['1751374800123', '2025-07-01T13:00:00.123Z'],
])('reads the time %s', (cell, at) => {
  expect(readTime(cell, 'dmy')?.toISOString()).toBe(at)
})

test('reads three numbers in the given order', () => {
  expect(readTime('03/04/2026', 'mdy')?.toISOString()).toBe('2026-03-04T00:00:00.000Z')
  expect(readTime('13/04/2026', 'mdy')).toBeUndefined()
})

test.each([
  '',
  'yesterday',
  '2026-02-30',
  '31.04.2026',
  '2026-01-01 25:00',
  '2026-01-01 13:00 PM',
  '5.00',
  '12345',
])('does not take %j for a time', (cell) => expect(readTime(cell, 'dmy')).toBeUndefined())

test('converts to minor units, and refuses what is too precise or too large', () => {
  expect(toMinor('5.5', 'eur')).toBe(550)
  expect(toMinor('5.0000', 'eur')).toBe(500)
  expect(toMinor('500', 'jpy')).toBe(500)
  expect(toMinor('5.005', 'eur')).toBeUndefined()
  expect(toMinor('99999999999', 'eur')).toBeUndefined()
})

test('removes email addresses, NUL and half characters from texts, and shortens them by characters', () => {
  expect(readText('write me: jo.doe+tips@mail.example.com!', 100)).toBe('write me: […]!')
  expect(readText('<jörg@bücher.example>', 100)).toBe('<[…]>')
  expect(readText(' a\u0000b\uD800 ', 100)).toBe('ab')
  expect(readText('🍺🍺🍺', 2)).toBe('🍺🍺')
  expect(readText(' \n ', 100)).toBeNull()
  expect(hasEmail('@mira on twitch, 5@5')).toBe(false)
})

test('a cell of any length is read in a moment', () => {
  const hostile = `${'a'.repeat(100_000)}@${'b.'.repeat(50_000)}`
  expect(readText(hostile, 500)).toHaveLength(500)
  expect(readTime(' '.repeat(100_000), 'dmy')).toBeUndefined()
})
