import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shareFeed } from './scene-feed.ts'
import type { WidgetMessages } from './widget.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

function share() {
  const messages: Partial<WidgetMessages> = {}
  const openIn = shareFeed({
    on: (message, listener) => void (messages[message] = listener),
    askTime: () => {},
  })
  const addLayer = () => {
    const element = document.createElement('section')
    document.body.append(element)
    return { element, feed: openIn(element)('goals') }
  }
  return { messages, addLayer }
}

test('a widget that is shown later gets the last message at once, and then each new one', () => {
  const { messages, addLayer } = share()
  messages.goals!([], 'en')
  messages.goals!([], 'de')
  const locales: string[] = []
  const { feed } = addLayer()

  feed.on('goals', (_, locale) => locales.push(locale))
  expect(locales).toEqual(['de'])
  messages.goals!([], 'en')
  expect(locales).toEqual(['de', 'en'])
})

test('a clock that is shown later gets the server’s time as it is then', () => {
  const { messages, addLayer } = share()
  messages.timers!([], 1_000_000, 'en')
  vi.advanceTimersByTime(5_000)

  const times: number[] = []
  addLayer().feed.on('timers', (_, nowMs) => times.push(nowMs))
  expect(times).toEqual([1_005_000])
})

test('a widget that has left the page gets nothing more', () => {
  const { messages, addLayer } = share()
  const { element, feed } = addLayer()
  let count = 0
  feed.on('goals', () => count++)

  element.remove()
  messages.goals!([], 'en')
  expect(count).toBe(0)
})
