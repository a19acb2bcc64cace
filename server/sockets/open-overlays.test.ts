import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginTurn, changeTurn, endTurn, isOverdue, openOverlays } from './open-overlays.ts'
import type { OpenOverlay } from './open-overlays.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Opens an active overlay. An alert waits at its server. */
function openWaiting() {
  const own = openOverlays({ creatorUid: 'mira', lastSeq: 2 } as never)
  own.playedSeq = 1
  own.active = { isStalled: false, firstSeq: 0 } as OpenOverlay
  return own
}

test('an alert is overdue five seconds after its turn has come', () => {
  const own = openWaiting()
  expect(isOverdue(own)).toBe(false)
  vi.advanceTimersByTime(4_900)
  expect(isOverdue(own)).toBe(false)
  vi.advanceTimersByTime(200)
  expect(isOverdue(own)).toBe(true)
})

test('while a long alert is shown and spoken, none after it is overdue', () => {
  const own = openWaiting()
  beginTurn(own)
  for (let second = 0; second < 85; second++) {
    vi.advanceTimersByTime(1_000)
    expect(isOverdue(own)).toBe(false)
  }
  endTurn(own)
  expect(isOverdue(own)).toBe(false)
  vi.advanceTimersByTime(5_100)
  expect(isOverdue(own)).toBe(true)
})

test('a page that never reports the end of an alert does not hold up the next one for ever', () => {
  const own = openWaiting()
  beginTurn(own)
  isOverdue(own)
  vi.advanceTimersByTime(96_000)
  expect(isOverdue(own)).toBe(true)
})

test('the next page has five seconds for an alert, although its predecessor was lost during a long one', () => {
  const own = openWaiting()
  beginTurn(own)
  changeTurn(own)
  isOverdue(own)
  vi.advanceTimersByTime(5_100)
  expect(isOverdue(own)).toBe(true)
})
