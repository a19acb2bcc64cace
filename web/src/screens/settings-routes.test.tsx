import { screen } from '@testing-library/react'
import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getProfile } from '../../../contract/account-calls.ts'
import type { SessionUser } from '../../../contract/entities.ts'
import { fakeApi } from '../test/fake-api.ts'
import { buildSessionUser } from '../test/people.ts'
import { show, startFresh } from '../test/show.tsx'
import { ProtectedLayout } from './protected-layout.tsx'
import { settingsRoutes } from './settings-routes.tsx'

/** Screens are loaded when they are opened; here before anybody waits for one. */
beforeAll(async () => {
  const screens = import.meta.glob(['./settings-*.tsx', './creator-only-layout.tsx', '!./*.test.tsx'])
  await Promise.all(Object.values(screens).map((load) => load()))
}, 60_000)
beforeEach(() => {
  startFresh()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const creator = { accountType: 1, displayName: 'Mira Vale', brimfulUserName: 'miravale' } as const

function open(address: string, viewer: Partial<SessionUser> | 'stranger') {
  fakeApi({
    [getProfile.path]: viewer === 'stranger' ? { status: 401 } : { json: buildSessionUser(viewer) },
  })
  show(
    <Suspense>
      <Routes>
        <Route path="/account" element={<h1>Log in</h1>} />
        <Route element={<ProtectedLayout />}>{settingsRoutes}</Route>
      </Routes>
    </Suspense>,
    address,
  )
}

const tabs = [
  ['profile-setting', 'Profile', 'Your profile'],
  ['payment-setting', 'Payment', 'How you are paid'],
  ['stream-setting', 'Stream', 'Stream alerts'],
  ['notifications-setting', 'Notifications', 'General'],
  ['chatbot-setting', 'Chatbot', 'Channels'],
] as const
const bases = ['/dashboard', '']

test.each(bases.flatMap((base) => tabs.map((tab) => [base, ...tab] as const)))(
  '%s/%s shows its tab as the current one, with its content below',
  async (base, path, label, title) => {
    open(`${base}/${path}`, creator)

    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    const links = screen.getAllByRole('link', { current: 'page' })
    expect(links.map((link) => link.textContent)).toEqual([label])
    expect(screen.getByRole('link', { name: 'Stream' })).toHaveAttribute('href', `${base}/stream-setting`)
  },
)

test.each(['payment-setting', 'stream-setting', 'chatbot-setting'])(
  'a supporter is offered to become a creator at %s',
  async (path) => {
    open(`/dashboard/${path}`, { accountType: 2 })

    expect(await screen.findByRole('button', { name: 'Become a creator' })).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('a supporter has a profile and notification settings', async () => {
  open('/dashboard/profile-setting', { accountType: 2, email: 'ada@example.test' })

  expect(await screen.findByText(/Your e-mail is ada@example\.test/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Open your page' })).toBeNull()
})

test('a stranger logs in first', async () => {
  open('/stream-setting', 'stranger')

  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible()
})

test('the payment tab says where the money goes and what the fee leaves', async () => {
  open('/dashboard/payment-setting', {
    ...creator,
    currency: 'gbp',
    paypalID: 'MERCHANT',
    paypalConnectedEmail: 'mira@paypal.test',
  })

  expect(await screen.findByText('Connected with mira@paypal.test')).toBeVisible()
  expect(screen.getByText('British pound (£)')).toBeVisible()
  expect(
    screen.getByText('5% per transaction, taken from your side: of a £10 tip you receive £9.50.'),
  ).toBeVisible()
})

test('a payment tab with nothing connected says what that means', async () => {
  open('/dashboard/payment-setting', creator)

  expect(await screen.findByText('Not connected')).toBeVisible()
  expect(screen.getByText('Not chosen yet')).toBeVisible()
  expect(screen.getByText(/your page cannot take tips/)).toBeVisible()
})
