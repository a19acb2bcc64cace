import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useLogOutTimer } from './log-out-timer.ts'
import { setNavigator } from '../navigation.ts'
import { whileEndingSession } from './session.ts'
import { useStore } from '../store.ts'
import { dropSessionCookie } from '../../test/render.tsx'

const goTo = vi.fn<(path: string, state: { from?: string }) => void>()
const day = 86_400_000
const expired = 'Session expired. Redirecting to login.'

beforeEach(() => {
  vi.useFakeTimers()
  goTo.mockReset()
  setNavigator(goTo)
  useStore.setState({ auth: { isAuthenticated: true, token: 'session', user: null } })
  setEnd(30 * day)
})

/** Sets the cookie that tells all tabs when the session ends. */
function setEnd(ms: number): void {
  document.cookie = `brimful_signed_in=${Date.now() + ms}`
}

function dropCookie(): void {
  dropSessionCookie()
}

function toasts(): string[] {
  return useStore.getState().toast.entries.map(({ message }) => message)
}

function startTimer() {
  return renderHook(() => useLogOutTimer(useStore(({ auth }) => auth.isAuthenticated)))
}

test('announces the end of the session once, and opens the log-in page a second later', () => {
  startTimer()
  vi.advanceTimersByTime(30 * day - 1)
  dropCookie()
  expect(toasts()).toEqual([])

  vi.advanceTimersByTime(1)
  expect(toasts()).toEqual([expired])
  expect(useStore.getState().auth.isAuthenticated).toBe(false)
  expect(localStorage.getItem('root')).not.toContain('"session"')
  vi.advanceTimersByTime(999)
  expect(goTo).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(goTo).toHaveBeenCalledExactlyOnceWith('/account', { from: '/' })

  vi.advanceTimersByTime(2 * day)
  expect(toasts()).toEqual([expired])
  expect(goTo).toHaveBeenCalledOnce()
})

test('a visit in any tab moves the expiry for all tabs', () => {
  startTimer()
  vi.advanceTimersByTime(29 * day)
  setEnd(30 * day)

  vi.advanceTimersByTime(30 * day - 1)
  expect(toasts()).toEqual([])
  dropCookie()
  vi.advanceTimersByTime(1)
  expect(toasts()).toEqual([expired])
})

test('a computer that slept past the end signs out when it becomes visible', () => {
  startTimer()
  dropCookie()
  vi.setSystemTime(Date.now() + 40 * day) // time passes without timers, as while a computer sleeps

  document.dispatchEvent(new Event('visibilitychange'))

  expect(toasts()).toEqual([expired])
})

test("a clock ahead of the server's signs nobody out while the browser keeps the cookie", () => {
  setEnd(-2 * day)
  startTimer()

  vi.advanceTimersByTime(day)
  expect(toasts()).toEqual([])
  dropCookie()
  vi.advanceTimersByTime(2000)
  expect(toasts()).toEqual([expired])
})

test('logging out on purpose shows nothing, and signed-out visitors have no timer', async () => {
  const { unmount } = startTimer()
  await whileEndingSession(async () => {
    dropCookie()
    vi.setSystemTime(Date.now() + 1)
    document.dispatchEvent(new Event('visibilitychange'))
  })
  expect(toasts()).toEqual([])
  unmount()

  useStore.setState({ auth: { isAuthenticated: false, token: null, user: null } })
  startTimer()
  vi.advanceTimersByTime(40 * day)
  expect(toasts()).toEqual([])
})
