import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { getProfile } from '../../../../contract/accounts/account-calls.ts'
import type { SessionUser } from '../../../../contract/entities.ts'
import {
  connectStripe,
  getPayoutAccounts,
  refreshPayoutAccount,
} from '../../../../contract/payments/payout-calls.ts'
import { getTipRules, saveTipRules } from '../../../../contract/payments/tip-rule-calls.ts'
import { fakeApi } from '../../test/fake-api.ts'
import { buildSessionUser } from '../../test/builders.ts'
import { ProtectedLayout } from '../creator/protected-layout.tsx'
import { settingsRoutes } from './settings-routes.tsx'
import { preload, renderRoutes } from '../../test/render.tsx'

preload(
  import.meta.glob([
    './settings-*.tsx',
    '../../features/settings/*/*-tab.tsx',
    '../creator-only-layout.tsx',
    '!./*.test.tsx',
  ]),
)

const creator = { accountType: 1, displayName: 'Mira Vale', brimfulUserName: 'miravale' } as const

function open(address: string, viewer: Partial<SessionUser> | 'signed-out', replies: object = {}) {
  const api = fakeApi({
    ...replies,
    [getProfile.path]: viewer === 'signed-out' ? { status: 401 } : { json: buildSessionUser(viewer) },
  })
  renderRoutes(
    <>
      <Route path="/account" element={<h1>Log in</h1>} />
      <Route element={<ProtectedLayout />}>{settingsRoutes}</Route>
    </>,
    address,
  )
  return api
}

const tabs = [
  ['profile-setting', 'Profile', 'Your profile'],
  ['payment-setting', 'Payment', 'How you get paid'],
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

test('a place of its own has its title instead of the tabs', async () => {
  open('/dashboard/tools-setting', creator)

  expect(await screen.findByRole('heading', { name: 'API tokens' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Tools')
  expect(screen.queryByRole('navigation', { name: 'Settings' })).toBeNull()
  expect(document.title).toMatch(/^Tools ·/)
})

test('the tabs are those of the specification', async () => {
  open('/dashboard/profile-setting', creator)

  expect(await screen.findByRole('heading', { name: 'Your profile' })).toBeVisible()
  const links = within(screen.getByRole('navigation', { name: 'Settings' })).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(tabs.map(([, label]) => label))
})

test.each(['payment-setting', 'stream-setting', 'chatbot-setting'])(
  'a supporter is offered to become a creator at %s',
  async (path) => {
    document.title = 'The page before'
    open(`/dashboard/${path}`, { accountType: 2 })

    expect(await screen.findByRole('button', { name: 'Become a creator' })).toBeVisible()
    expect(document.title).toBe('For creators · Brimful')
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('a supporter has profile and notification settings', async () => {
  open('/dashboard/profile-setting', { accountType: 2, email: 'ada@example.test' })

  expect(await screen.findByText(/Your email is ada@example\.test/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Open your page' })).toBeNull()
})

test('a signed-out visitor has to log in first', async () => {
  open('/stream-setting', 'signed-out')

  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible()
})

test('the payment tab saves the tip rules and refuses an invalid amount', async () => {
  const api = open(
    '/dashboard/payment-setting',
    { ...creator, currency: 'gbp' },
    {
      [getTipRules.path]: { json: { minimum: 100, holdFrom: null } },
      [saveTipRules.path]: { json: { minimum: 300, holdFrom: 10_000 } },
    },
  )
  const minimum = await screen.findByRole('textbox', { name: 'Minimum tip (£)' })
  await userEvent.clear(minimum)
  await userEvent.click(screen.getByRole('button', { name: 'Save rules' }))
  expect(screen.getByText('Please enter a whole amount from £1 to £50,000.')).toBeVisible()

  await userEvent.type(minimum, '3')
  await userEvent.click(screen.getByRole('switch', { name: 'Review large first tips' }))
  expect(screen.getByRole('textbox', { name: 'Review from (£)' })).toHaveValue('100')
  await userEvent.click(screen.getByRole('button', { name: 'Save rules' }))

  await waitFor(() =>
    expect(api.requestsTo(saveTipRules)).toMatchObject([{ body: { minimum: 300, holdFrom: 10_000 } }]),
  )
})

test('a wrong amount of a rule that is switched off again keeps nothing from being saved', async () => {
  const api = open(
    '/dashboard/payment-setting',
    { ...creator, currency: 'gbp' },
    {
      [getTipRules.path]: { json: { minimum: 100, holdFrom: null } },
      [saveTipRules.path]: { json: { minimum: 100, holdFrom: null } },
    },
  )
  const holding = await screen.findByRole('switch', { name: 'Review large first tips' })
  await userEvent.click(holding)
  await userEvent.clear(screen.getByRole('textbox', { name: 'Review from (£)' }))
  await userEvent.click(holding)
  await userEvent.click(screen.getByRole('button', { name: 'Save rules' }))

  await waitFor(() =>
    expect(api.requestsTo(saveTipRules)).toMatchObject([{ body: { minimum: 100, holdFrom: null } }]),
  )
})

test("the payment tab shows each account's state and what remains after the fee", async () => {
  open(
    '/dashboard/payment-setting',
    { ...creator, currency: 'gbp' },
    payouts(
      { state: 'ready', email: 'mira@paypal.test', waiting: null },
      { state: 'restricted', email: null, waiting: null },
    ),
  )

  expect(await screen.findByText('Ready to take tips, as mira@paypal.test')).toBeVisible()
  expect(screen.getByText(/Stripe has paused your payments/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Finish on Stripe' })).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Currency' })).toHaveValue('gbp')
  expect(
    screen.getByText(
      '5% per transaction, paid by you: from a £10 tip, you receive about £8.91 – £9.15 after PayPal’s or Stripe’s own fee.',
    ),
  ).toBeVisible()
})

test.each([false, true])('the currency can be chosen until money has come in (%s)', async (isFixed) => {
  const none = { state: 'not_connected', email: null, waiting: null }
  open('/dashboard/payment-setting', { ...creator, currency: 'gbp' }, payouts(none, none, isFixed))

  expect(await screen.findByText(/Connect an account to start taking tips/)).toBeVisible()
  const currency = screen.getByRole('combobox', { name: 'Currency' })
  if (isFixed) await waitFor(() => expect(currency).toBeDisabled())
  else expect(currency).toBeEnabled()
})

test('an account that waits says from when on it takes tips, and that there are none until then', async () => {
  const waiting = { state: 'ready', email: 'new@paypal.test', takesFrom: '2026-11-24T14:03:00.000Z' }
  open(
    '/dashboard/payment-setting',
    creator,
    payouts(
      { state: 'not_connected', email: null, waiting },
      { state: 'not_connected', email: null, waiting: null },
    ),
  )

  expect(await screen.findByText(/^New account new@paypal\.test: takes tips from .*24 Nov/)).toBeVisible()
  expect(screen.getByText(/^Your page takes no tips until .*24 Nov/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Connect PayPal' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Remove new account' })).toBeVisible()
})

test('a payment tab without an account explains what that means and what connecting brings', async () => {
  const none = { state: 'not_connected', email: null, waiting: null }
  const api = open('/dashboard/payment-setting', creator, {
    ...payouts(none, none),
    [connectStripe.path]: { json: { url: 'https://stripe.test/setup' } },
  })
  const leave = vi.spyOn(window.location, 'assign').mockReturnValue(undefined)

  expect(await screen.findByText(/Connect an account to start taking tips/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Connect Stripe' }))
  expect(screen.getByText(/refunds, disputes and chargebacks come out of that account/)).toBeVisible()
  expect(screen.getByText(/shows supporters your business name/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Continue to Stripe' }))

  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://stripe.test/setup'))
  expect(api.requestsTo(connectStripe)).toMatchObject([{ body: { country: 'us' } }])
})

test.each([
  ['ready', true],
  ['unfinished', false],
])('returning from the provider reads the account there: %s', async (state, isComplete) => {
  const before = { state: 'unfinished', email: null, waiting: null }
  const now = { paypal: before, stripe: { state, email: null, waiting: null }, isCurrencyFixed: false }
  const api = open('/dashboard/payment-setting?connected=stripe', creator, {
    ...payouts(before, before),
    [refreshPayoutAccount.path]: { json: now },
  })

  await waitFor(() =>
    expect(api.requestsTo(refreshPayoutAccount)).toMatchObject([{ body: { provider: 'stripe' } }]),
  )
  if (isComplete) expect(await screen.findByRole('dialog', { name: 'Connection Complete!' })).toBeVisible()
  else {
    expect(await screen.findAllByText(/^Not finished on/)).toHaveLength(2)
    expect(screen.queryByRole('dialog')).toBeNull()
  }
})

function payouts(paypal: object, stripe: object, isCurrencyFixed = false) {
  return { [getPayoutAccounts.path]: { json: { paypal, stripe, isCurrencyFixed } } }
}
