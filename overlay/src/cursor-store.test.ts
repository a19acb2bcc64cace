import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadSeq, saveSeq } from './cursor-store.ts'

beforeEach(() => localStorage.clear())
afterEach(() => void vi.unstubAllGlobals())

test('each creator has numbers of its own', () => {
  saveSeq('begun', 'one', 9)
  saveSeq('alerts', 'one', 7)
  saveSeq('alerts', 'two', 0)

  expect(loadSeq('begun', 'one')).toBe(9)
  expect([loadSeq('alerts', 'one'), loadSeq('alerts', 'two'), loadSeq('alerts', 'three')]).toEqual([
    7,
    0,
    undefined,
  ])
})

test.each(['', '-1', '1.5', 'NaN', '1e3', 'null', '{}', '99999999999999999999'])(
  'an invalid cursor is ignored: %j',
  (saved) => {
    localStorage.setItem('brimful.alerts.one', saved)

    expect(loadSeq('alerts', 'one')).toBeUndefined()
  },
)

test('blocked storage does not throw', () => {
  vi.stubGlobal('localStorage', undefined)

  expect(() => saveSeq('alerts', 'one', 7)).not.toThrow()
  expect(loadSeq('alerts', 'one')).toBeUndefined()
})
