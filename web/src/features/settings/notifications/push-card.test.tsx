import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  getPushSettings,
  subscribePush,
  unsubscribePush,
} from '../../../../../contract/notifications/push-calls.ts'
import { fakeApi, refuse } from '../../../test/fake-api.ts'
import { renderPage } from '../../../test/render.tsx'
import { PushCard } from './push-card.tsx'

const subscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
}
const unsubscribe = vi.fn<() => Promise<boolean>>()
const subscribe = vi.fn<(options: object) => Promise<object>>()

beforeEach(() => {
  unsubscribe.mockReset().mockResolvedValue(true)
  subscribe.mockReset().mockResolvedValue({ toJSON: () => subscription, unsubscribe })
})
afterEach(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))

/** Fakes a browser that supports push messages and decides on the permission request as given. */
function letBrowserPush(permission: 'granted' | 'denied') {
  const pushManager = { subscribe, getSubscription: async () => ({ unsubscribe }) }
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { ready: Promise.resolve({ pushManager }) },
    configurable: true,
  })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { requestPermission: async () => permission })
}

function open(isOn = false, publicKey: string | null = 'KEY') {
  const api = fakeApi({
    [getPushSettings.path]: { json: { publicKey, isOn } },
    [subscribePush.path]: { json: {} },
    [unsubscribePush.path]: { json: {} },
  })
  renderPage(<PushCard />)
  return api
}

const toggle = () => screen.findByRole('switch', { name: 'Push notifications on this device' })

test("switching on subscribes the browser with the site's key and registers it with the server", async () => {
  letBrowserPush('granted')
  const api = open()

  await userEvent.click(await toggle())

  expect(await screen.findByText('Push notifications are on for this device.')).toBeInTheDocument()
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'KEY' })
  expect(api.requestsTo(subscribePush)).toMatchObject([{ body: { ...subscription, locale: 'en' } }])
  expect(await toggle()).toBeChecked()
})

test('switching off unsubscribes on the server and in the browser', async () => {
  letBrowserPush('granted')
  const api = open(true)

  await userEvent.click(await toggle())

  await waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce())
  expect(api.requestsTo(unsubscribePush)).toHaveLength(1)
  expect(await toggle()).not.toBeChecked()
})

test('a denied permission resets the switch and says where to allow messages', async () => {
  letBrowserPush('denied')
  const api = open()

  await userEvent.click(await toggle())

  expect(await screen.findByText(/Your browser blocks notifications from this site/)).toBeInTheDocument()
  expect(await toggle()).not.toBeChecked()
  expect(api.requestsTo(subscribePush)).toEqual([])
})

test('a subscription that the server refuses is removed from the browser', async () => {
  letBrowserPush('granted')
  const api = open()
  api.respond(subscribePush.path, refuse('push_refused', 'No.', 422))

  await userEvent.click(await toggle())

  expect(
    await screen.findByText('We couldn’t change your push notifications. Please try again.'),
  ).toBeInTheDocument()
  expect(await toggle()).not.toBeChecked()
  expect(unsubscribe).toHaveBeenCalledTimes(2) // once for the old subscription, and once for the new one
})

test('a browser without push support says so, and a site without push shows nothing', async () => {
  open()
  expect(await screen.findByText(/This browser doesn’t support push notifications/)).toBeInTheDocument()
})
