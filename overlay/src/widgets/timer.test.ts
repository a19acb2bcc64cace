import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WidgetFeed, WidgetMessages } from '../widget.ts'
import { show as showTimer } from './timer.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
const serverMs = 1_700_000_000_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** Shows a timer that runs for another hour. Returns what was asked of the feed and is not answered yet. */
function show() {
  const listeners: Partial<WidgetMessages> = {}
  const asks: Parameters<WidgetFeed['askTime']>[0][] = []
  showTimer(
    document.body,
    () => ({
      on: (message, listener) => void (listeners[message] = listener),
      askTime: (answer) => void asks.push(answer),
    }),
    new URLSearchParams(),
  )
  const timer = {
    timerId: 'one',
    name: 'Donothon',
    version: 1,
    status: 'running' as const,
    endsAtMs: serverMs + hourMs,
    restMs: null,
    isHappyHour: false,
    latest: [],
  }
  listeners.timers!([timer], serverMs, 'en')
  return { asks, readTime: () => document.querySelector('.timer-time')!.textContent }
}

test('half the way of a time of the server counts', () => {
  const { asks, readTime } = show()
  vi.advanceTimersByTime(minuteMs)
  vi.advanceTimersByTime(1_000)
  asks.shift()!(serverMs + 30_500)
  expect(readTime()).toBe('00:59:29')
})

test('a time of the server that slept on its way, as a computer does, is not taken over', () => {
  const { asks, readTime } = show()
  vi.advanceTimersByTime(minuteMs)
  vi.advanceTimersByTime(10 * minuteMs)
  asks.shift()!(serverMs + minuteMs)
  expect(readTime()).toBe('00:49:00')
})
