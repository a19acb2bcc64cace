import { expect, test } from 'vitest'
import { openBudget, openPace } from './pace.ts'

test('a channel of which nothing is known takes a line now', () => {
  expect(openPace().claim('mira')).toBe(0)
})

test('a channel that closed takes a line when it opens', () => {
  let time = 0
  const pace = openPace(() => time)
  pace.close('mira', 1000)
  time = 400
  expect(pace.claim('mira')).toBe(600)
  time = 1000
  expect(pace.claim('mira')).toBe(0)
})

test('lines that wait for one channel get moments of their own, and other channels none of it', () => {
  const pace = openPace(() => 0)
  pace.close('mira', 1000)
  expect([1, 2, 3].map(() => pace.claim('mira'))).toEqual([1000, 2000, 3000])
  expect(pace.claim('otto')).toBe(0)
})

test('each of thirty lines in slow mode tries twice at most', () => {
  let time = 0
  const pace = openPace(() => time)
  const waiting = Array.from({ length: 30 }, (_, line) => ({ line, at: 0 }))
  const tries = new Map<number, number>()
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    time = Math.max(time, next.at)
    const waitMs = pace.claim('mira')
    tries.set(next.line, (tries.get(next.line) ?? 0) + 1)
    if (waitMs === 0) pace.close('mira', 5000)
    else waiting.push({ line: next.line, at: time + waitMs })
    waiting.sort((a, b) => a.at - b.at)
  }
  expect(Math.max(...tries.values())).toBe(2)
  expect(time).toBe(29 * 5000)
})

test('a budget that is used up has room when its oldest line is out of the window', () => {
  let time = 0
  const budget = openBudget(30_000, () => time)
  for (time = 0; time < 18; time++) expect(budget.take(18)).toBe(0)
  expect(budget.take(18)).toBe(30_000 - 18)
  time = 30_000
  expect(budget.take(18)).toBe(0)
  expect(budget.take(18)).toBe(1)
})

test('whoever has the wider limit goes on where the narrow one is reached, and counts for it', () => {
  const budget = openBudget(30_000, () => 0)
  for (let i = 0; i < 18; i++) budget.take(18)
  expect(budget.take(90)).toBe(0)
  expect(budget.take(18)).toBe(30_000)
})

test('no thirty seconds hold more lines than the limit, whenever they are sent', () => {
  let time = 0
  const budget = openBudget(30_000, () => time)
  const sent: number[] = []
  while (sent.length < 200) {
    const waitMs = budget.take(18)
    if (waitMs === 0) sent.push(time)
    time += Math.max(waitMs, (sent.length * 7919) % 2500)
  }
  for (const at of sent) {
    expect(sent.filter((other) => other > at - 30_000 && other <= at).length).toBeLessThanOrEqual(18)
  }
})
