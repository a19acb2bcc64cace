import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { measureDrawn } from './drawn-time.ts'

let hasFrames = true
beforeEach(() => {
  hasFrames = true
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    const draw = () => (hasFrames ? callback(performance.now()) : setTimeout(draw, 16))
    return setTimeout(draw, 16)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function measure(isOnStream = () => true) {
  const reports: number[] = []
  return { reports, end: measureDrawn(isOnStream, (ms) => void reports.push(ms)) }
}

test('reports once two seconds are drawn, and the whole time at the end', async () => {
  const { reports, end } = measure()

  await vi.advanceTimersByTimeAsync(1_900)
  expect(reports).toEqual([])
  await vi.advanceTimersByTimeAsync(4_000)
  end()

  expect(reports).toHaveLength(2)
  expect(reports[0]).toBeGreaterThanOrEqual(2_000)
  expect(reports[1]).toBeGreaterThan(4_900) // a sample a second
  expect(reports[1]).toBeLessThanOrEqual(5_900)
})

test('does not count the time without frames', async () => {
  const { reports, end } = measure()
  await vi.advanceTimersByTimeAsync(1_900)
  hasFrames = false
  await vi.advanceTimersByTimeAsync(10_000)
  hasFrames = true
  await vi.advanceTimersByTimeAsync(900)
  end()

  expect(reports).toEqual([])
})

test('does not count the time where the stream cannot show the page', async () => {
  const { reports, end } = measure(() => false)
  await vi.advanceTimersByTimeAsync(6_000)
  end()

  expect(reports).toEqual([])
})

test('does not count a second at whose start the stream could not show the page', async () => {
  let isOnStream = false
  const { reports, end } = measure(() => isOnStream)
  await vi.advanceTimersByTimeAsync(900)
  isOnStream = true
  await vi.advanceTimersByTimeAsync(1_200)
  end()

  expect(reports).toEqual([])
})
