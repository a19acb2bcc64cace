import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPulse } from './pulse.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first to ask is served at once, all that ask soon after together, once', async () => {
  const done: string[] = []
  const pulse = createPulse(200, async (key) => void done.push(key))

  pulse.ask('a')
  expect(done).toEqual(['a'])
  for (let i = 0; i < 50; i++) pulse.ask('a')
  await vi.advanceTimersByTimeAsync(199)
  expect(done).toEqual(['a'])

  await vi.advanceTimersByTimeAsync(1000)
  expect(done).toEqual(['a', 'a'])
})

test('keys do not wait for each other', () => {
  const done: string[] = []
  const pulse = createPulse(200, async (key) => void done.push(key))

  for (const key of ['a', 'b', 'a', 'c']) pulse.ask(key)

  expect(done).toEqual(['a', 'b', 'c'])
})

test('work that takes long is not begun twice at a time, and what was asked meanwhile is not forgotten', async () => {
  let running = 0
  let runs = 0
  let most = 0
  const pulse = createPulse(200, async () => {
    runs += 1
    running += 1
    most = Math.max(most, running)
    await new Promise((slept) => setTimeout(slept, 1000))
    running -= 1
  })

  pulse.ask('a')
  await vi.advanceTimersByTimeAsync(900)
  pulse.ask('a')
  await vi.advanceTimersByTimeAsync(5000)

  expect([runs, most]).toEqual([2, 1])
})

test('nothing is done after the stop', async () => {
  const done: string[] = []
  const pulse = createPulse(200, async (key) => void done.push(key))
  pulse.ask('a')
  pulse.ask('a')
  await vi.advanceTimersByTimeAsync(0)

  pulse.stop()
  await vi.advanceTimersByTimeAsync(1000)

  expect(done).toEqual(['a'])
})
