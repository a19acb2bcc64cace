import { beforeEach, expect, test, vi } from 'vitest'
import { logIn, updateNotificationPreference } from '../../../../contract/accounts/account-calls.ts'
import { getHealth } from '../../../../contract/pages/site-calls.ts'
import { createPaypalOrder } from '../../../../contract/payments/paypal-calls.ts'
import { fakeApi, refuse } from '../../test/fake-api.ts'
import { CallError } from './call-error.ts'
import { call } from './call.ts'
import { setNavigator } from '../navigation.ts'
import { useStore } from '../store.ts'

const goTo = vi.fn<(path: string, state: { from?: string }) => void>()
const health = getHealth.path

beforeEach(() => {
  goTo.mockReset()
  setNavigator(goTo)
})

function toasts(): string[] {
  return useStore.getState().toast.entries.map(({ message }) => message)
}

function believeSignedIn(): void {
  useStore.setState({ auth: { isAuthenticated: true, token: 'session', user: null } })
}

test("shows the server's message of a failure once", async () => {
  fakeApi({ [health]: refuse('goal_closed', 'This goal is closed.', 409) })

  const failed = call(getHealth)

  await expect(failed).rejects.toMatchObject({ status: 409, code: 'goal_closed', isShown: true })
  expect(toasts()).toEqual(['This goal is closed.'])
})

test('shows a general message for a failure without one', async () => {
  fakeApi({ [health]: { status: 502, json: '<html>' } })

  await expect(call(getHealth)).rejects.toBeInstanceOf(CallError)

  expect(toasts()).toEqual(['An unexpected error occurred.'])
})

test('an invalid response is an unexpected error', async () => {
  fakeApi({ [health]: { json: { status: 'fine' } } })

  await expect(call(getHealth)).rejects.toThrow('An unexpected error occurred.')
})

test('a network failure shows the network message', async () => {
  fakeApi({ [health]: 'network failure' })

  await expect(call(getHealth)).rejects.toMatchObject({ kind: 'network' })

  expect(toasts()).toEqual(['Network error. Please check your connection.'])
})

test('a response that breaks off is a network failure', async () => {
  const broken = new ReadableStream({ start: (body) => body.error(new TypeError('network error')) })
  vi.stubGlobal('fetch', async () => new Response(broken))

  await expect(call(getHealth)).rejects.toMatchObject({ kind: 'network' })

  expect(toasts()).toEqual(['Network error. Please check your connection.'])
  expect(console.error).not.toHaveBeenCalled()
})

test('logs a 403 and does not show it', async () => {
  fakeApi({ [health]: refuse('forbidden', 'Not yours.', 403) })

  await expect(call(getHealth)).rejects.toMatchObject({ isShown: false })

  expect(toasts()).toEqual([])
  expect(console.error).toHaveBeenCalledWith('Not yours.')
})

test('an expired session is announced once, and the log-in page opens after a second', async () => {
  vi.useFakeTimers()
  believeSignedIn()
  fakeApi({ [health]: refuse('unauthenticated', 'no', 401) })

  await Promise.allSettled([call(getHealth), call(getHealth, {}, { errorsTo: 'caller' })])

  expect(toasts()).toEqual(['Session expired. Redirecting to login.'])
  vi.advanceTimersByTime(999)
  expect(goTo).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(goTo).toHaveBeenCalledExactlyOnceWith('/account', { from: '/' })
  expect(useStore.getState().auth.isAuthenticated).toBe(false)
})

test("a signed-out visitor's 401 is silent and redirects nowhere", async () => {
  vi.useFakeTimers()
  fakeApi({ [health]: refuse('unauthenticated', 'no', 401) })

  await expect(call(getHealth)).rejects.toMatchObject({ status: 401 })

  vi.advanceTimersByTime(5000)
  expect(toasts()).toEqual([])
  expect(console.error).not.toHaveBeenCalled()
  expect(goTo).not.toHaveBeenCalled()
})

test('shows no toast when the caller shows the failure itself', async () => {
  fakeApi({
    [logIn.path]: refuse('wrong_credentials', 'They do not match.'),
  })

  const failed = call(logIn, { body: { email: 'a@b.co', password: 'x' } }, { errorsTo: 'caller' })

  await expect(failed).rejects.toMatchObject({ code: 'wrong_credentials', isShown: false })
  expect(toasts()).toEqual([])
})

test('sends nothing that the schema refuses', async () => {
  const api = fakeApi()
  const body = {
    GoalUid: null,
    amount: 0,
    name: '',
    message: '',
    ReceipentUID: '00000000-0000-4000-8000-000000000001',
    isPrivateMessage: false,
  }

  const failed = call(createPaypalOrder, { body }, { errorsTo: 'caller' })

  await expect(failed).rejects.toMatchObject({ kind: 'input', message: 'Please enter a valid amount.' })
  expect(api.requests).toEqual([])
})

test('sends a body as the schema parsed it', async () => {
  const api = fakeApi({ [updateNotificationPreference.path]: {} })

  await call(updateNotificationPreference, { body: { ReceiveAllTips: false } })

  expect(api.requests).toMatchObject([
    { path: 'account/update-notification-preference', body: { ReceiveAllTips: false } },
  ])
})
