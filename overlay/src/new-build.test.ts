import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openNewBuild } from './new-build.ts'

const maxIdleMs = 5_000
/** The reasons for which the page has reloaded. */
const reloads: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => Response.json({}))
  vi.spyOn(location, 'reload').mockImplementation(() => void reloads.push(...Object.keys(sessionStorage)))
})
afterEach(() => void reloads.splice(0))

test('a page reloads for another build, and not for its own, in development or for a server without one', async () => {
  for (const [own, offered] of [
    ['a', 'a'],
    ['a', null],
    ['a', undefined],
    [undefined, 'b'],
  ] as const)
    openNewBuild(own).offer(offered)
  await vi.advanceTimersByTimeAsync(maxIdleMs)
  expect(reloads).toEqual([])

  openNewBuild('a').offer('b')
  await vi.advanceTimersByTimeAsync(maxIdleMs)

  expect(reloads).toEqual(['build b'])
})

test('it waits while alerts are on screen or wait', async () => {
  const newBuild = openNewBuild('a')
  newBuild.offer('b')
  for (let alert = 0; alert < 3; alert++) {
    newBuild.pause()
    await vi.advanceTimersByTimeAsync(60_000)
    newBuild.resume()
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(reloads).toEqual([])

  await vi.advanceTimersByTimeAsync(maxIdleMs)

  expect(reloads).toEqual(['build b'])
})

test('it does not reload once the server has its build again', async () => {
  const newBuild = openNewBuild('a')
  newBuild.offer('b')
  newBuild.offer('a')

  await vi.advanceTimersByTimeAsync(maxIdleMs)

  expect(reloads).toEqual([])
})
