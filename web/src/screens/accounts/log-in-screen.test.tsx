import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { getProfile } from '../../../../contract/accounts/account-calls.ts'
import * as calls from '../../../../contract/accounts/google-calls.ts'
import { getSiteSettings } from '../../../../contract/pages/site-calls.ts'
import { fakeApi, refuse } from '../../test/fake-api.ts'
import { buildSessionUser, buildSite } from '../../test/builders.ts'
import { dropSessionCookie, place, renderRoutes } from '../../test/render.tsx'
import { LogInScreen } from './log-in-screen.tsx'

beforeEach(dropSessionCookie)

function open(address: string, pending: { email: string; needs: 'password' | 'code' } | null = null) {
  const api = fakeApi({
    [getSiteSettings.path]: { json: buildSite({ hasGoogle: true }) },
    [calls.getGoogle.path]: { json: { pending } },
  })
  renderRoutes(
    <>
      <Route path="account" element={<LogInScreen />} />
      <Route path="*" element={null} />
    </>,
    address,
  )
  return api
}

const submitted = (api: ReturnType<typeof open>) => api.requestsTo(calls.finishGoogle).map(({ body }) => body)

test('the button opens Google; a failure is shown and the button works again', async () => {
  const api = open('/account')
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const text = 'Google isn’t responding. Please try again.'
  api.respond(calls.startGoogle.path, refuse('google_unavailable', text, 502))

  await userEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }))
  expect(await screen.findByText(text)).toBeVisible()
  const address = 'https://accounts.google.test/auth?state=1'
  api.respond(calls.startGoogle.path, { json: { address } })
  await userEvent.click(screen.getByRole('button', { name: 'Continue with Google' }))

  await waitFor(() => expect(leave).toHaveBeenCalledWith(address))
  expect(api.requestsTo(calls.startGoogle).at(-1)?.body).toEqual({ page: 'log-in' })
})

test.each([
  ['cancelled', 'status', /was cancelled/],
  ['unverified', 'alert', /hasn’t verified that email/],
  ['other', 'alert', /linked to a different Google account/],
  ['expired', 'alert', /has expired/],
  ['failed', 'alert', /didn’t work/],
])('a visitor who returns as %s is told so and can log in', async (outcome, role, text) => {
  open(`/account?google=${outcome}`)

  expect(await screen.findByRole(role)).toHaveTextContent(text)
  expect(screen.getByLabelText('Email')).toBeVisible()
})

test('asks for the password that links the account, then for its second factor, and keeps what was typed', async () => {
  const api = open('/account?google=link', { email: 'ada@example.test', needs: 'password' })
  api.respond(calls.finishGoogle.path, refuse('wrong_password', 'Wrong password. Please try again.'))
  const field = await screen.findByLabelText('Password')
  expect(screen.getByText(/ada@example\.test already has an account/)).toBeVisible()

  await userEvent.type(field, 'not it{Enter}')
  await waitFor(() => expect(field).toHaveAccessibleDescription('Wrong password. Please try again.'))
  api.respond(calls.finishGoogle.path, refuse('code_required', 'Please enter the code.'))
  await userEvent.clear(field)
  await userEvent.type(field, 'secret{Enter}')
  expect(await screen.findByLabelText('Code')).toHaveFocus()
  api.respond(calls.finishGoogle.path, { json: { from: '/miravale/tips?x=1' } })
  api.respond(getProfile.path, { json: buildSessionUser() })
  await userEvent.keyboard('123 456{Enter}')

  await waitFor(() => expect(place()).toBe('/miravale/tips?x=1'))
  expect(submitted(api)).toEqual([
    { password: 'not it' },
    { password: 'secret' },
    { password: 'secret', code: '123456' },
  ])
})

test('asks a linked account with a second factor only for its code', async () => {
  const api = open('/account?google=code', { email: 'ada@example.test', needs: 'code' })
  api.respond(calls.finishGoogle.path, { json: { from: null } })
  api.respond(getProfile.path, { json: buildSessionUser() })

  await userEvent.type(await screen.findByLabelText('Code'), 'abcde-fghij{Enter}')

  await waitFor(() => expect(place()).toBe('/dashboard/explore'))
  expect(submitted(api)).toEqual([{ code: 'abcde-fghij' }])
})

test('an expired attempt says so and can be started again', async () => {
  const api = open('/account?google=link', { email: 'ada@example.test', needs: 'password' })
  api.respond(calls.finishGoogle.path, refuse('google_expired', 'It has run out.'))
  const field = await screen.findByLabelText('Password')
  api.respond(calls.getGoogle.path, { json: { pending: null } })

  await userEvent.type(field, 'secret{Enter}')

  expect(await screen.findByText(/Your Google login has expired/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Log in another way' })).toBeVisible()
})
