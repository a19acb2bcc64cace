import { expect, test } from 'vitest'
import { goals, judge } from './targets.ts'
import type { Ratio } from './rounds.ts'

function ratio(median: number, baseline = 1): Ratio {
  return { median, min: median, max: median, rounds: 5, ours: median * baseline, baseline }
}

test('more is better unless the goal says otherwise', () => {
  const rate = goals['gateway']!['rooms of 1: alerts/s']
  expect([0.95, 0.85, 0.84].map((value) => judge(rate, ratio(value), {}))).toEqual([
    'aim met',
    'met',
    'missed',
  ])
  const memory = goals['gateway']!['KB per idle overlay']
  expect([1.1, 1.3, 1.31].map((value) => judge(memory, ratio(value), {}))).toEqual([
    'aim met',
    'met',
    'missed',
  ])
})

test('where the skeleton itself is far too slow, a row says nothing', () => {
  const own = goals['capture-to-overlay']!
  const slow = { 'p50 ms': ratio(1, 5.1), 'p99 ms': ratio(1, 9), 'tips/s': ratio(1, 799) }
  for (const [name, figure] of Object.entries(slow)) expect(judge(own[name], figure, slow)).toBe('void')
  const quick = { 'p50 ms': ratio(1, 5), 'p99 ms': ratio(1, 9), 'tips/s': ratio(1, 800) }
  for (const [name, figure] of Object.entries(quick)) expect(judge(own[name], figure, quick)).not.toBe('void')
})

test('a figure without a goal is only shown', () => {
  expect(judge(undefined, ratio(1), {})).toBe('')
})
