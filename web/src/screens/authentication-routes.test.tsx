import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import * as calls from '../../../contract/security-calls.ts'
import { fakeApi, refuse } from '../test/fake-api.ts'
import { dropSessionCookie, place, preload, renderRoutes } from '../test/render.tsx'
import { authenticationRoutes } from './authentication-routes.tsx'
import { LogInScreen } from './log-in-screen.tsx'

preload(import.meta.glob(['./reset-*.tsx', './email-*.tsx', './not-me-*.tsx', '!./*.test.tsx']))
beforeEach(dropSessionCookie)

const expired = refuse('link_expired', 'That link has expired or was already used.', 410)

function open(address: string) {
  const api = fakeApi()
  renderRoutes(
    <>
      {authenticationRoutes}
      <Route path="/account" element={<LogInScreen />} />
    </>,
    address,
  )
  return api
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a forgotten password keeps the typed email, and the response does not reveal whether it has an account', async () => {
  const api = open('/account')
  api.respond(calls.requestPasswordReset.path, { json: {} })
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.test')
  await userEvent.click(screen.getByRole('link', { name: 'Forgot password?' }))

  expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.test')
  await press('Email me a link')

  expect(await screen.findByText(/If there’s an account for ada@example\.test/)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Check your email' })).toHaveFocus()
  expect(api.requestsTo(calls.requestPasswordReset)[0]?.body).toEqual({ email: 'ada@example.test' })
})

test('a reset link and a new password lead to log-in', async () => {
  const api = open('/authentication/reset-password?token=TOKEN')
  api.respond(calls.resetPassword.path, { json: {} })

  await userEvent.type(await screen.findByLabelText('New password'), 'lanterns over harbours{Enter}')

  await waitFor(() => expect(place()).toBe('/account'))
  expect(screen.getByText('Your password has been changed. Please log in with it.')).toBeVisible()
  expect(api.requestsTo(calls.resetPassword)[0]?.body).toEqual({
    token: 'TOKEN',
    password: 'lanterns over harbours',
  })
})

test('an expired reset link offers a new one', async () => {
  const api = open('/authentication/reset-password?token=OLD')
  api.respond(calls.resetPassword.path, expired)

  await userEvent.type(await screen.findByLabelText('New password'), 'lanterns over harbours{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(expired.json.ErrorMessage)
  await userEvent.click(screen.getByRole('link', { name: 'Get a new link' }))

  expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
})

test('a new address is confirmed by a click, not by opening the link', async () => {
  const api = open('/authentication/email-verification?token=TOKEN')
  api.respond(calls.confirmEmail.path, { json: { email: 'new@example.test' } })

  await screen.findByRole('heading', { name: 'Confirm your new email' })
  expect(api.requestsTo(calls.confirmEmail)).toEqual([])
  await press('Confirm email')

  expect(await screen.findByText('Your account’s email is now new@example.test.')).toBeVisible()
  expect(place()).toBe('/authentication/email-verification-success')
})

test('a used confirmation link says so after the click', async () => {
  const api = open('/authentication/email-verification?token=OLD')
  api.respond(calls.confirmEmail.path, expired)

  await screen.findByRole('heading', { name: 'Confirm your new email' })
  await press('Confirm email')

  expect(await screen.findByRole('alert')).toHaveTextContent(expired.json.ErrorMessage)
})

test('opening the success page directly redirects to log-in', async () => {
  open('/authentication/email-verification-success')

  await waitFor(() => expect(place()).toBe('/account'))
})

test('undoing a change asks for a code when the server does', async () => {
  const api = open('/authentication/not-me#TOKEN')
  api.respond(calls.undoSensitiveChange.path, refuse('code_required', 'Please enter the code.'))

  await userEvent.click(await screen.findByRole('button', { name: 'Undo and lock my account' }))
  expect(await screen.findByText('Please enter the code.')).toBeVisible()
  api.respond(calls.undoSensitiveChange.path, { json: {} })
  await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}')

  expect(await screen.findByRole('heading', { name: 'Your account is locked' })).toBeVisible()
  expect(api.requestsTo(calls.undoSensitiveChange).map(({ body }) => body)).toEqual([
    { token: 'TOKEN' },
    { token: 'TOKEN', code: '123456' },
  ])
})
