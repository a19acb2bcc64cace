import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { getProfile } from '../../../../contract/accounts/account-calls.ts'
import type { ConfirmationNeeds } from '../../../../contract/accounts/confirmation.ts'
import { confirmByGoogle } from '../../../../contract/accounts/google-calls.ts'
import * as calls from '../../../../contract/accounts/security-calls.ts'
import type { Session } from '../../../../contract/accounts/security-calls.ts'
import * as factor from '../../../../contract/accounts/two-factor-calls.ts'
import { useStore } from '../../lib/store.ts'
import { fakeApi, refuse } from '../../test/fake-api.ts'
import { buildSessionUser } from '../../test/builders.ts'
import { dropSessionCookie, preload, renderPage, resetState } from '../../test/render.tsx'
import { AccountSettingScreen } from './account-setting-screen.tsx'

preload({ form: () => import('../../features/confirmation/confirmation-form.tsx') })

function buildSession(device: string, isCurrent = false): Session {
  const time = '2026-11-20T10:00:00.000Z'
  const id = `00000000-0000-4000-8000-0000000000${isCurrent ? '01' : '02'}`
  return { id, device, createdAt: time, lastSeenAt: time, isCurrent }
}

function open(
  twoFactor: unknown = { isOn: false, recoveryCodesLeft: 0 },
  events: object = { events: [], next: null },
) {
  const sessions = [buildSession('Firefox on Linux', true), buildSession('Safari on iPhone')]
  const api = fakeApi({
    [getProfile.path]: { json: buildSessionUser() },
    [calls.getSessions.path]: { json: { sessions } },
    [calls.listAccountEvents.path]: { json: events },
    [factor.getTwoFactor.path]: { json: twoFactor },
  })
  renderPage(<AccountSettingScreen />)
  return api
}

test('changing the email mails a link to the new address and keeps the old one until then', async () => {
  const api = open()
  api.respond(calls.changeEmail.path, { json: {} })

  await userEvent.type(await screen.findByLabelText('New email'), 'new@example.test{Enter}')

  expect(await screen.findByText(/We sent a link to new@example\.test/)).toBeVisible()
  expect(screen.getByText('ada@example.test')).toBeVisible()
  expect(screen.getByLabelText('New email')).toHaveValue('')
})

test('a change that must be confirmed asks for the password, and is made with what was typed', async () => {
  const api = open()
  requireConfirmation(api, calls.changePassword.path)
  api.respond(calls.confirmSession.path, refuse('wrong_password', 'Wrong password. Please try again.'))

  await userEvent.type(await screen.findByLabelText('New password'), 'lanterns over harbours{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  const field = dialog.getByLabelText('Current password')
  expect(field).toHaveFocus()
  expect(dialog.queryByLabelText('Code')).toBeNull()
  await userEvent.keyboard('not it{Enter}')
  await waitFor(() => expect(field).toHaveAccessibleDescription('Wrong password. Please try again.'))
  api.respond(calls.confirmSession.path, () => {
    api.respond(calls.changePassword.path, { json: {} })
    return { json: {} }
  })
  await userEvent.keyboard('{Enter}')

  expect(await screen.findByText('Your password has been changed.')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.requestsTo(calls.changePassword).at(-1)?.body).toEqual({ password: 'lanterns over harbours' })
})

test('a confirmation that is closed changes nothing and keeps what was typed', async () => {
  const api = open()
  requireConfirmation(api, calls.changeEmail.path)
  await userEvent.type(await screen.findByLabelText('New email'), 'new@example.test{Enter}')
  await screen.findByRole('dialog', { name: 'Confirm it’s you' })

  await userEvent.keyboard('{Escape}')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('New email')).toHaveValue('new@example.test')
  expect(screen.queryByText('Please confirm it’s you first.')).toBeNull()
  expect(api.requestsTo(calls.changeEmail)).toHaveLength(1)
})

test('an account with Google and two-factor confirms on Google’s page, after its code', async () => {
  const api = open()
  requireConfirmation(api, calls.changeEmail.path, { methods: ['google'], needsCode: true })
  api.respond(confirmByGoogle.path, { json: { address: 'https://accounts.google.test/auth' } })
  api.respond(calls.getConfirmation.path, { json: { isConfirmed: false } })
  const replace = vi.fn<(address: string) => void>()
  vi.spyOn(window, 'open').mockReturnValue({
    location: { replace },
    close: vi.fn<() => void>(),
  } as unknown as Window)
  await userEvent.type(await screen.findByLabelText('New email'), 'new@example.test{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))

  await userEvent.type(dialog.getByLabelText('Code'), '123456')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm with Google' }))
  expect(await dialog.findByText(/Waiting for Google/)).toBeVisible()
  expect(replace).toHaveBeenCalledWith('https://accounts.google.test/auth')
  expect(api.requestsTo(confirmByGoogle)).toMatchObject([{ body: { code: '123456' } }])
  api.respond(calls.getConfirmation.path, { json: { isConfirmed: true } })
  api.respond(calls.changeEmail.path, { json: {} })
  window.dispatchEvent(new Event('focus'))

  expect(await screen.findByText(/We sent a link to new@example\.test/)).toBeVisible()
})

/** Makes a call respond that the session has to be confirmed. */
function requireConfirmation(
  api: ReturnType<typeof open>,
  path: string,
  confirmation: ConfirmationNeeds = { methods: ['password'], needsCode: false },
) {
  const { status, json } = refuse('confirmation_required', 'Please confirm it’s you first.', 403)
  api.respond(path, { status, json: { ...json, confirmation } })
}

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
  dropSessionCookie() // imitates the real response, which deletes the cookie
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

test('two-factor is set up with secret and first code, and shows the recovery codes once', async () => {
  const api = open()
  const address = 'otpauth://totp/Brimful:ada?secret=ABCDEFGHIJKL'
  api.respond(factor.startTwoFactor.path, { json: { secret: 'ABCDEFGHIJKL', address } })
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }))
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
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
  await userEvent.click(screen.getByRole('button', { name: 'Get new recovery codes' }))
  await screen.findByText(recoveryCodes[0]!)
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await userEvent.click(screen.getByRole('button', { name: 'Download' }))

  expect(copy).toHaveBeenCalledWith(recoveryCodes.join('\n'))
  expect(names).toEqual(['brimful-recovery-codes.txt'])
  expect(await files[0]!.text()).toContain(recoveryCodes.join('\n'))
})

test('two-factor is turned off after asking, or the form is cancelled', async () => {
  const api = open({ isOn: true, recoveryCodesLeft: 10 })
  api.respond(factor.stopTwoFactor.path, { json: {} })
  await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }))
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText('On.')).toBeVisible()
  expect(api.requestsTo(factor.stopTwoFactor)).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }))
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }))

  expect(await screen.findByText(/^Off\./)).toBeVisible()
  expect(api.requestsTo(factor.stopTwoFactor)).toHaveLength(1)
})

test('the security activity shows who logged in and what changed, and goes back page by page', async () => {
  const at = '2026-11-20T10:00:00.000Z'
  const newest = { id: 9, kind: 'log-in-refused', device: 'Firefox on Linux', at }
  const oldest = { id: 3, kind: 'passkey-added', device: null, at }
  const api = open(undefined, { events: [newest], next: 9 })
  const show = (events: object[], next: number | null) =>
    api.respond(calls.listAccountEvents.path, { json: { events, next } })

  await userEvent.click(await screen.findByText('Log-ins and changes, one by one'))
  const card = within(screen.getByRole('region', { name: 'Security activity' }))
  expect(await card.findByText('Log-in failed: wrong password')).toBeVisible()
  expect(card.getByText(/^Firefox on Linux · /)).toBeVisible()
  show([oldest], null)
  await userEvent.click(card.getByRole('button', { name: 'Older' }))

  expect(await card.findByText('Passkey added')).toBeVisible()
  expect(card.queryByRole('button', { name: 'Older' })).toBeNull()
  expect(api.requestsTo(calls.listAccountEvents).map(({ query }) => query)).toEqual([{}, { before: '9' }])
  show([newest], 9)
  await userEvent.click(card.getByRole('button', { name: 'Newest' }))
  expect(await card.findByText('Log-in failed: wrong password')).toBeVisible()
})
