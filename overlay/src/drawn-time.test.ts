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

interface Page {
  isOnStream?: () => boolean
  isHidden?: () => boolean
}

function measure({ isOnStream = () => true, isHidden = () => false }: Page = {}) {
  const reports: number[] = []
  const { end } = measureDrawn({ isOnStream, isHidden, report: (ms) => void reports.push(ms) })
  return {
    reports,
    /** Ends the measurement, and returns whether the alert was cut short. */
    async end(): Promise<boolean> {
      const isCut = end()
      await vi.advanceTimersByTimeAsync(5_000)
      return isCut
    },
  }
}

test('reports once two seconds are drawn, and the whole time at the end', async () => {
  const { reports, end } = measure()

  await vi.advanceTimersByTimeAsync(1_900)
  expect(reports).toEqual([])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await end()).toBe(false)

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
  await end()

  expect(reports).toEqual([])
})

test('does not count the time where the stream cannot show the page', async () => {
  const { reports, end } = measure({ isOnStream: () => false })
  await vi.advanceTimersByTimeAsync(6_000)
  await end()

  expect(reports).toEqual([])
})

test('does not count a second at whose start the stream could not show the page', async () => {
  let isOnStream = false
  const { reports, end } = measure({ isOnStream: () => isOnStream })
  await vi.advanceTimersByTimeAsync(900)
  isOnStream = true
  await vi.advanceTimersByTimeAsync(1_200)
  await end()

  expect(reports).toEqual([])
})

test.each([
  { display: 6_000, hiddenFrom: 600, shownFrom: Infinity, isCut: true },
  { display: 6_000, hiddenFrom: 600, shownFrom: 5_500, isCut: true },
  { display: 6_000, hiddenFrom: 600, shownFrom: 3_000, isCut: false },
  { display: 6_000, hiddenFrom: 2_500, shownFrom: Infinity, isCut: false },
  { display: 6_000, hiddenFrom: 600, shownFrom: 6_500, isCut: true },
  { display: 2_000, hiddenFrom: 600, shownFrom: Infinity, isCut: true },
  { display: 6_000, hiddenFrom: 600, shownFrom: 900, isCut: false },
  { display: 500, hiddenFrom: Infinity, shownFrom: Infinity, isCut: false },
  { display: 500, hiddenFrom: 100, shownFrom: Infinity, isCut: true },
])(
  'of $display ms without frames from $hiddenFrom to $shownFrom it is cut short: $isCut',
  async ({ display, hiddenFrom, shownFrom, isCut }) => {
    const { end } = measure()
    if (hiddenFrom < Infinity) setTimeout(() => (hasFrames = false), hiddenFrom)
    if (shownFrom < Infinity) setTimeout(() => (hasFrames = true), shownFrom)
    await vi.advanceTimersByTimeAsync(display)

    expect(await end()).toBe(isCut)
  },
)

test('the time in which the page knows that it is hidden is not drawn, even if there are frames', async () => {
  let isHidden = false
  const { end } = measure({ isOnStream: () => !isHidden, isHidden: () => isHidden })
  await vi.advanceTimersByTimeAsync(600)
  isHidden = true
  await vi.advanceTimersByTimeAsync(5_400)

  expect(await end()).toBe(true)
})

test('a slow page that was never hidden cuts nothing short', async () => {
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) =>
    setTimeout(() => callback(performance.now()), 900),
  )
  const { reports, end } = measure()
  await vi.advanceTimersByTimeAsync(2_000)

  expect(await end()).toBe(false)
  expect(reports).toEqual([])
})
