import { expect, test, vi } from 'vitest'
import { buildViewedCreator } from '../test/builders.ts'
import { restoreTimeoutMs, timedStorage } from './store-storage.ts'
import { saveTipChoices, saveTipCurrency } from './payments/saved-choices.ts'
import { resetStore, useStore } from './store.ts'
import { emptyState, restorePersisted } from './store-state.ts'

const user = {
  uid: 'u',
  displayName: 'Ada',
  brimfulUserName: 'ada',
  userImg: null,
  accountType: 2,
  isVerified: false,
} as const

function written(): { state: Record<string, unknown>; version: number } {
  return JSON.parse(localStorage.getItem('root') ?? 'null')
}

test('persists the state under root, version 1, with its six keys', () => {
  useStore.setState({ auth: { isAuthenticated: true, token: 'session', user } })

  expect(written().version).toBe(1)
  expect(Object.keys(written().state).sort()).toEqual([
    'auth',
    'notifications',
    'signupwizard',
    'toast',
    'userGoals',
    'userProfile',
  ])
})

test('does not persist toasts', () => {
  useStore.setState({ toast: { entries: [{ id: 1, type: 'error', message: 'Ouch' }] } })

  expect(JSON.stringify(written())).not.toContain('Ouch')
})

test('logging out clears the persisted state', () => {
  useStore.setState({
    auth: { isAuthenticated: true, token: 'session', user },
    userProfile: buildViewedCreator(),
  })

  saveTipChoices({ name: 'Grace', isPrivate: true, isAnonymous: false })
  saveTipCurrency('jpy')
  sessionStorage.setItem('brimful.checkout', '{}')

  resetStore()

  expect(localStorage.getItem('root')).toBeNull()
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  expect(useStore.getState().auth.isAuthenticated).toBe(false)
  expect(useStore.getState().userProfile).toBeNull()
})

test('gives up a restore after five seconds', async () => {
  vi.useFakeTimers()
  const never = timedStorage(() => ({
    getItem: () => new Promise<string>(() => undefined),
    setItem: () => undefined,
    removeItem: () => undefined,
  }))
  const settled = vi.fn<(value: unknown) => void>()

  void Promise.resolve(never.getItem('root')).then(settled)

  await vi.advanceTimersByTimeAsync(restoreTimeoutMs - 1)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(settled).toHaveBeenCalledWith(null)
  expect(restoreTimeoutMs).toBe(5000)
})

test('treats a blocked or corrupt storage as empty', async () => {
  const forbidden = timedStorage(() => {
    throw new Error('denied')
  })
  const rubbish = timedStorage(() => ({
    getItem: () => '{',
    setItem: () => undefined,
    removeItem: () => undefined,
  }))

  expect(await forbidden.getItem('root')).toBeNull()
  expect(await rubbish.getItem('root')).toBeNull()
})

test('restores only the parts that are valid', () => {
  const stored = {
    auth: { isAuthenticated: true, token: 'session', user },
    userProfile: { displayName: 'half a profile' },
    notifications: { unread: 4 },
  }

  const restored = restorePersisted(stored, emptyState)

  expect(restored.auth.user?.displayName).toBe('Ada')
  expect(restored.userProfile).toBeNull()
  expect(restored.notifications).toEqual({ preferences: null, unread: 4 })
})
