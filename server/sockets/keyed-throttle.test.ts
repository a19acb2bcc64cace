import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createKeyedThrottle } from './keyed-throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first call runs at once, later calls within the interval run once after it', async () => {
  const done: string[] = []
  const throttle = createKeyedThrottle(200, async (key) => void done.push(key))

  throttle.run('a')
  expect(done).toEqual(['a'])
  for (let i = 0; i < 50; i++) throttle.run('a')
  await vi.advanceTimersByTimeAsync(199)
  expect(done).toEqual(['a'])

  await vi.advanceTimersByTimeAsync(1000)
  expect(done).toEqual(['a', 'a'])
})

test('each key has its own interval', () => {
  const done: string[] = []
  const throttle = createKeyedThrottle(200, async (key) => void done.push(key))

  for (const key of ['a', 'b', 'a', 'c']) throttle.run(key)

  expect(done).toEqual(['a', 'b', 'c'])
})

test('work for one key never overlaps, and a call during a run causes another run', async () => {
  let running = 0
  let runs = 0
  let maxRunning = 0
  const throttle = createKeyedThrottle(200, async () => {
    runs += 1
    running += 1
    maxRunning = Math.max(maxRunning, running)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    running -= 1
  })

  throttle.run('a')
  await vi.advanceTimersByTimeAsync(900)
  throttle.run('a')
  await vi.advanceTimersByTimeAsync(5000)

  expect([runs, maxRunning]).toEqual([2, 1])
})

test('nothing runs after stop', async () => {
  const done: string[] = []
  const throttle = createKeyedThrottle(200, async (key) => void done.push(key))
  throttle.run('a')
  throttle.run('a')
  await vi.advanceTimersByTimeAsync(0)

  throttle.stop()
  await vi.advanceTimersByTimeAsync(1000)

  expect(done).toEqual(['a'])
})
