import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadCursor, saveCursor } from './cursor-store.ts'

beforeEach(() => localStorage.clear())
afterEach(() => void vi.unstubAllGlobals())

test('each creator has a cursor of its own', () => {
  saveCursor('one', 7)
  saveCursor('two', 0)

  expect([loadCursor('one'), loadCursor('two'), loadCursor('three')]).toEqual([7, 0, undefined])
})

test.each(['', '-1', '1.5', 'NaN', '1e3', 'null', '{}', '99999999999999999999'])(
  'an invalid cursor is ignored: %j',
  (saved) => {
    localStorage.setItem('brimful.alerts.one', saved)

    expect(loadCursor('one')).toBeUndefined()
  },
)

test('blocked storage does not throw', () => {
  vi.stubGlobal('localStorage', undefined)

  expect(() => saveCursor('one', 7)).not.toThrow()
  expect(loadCursor('one')).toBeUndefined()
})
