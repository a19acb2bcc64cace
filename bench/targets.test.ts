import { expect, test } from 'vitest'
import { judge, targets } from './targets.ts'
import type { Ratio } from './rounds.ts'

function ratio(median: number, baseline = 1): Ratio {
  return { median, min: median, max: median, rounds: 5, ours: median * baseline, baseline }
}

test('a higher ratio is better unless the target states otherwise', () => {
  const rate = targets['gateway']!['rooms of 1: alerts/s']
  expect([0.95, 0.85, 0.84].map((value) => judge(rate, ratio(value), {}))).toEqual([
    'aim met',
    'met',
    'missed',
  ])
  const memory = targets['gateway']!['KB per idle overlay']
  expect([1.1, 1.3, 1.31].map((value) => judge(memory, ratio(value), {}))).toEqual([
    'aim met',
    'met',
    'missed',
  ])
})

test('the verdict is void when the skeleton itself is too slow', () => {
  const own = targets['capture-to-overlay']!
  const slow = {
    'paced: p50 ms': ratio(1, 15.1),
    'paced: p99 ms': ratio(1, 20),
    'burst: tips/s': ratio(1, 399),
  }
  for (const [name, figure] of Object.entries(slow)) expect(judge(own[name], figure, slow)).toBe('void')
  const quick = {
    'paced: p50 ms': ratio(1, 15),
    'paced: p99 ms': ratio(1, 20),
    'burst: tips/s': ratio(1, 400),
  }
  for (const [name, figure] of Object.entries(quick)) expect(judge(own[name], figure, quick)).not.toBe('void')
})

test('a figure without a target has no verdict', () => {
  expect(judge(undefined, ratio(1), {})).toBe('')
})
