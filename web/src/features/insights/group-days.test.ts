import { expect, test } from 'vitest'
import { groupDays } from './group-days.ts'

const days = [
  { day: '2026-10-31', amount: 100, tips: 1 },
  { day: '2026-11-01', amount: 200, tips: 1 },
  { day: '2026-11-02', amount: 400, tips: 2 },
]

test.each([
  ['7', ['31 Oct 100', '1 Nov 200', '2 Nov 400']],
  ['90', ['26 Oct 300', '2 Nov 400']],
  ['365', ['Oct 26 100', 'Nov 26 600']],
] as const)('groups %s days', (range, expected) => {
  expect(groupDays(days, range).map(({ label, amount }) => `${label} ${amount}`)).toEqual(expected)
})
