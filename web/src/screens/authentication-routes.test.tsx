import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as calls from '../../../contract/security-calls.ts'
import { fakeApi } from '../test/fake-api.ts'
import { renderPage, resetState } from '../test/render.tsx'
import { authenticationRoutes } from './authentication-routes.tsx'
import { LogInScreen } from './log-in-screen.tsx'

beforeAll(async () => {
  const screens = import.meta.glob(['./reset-*.tsx', './email-*.tsx', '!./*.test.tsx'])
  await Promise.all(Object.values(screens).map((load) => load()))
}, 60_000)
beforeEach(() => {
  resetState()
  document.cookie = 'brimful_signed_in=; max-age=-1'
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const expired = {
  status: 410,
  json: { ErrorMessage: 'That link has expired or was already used.', code: 'link_expired' },
}

function open(address: string) {
  const api = fakeApi()
  renderPage(
    <Suspense>
      <Routes>
        {authenticationRoutes}
        <Route path="/account" element={<LogInScreen />} />
      </Routes>
      <Place />
    </Suspense>,
    address,
  )
  return api
}

function Place() {
  return <p data-testid="place">{useLocation().pathname}</p>
}
const place = () => screen.getByTestId('place').textContent
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
