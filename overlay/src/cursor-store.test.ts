import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadCursor, saveCursor } from './cursor-store.ts'

beforeEach(() => localStorage.clear())
afterEach(() => void vi.unstubAllGlobals())

test('a place is kept for each creator apart', () => {
  saveCursor('one', 7)
  saveCursor('two', 0)

  expect([loadCursor('one'), loadCursor('two'), loadCursor('three')]).toEqual([7, 0, undefined])
})

test.each(['', '-1', '1.5', 'NaN', '1e3', 'null', '{}', '99999999999999999999'])(
  'what makes no sense is no place: %j',
  (kept) => {
    localStorage.setItem('brimful.alerts.one', kept)

    expect(loadCursor('one')).toBeUndefined()
  },
)

test('a closed storage is no storage, and no failure', () => {
  vi.stubGlobal('localStorage', undefined)

  expect(() => saveCursor('one', 7)).not.toThrow()
  expect(loadCursor('one')).toBeUndefined()
})
