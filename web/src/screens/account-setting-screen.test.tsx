import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getProfile } from '../../../contract/account-calls.ts'
import * as calls from '../../../contract/security-calls.ts'
import type { Session } from '../../../contract/security-calls.ts'
import { useStore } from '../lib/store.ts'
import { fakeApi } from '../test/fake-api.ts'
import { buildSessionUser } from '../test/people.ts'
import { show, startFresh } from '../test/show.tsx'
import { AccountSettingScreen } from './account-setting-screen.tsx'

beforeEach(() => {
  startFresh()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function buildSession(device: string, isCurrent = false): Session {
  const time = '2026-11-20T10:00:00.000Z'
  const id = `00000000-0000-4000-8000-0000000000${isCurrent ? '01' : '02'}`
  return { id, device, createdAt: time, lastSeenAt: time, isCurrent }
}

function open() {
  const sessions = [buildSession('Firefox on Linux', true), buildSession('Safari on iPhone')]
  const api = fakeApi({
    [getProfile.path]: { json: buildSessionUser() },
    [calls.getSessions.path]: { json: { sessions } },
  })
  show(<AccountSettingScreen />)
  return api
}
const card = (name: string) => within(screen.getByRole('region', { name }))
const refuse = (code: string, ErrorMessage: string) => ({ status: 400, json: { ErrorMessage, code } })

test('another address: the link goes there, and until then the old one stands', async () => {
  const api = open()
  api.reply(calls.changeEmail.path, { json: {} })

  await userEvent.type(await screen.findByLabelText('New e-mail'), 'new@example.test')
  await userEvent.type(card('E-mail').getByLabelText('Current password'), 'old password{Enter}')

  expect(await screen.findByText(/We have sent a link to new@example\.test/)).toBeVisible()
  expect(screen.getByText('ada@example.test')).toBeVisible()
  expect(screen.getByLabelText('New e-mail')).toHaveValue('')
})

test('a wrong password stands beside the current one', async () => {
  const api = open()
  api.reply(calls.changePassword.path, refuse('wrong_password', 'That is not your password.'))
  await screen.findByText('ada@example.test')
  const current = card('Password').getByLabelText('Current password')

  await userEvent.type(current, 'not it')
  await userEvent.type(screen.getByLabelText('New password'), 'lanterns over harbours{Enter}')

  await waitFor(() => expect(current).toHaveAccessibleDescription('That is not your password.'))
  expect(current).toHaveFocus()
  expect(screen.getByLabelText('New password')).toHaveValue('lanterns over harbours')
})

test('another session is logged out by its own button; this one has none', async () => {
  const api = open()
  api.reply(calls.revokeSession.path, { json: {} })
  expect(await screen.findByText('This browser')).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Log out Safari on iPhone' }))

  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Log out Firefox on Linux' })).toBeNull()
  expect(api.askedFor(calls.revokeSession)[0]?.body).toEqual({ id: buildSession('').id })
})

test('logging out everywhere asks first, and leaves a stranger', async () => {
  const api = open()
  api.reply(calls.logOutEverywhere.path, { json: {} })
  await userEvent.click(await screen.findByRole('button', { name: 'Log out everywhere' }))
  expect(api.askedFor(calls.logOutEverywhere)).toEqual([])

  const dialog = within(await screen.findByRole('dialog', { name: 'Log out everywhere?' }))
  document.cookie = 'brimful_signed_in=; max-age=0' // as the answer takes it away
  await userEvent.click(dialog.getByRole('button', { name: 'Log out everywhere' }))

  await waitFor(() => expect(useStore.getState().auth.isAuthenticated).toBe(false))
})

test('sessions that cannot be loaded can be asked for again', async () => {
  const api = open()
  api.reply(calls.getSessions.path, { status: 500 })
  startFresh()
  show(<AccountSettingScreen />)

  expect(await screen.findByText('Your sessions could not be loaded.')).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'Try again' })[0]).toBeVisible()
})
