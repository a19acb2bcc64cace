import { expect, test } from 'vitest'
import { formatTimeAgo } from './format.ts'

const now = Date.parse('2026-03-10T12:00:00.000Z')

test.each([
  ['2026-03-10T11:59:30.000Z', 'just now'],
  ['2026-03-10T12:00:20.000Z', 'just now'], // the server's clock may be ahead of the browser's
  ['2026-03-10T11:55:10.000Z', '4 minutes ago'],
  ['2026-03-10T10:30:00.000Z', '1 hour ago'],
  ['2026-03-09T11:59:00.000Z', 'yesterday'],
  ['2026-03-05T12:00:00.000Z', '5 days ago'],
  ['2026-02-20T12:00:00.000Z', '20 February 2026'],
])('formats %s as %s', (at, text) => {
  expect(formatTimeAgo(at, now)).toBe(text)
})
