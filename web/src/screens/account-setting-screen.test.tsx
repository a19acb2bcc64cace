import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { getProfile } from '../../../contract/account-calls.ts'
import * as calls from '../../../contract/security-calls.ts'
import type { Session } from '../../../contract/security-calls.ts'
import * as factor from '../../../contract/two-factor-calls.ts'
import { useStore } from '../lib/store.ts'
import { fakeApi, refuse } from '../test/fake-api.ts'
import { buildSessionUser } from '../test/builders.ts'
import { dropSessionCookie, renderPage, resetState } from '../test/render.tsx'
import { AccountSettingScreen } from './account-setting-screen.tsx'

function buildSession(device: string, isCurrent = false): Session {
  const time = '2026-11-20T10:00:00.000Z'
  const id = `00000000-0000-4000-8000-0000000000${isCurrent ? '01' : '02'}`
  return { id, device, createdAt: time, lastSeenAt: time, isCurrent }
}

function open(twoFactor: unknown = { isOn: false, recoveryCodesLeft: 0 }) {
  const sessions = [buildSession('Firefox on Linux', true), buildSession('Safari on iPhone')]
  const api = fakeApi({
    [getProfile.path]: { json: buildSessionUser() },
    [calls.getSessions.path]: { json: { sessions } },
    [factor.getTwoFactor.path]: { json: twoFactor },
  })
  renderPage(<AccountSettingScreen />)
  return api
}
const card = (name: string) => within(screen.getByRole('region', { name }))

test('changing the email mails a link to the new address and keeps the old one until then', async () => {
  const api = open()
  api.respond(calls.changeEmail.path, { json: {} })

  await userEvent.type(await screen.findByLabelText('New email'), 'new@example.test')
  await userEvent.type(card('Email').getByLabelText('Current password'), 'old password{Enter}')

  expect(await screen.findByText(/We sent a link to new@example\.test/)).toBeVisible()
  expect(screen.getByText('ada@example.test')).toBeVisible()
  expect(screen.getByLabelText('New email')).toHaveValue('')
})

test('a wrong password is shown beside the current password', async () => {
  const api = open()
  api.respond(calls.changePassword.path, refuse('wrong_password', 'Wrong password. Please try again.'))
  await screen.findByText('ada@example.test')
  const current = card('Password').getByLabelText('Current password')

  await userEvent.type(current, 'not it')
  await userEvent.type(screen.getByLabelText('New password'), 'lanterns over harbours{Enter}')

  await waitFor(() => expect(current).toHaveAccessibleDescription('Wrong password. Please try again.'))
  expect(current).toHaveFocus()
  expect(screen.getByLabelText('New password')).toHaveValue('lanterns over harbours')
})

test('each other session has a log-out button; the current one has none', async () => {
  const api = open()
  api.respond(calls.revokeSession.path, { json: {} })
  expect(await screen.findByText('This browser')).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Log out Safari on iPhone' }))

  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Log out Firefox on Linux' })).toBeNull()
  expect(api.requestsTo(calls.revokeSession)[0]?.body).toEqual({ id: buildSession('').id })
})

test('logging out everywhere asks first and signs this browser out', async () => {
  const api = open()
  api.respond(calls.logOutEverywhere.path, { json: {} })
  await userEvent.click(await screen.findByRole('button', { name: 'Log out everywhere' }))
  expect(api.requestsTo(calls.logOutEverywhere)).toEqual([])

  const dialog = within(await screen.findByRole('dialog', { name: 'Log out everywhere?' }))
  dropSessionCookie() // as the response does
  await userEvent.click(dialog.getByRole('button', { name: 'Log out everywhere' }))

  await waitFor(() => expect(useStore.getState().auth.isAuthenticated).toBe(false))
})

test('sessions that fail to load can be retried', async () => {
  const api = open()
  api.respond(calls.getSessions.path, { status: 500 })
  resetState()
  renderPage(<AccountSettingScreen />)

  expect(await screen.findByText('We couldn’t load your sessions.')).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'Try again' })[0]).toBeVisible()
})

const recoveryCodes = ['abcde-fghjk', 'mnpqr-stuvw']

test('two-factor is set up with password, secret and first code, and shows the recovery codes once', async () => {
  const api = open()
  api.respond(factor.startTwoFactor.path, refuse('wrong_password', 'Wrong password. Please try again.'))
  const twoFactor = () => card('Two-factor login')
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }))
  const field = twoFactor().getByLabelText('Current password')
  expect(field).toHaveFocus()
  await userEvent.type(field, 'not it{Enter}')
  await waitFor(() => expect(field).toHaveAccessibleDescription('Wrong password. Please try again.'))

  const address = 'otpauth://totp/Brimful:ada?secret=ABCDEFGHIJKL'
  api.respond(factor.startTwoFactor.path, { json: { secret: 'ABCDEFGHIJKL', address } })
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  expect(screen.getByText('ABCD EFGH IJKL')).toBeVisible()
  api.respond(factor.confirmTwoFactor.path, refuse('wrong_code', 'That code is incorrect.'))
  const code = screen.getByLabelText('Code')
  await userEvent.type(code, '000000{Enter}')
  await waitFor(() => expect(code).toHaveAccessibleDescription('That code is incorrect.'))
  api.respond(factor.confirmTwoFactor.path, { json: { recoveryCodes } })
  await userEvent.keyboard('{Enter}')

  expect(await screen.findByRole('heading', { name: 'Your recovery codes' })).toHaveFocus()
  for (const text of recoveryCodes) expect(screen.getByText(text)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'I’ve saved them' }))
  expect(screen.queryByText(recoveryCodes[0]!)).toBeNull()
  expect(screen.getByText('2 recovery codes left.')).toBeVisible()
})

test('the recovery codes can be copied and downloaded', async () => {
  const api = open({ isOn: true, recoveryCodesLeft: 1 })
  api.respond(factor.renewRecoveryCodes.path, { json: { recoveryCodes } })
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:codes'
  })
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  expect(await screen.findByText('1 recovery code left.')).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Get new recovery codes' }))
  await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}')
  await screen.findByText(recoveryCodes[0]!)
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await userEvent.click(screen.getByRole('button', { name: 'Download' }))

  expect(copy).toHaveBeenCalledWith(recoveryCodes.join('\n'))
  expect(names).toEqual(['brimful-recovery-codes.txt'])
  expect(await files[0]!.text()).toContain(recoveryCodes.join('\n'))
})

test('two-factor is turned off with a code and the password, or the form is cancelled', async () => {
  const api = open({ isOn: true, recoveryCodesLeft: 10 })
  api.respond(factor.stopTwoFactor.path, { json: {} })
  await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText('On.')).toBeVisible()
  expect(api.requestsTo(factor.stopTwoFactor)).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }))
  expect(screen.getByLabelText('Code')).toHaveFocus()
  await userEvent.keyboard('abcde-fghjk')
  await userEvent.type(card('Two-factor login').getByLabelText('Current password'), 'secret{Enter}')

  expect(await screen.findByText(/^Off\./)).toBeVisible()
  expect(api.requestsTo(factor.stopTwoFactor)[0]?.body).toEqual({ code: 'abcde-fghjk', password: 'secret' })
})
