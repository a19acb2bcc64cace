import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openNewBuild } from './new-build.ts'
import { reloadOnce } from './reload-once.ts'

vi.mock('./reload-once.ts', () => ({ reloadOnce: vi.fn<typeof reloadOnce>(async () => {}) }))

const maxIdleMs = 5_000
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.mocked(reloadOnce).mockClear()
})

test('a page reloads for another build, and not for its own, in development or for a server without one', () => {
  for (const [own, offered] of [
    ['a', 'a'],
    ['a', null],
    ['a', undefined],
    [undefined, 'b'],
  ] as const)
    openNewBuild(own).offer(offered)
  vi.advanceTimersByTime(maxIdleMs)
  expect(reloadOnce).not.toHaveBeenCalled()

  openNewBuild('a').offer('b')
  vi.advanceTimersByTime(maxIdleMs)

  expect(vi.mocked(reloadOnce).mock.calls).toEqual([['build b']])
})

test('it waits while alerts are on screen or wait', () => {
  const newBuild = openNewBuild('a')
  newBuild.offer('b')
  for (let alert = 0; alert < 3; alert++) {
    newBuild.pause()
    vi.advanceTimersByTime(60_000)
    newBuild.resume()
    vi.advanceTimersByTime(500)
  }
  expect(reloadOnce).not.toHaveBeenCalled()

  vi.advanceTimersByTime(maxIdleMs)

  expect(reloadOnce).toHaveBeenCalledOnce()
})

test('it does not reload once the server has its build again', () => {
  const newBuild = openNewBuild('a')
  newBuild.offer('b')
  newBuild.offer('a')

  vi.advanceTimersByTime(maxIdleMs)

  expect(reloadOnce).not.toHaveBeenCalled()
})
