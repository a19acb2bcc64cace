import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Route, Routes } from 'react-router-dom'
import { Suspense } from 'react'
import { beforeEach, expect, test } from 'vitest'
import {
  changeMailSubscription,
  getMailSubscription,
} from '../../../../contract/mail/mail-subscription-calls.ts'
import * as calls from '../../../../contract/accounts/security-calls.ts'
import { fakeApi, refuse } from '../../test/fake-api.ts'
import type { Replies } from '../../test/fake-api.ts'
import { dropSessionCookie, place, preload, renderPage } from '../../test/render.tsx'
import { authenticationRoutes } from './authentication-routes.tsx'
import { LogInScreen } from './log-in-screen.tsx'

preload(
  import.meta.glob([
    './reset-*.tsx',
    './email-*.tsx',
    './not-me-*.tsx',
    './unsubscribe-*.tsx',
    '!./*.test.tsx',
  ]),
)
beforeEach(dropSessionCookie)

const expired = refuse('link_expired', 'That link has expired or was already used.', 410)

/** Opens a page, with a link to `next` beside it. */
function open(address: string, next = '/', replies: Replies = {}) {
  const api = fakeApi(replies)
  renderPage(
    <Suspense>
      <Link to={next}>Next</Link>
      <Routes>
        {authenticationRoutes}
        <Route path="/account" element={<LogInScreen />} />
        <Route path="/" element={null} />
      </Routes>
    </Suspense>,
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
  const api = open('/authentication/reset-password#TOKEN')
  api.respond(calls.resetPassword.path, { json: {} })

  await userEvent.type(await screen.findByLabelText('New password'), 'lanterns over harbours{Enter}')

  await waitFor(() => expect(place()).toBe('/account'))
  expect(screen.getByText('Your password has been changed. Please log in with it.')).toBeVisible()
  expect(api.requestsTo(calls.resetPassword)[0]?.body).toEqual({
    token: 'TOKEN',
    password: 'lanterns over harbours',
  })
})

test('a reset link that is opened in the tab of an older one counts', async () => {
  const api = open('/authentication/reset-password#OLDER', '/authentication/reset-password#NEWER')
  api.respond(calls.resetPassword.path, { json: {} })
  await screen.findByLabelText('New password')

  await userEvent.click(screen.getByRole('link', { name: 'Next' }))
  await userEvent.type(screen.getByLabelText('New password'), 'lanterns over harbours{Enter}')

  await waitFor(() => expect(place()).toBe('/account'))
  expect(api.requestsTo(calls.resetPassword)[0]?.body).toMatchObject({ token: 'NEWER' })
})

test('links of mails with the token in the query still work', async () => {
  const api = open(
    '/authentication/reset-password?token=SENT',
    '/authentication/email-verification?token=SENT-TOO',
  )
  api.respond(calls.resetPassword.path, { json: {} })
  await userEvent.type(await screen.findByLabelText('New password'), 'lanterns over harbours{Enter}')
  await waitFor(() => expect(place()).toBe('/account'))
  expect(api.requestsTo(calls.resetPassword)[0]?.body).toMatchObject({ token: 'SENT' })

  await userEvent.click(screen.getByRole('link', { name: 'Next' }))
  api.respond(calls.confirmEmail.path, { json: { email: 'new@example.test' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm email' }))
  await waitFor(() => expect(place()).toBe('/authentication/email-verification-success'))
  expect(api.requestsTo(calls.confirmEmail)[0]?.body).toEqual({ token: 'SENT-TOO' })
})

test('an expired reset link offers a new one', async () => {
  const api = open('/authentication/reset-password#OLD')
  api.respond(calls.resetPassword.path, expired)

  await userEvent.type(await screen.findByLabelText('New password'), 'lanterns over harbours{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(expired.json.ErrorMessage)
  await userEvent.click(screen.getByRole('link', { name: 'Get a new link' }))

  expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
})

test('a new address is confirmed by a click, not by opening the link', async () => {
  const api = open('/authentication/email-verification#TOKEN')
  api.respond(calls.confirmEmail.path, { json: { email: 'new@example.test' } })

  await screen.findByRole('heading', { name: 'Confirm your new email' })
  expect(api.requestsTo(calls.confirmEmail)).toEqual([])
  await press('Confirm email')

  expect(await screen.findByText('Your account’s email is now new@example.test.')).toBeVisible()
  expect(place()).toBe('/authentication/email-verification-success')
})

test('a used confirmation link says so after the click', async () => {
  const api = open('/authentication/email-verification#OLD')
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
  api.respond(calls.undoSensitiveChange.path, { json: { replaced: ['overlay-key'] } })
  await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}')

  expect(await screen.findByRole('heading', { name: 'Your account is locked' })).toBeVisible()
  expect(screen.getByText(/URLs of your alert box and widgets are new/)).toBeVisible()
  expect(screen.queryByText(/new signing secrets/)).toBeNull()
  expect(api.requestsTo(calls.undoSensitiveChange).map(({ body }) => body)).toEqual([
    { token: 'TOKEN' },
    { token: 'TOKEN', code: '123456' },
  ])
})

test('opening an unsubscribe link changes nothing; its button unsubscribes, and can be undone', async () => {
  const on = { json: { topic: 'tips', isOn: true } }
  const api = open('/authentication/unsubscribe?token=v1.TOKEN', '/', { [getMailSubscription.path]: on })
  api.respond(changeMailSubscription.path, (body) => ({ json: { topic: 'tips', ...Object(body) } }))

  expect(await screen.findByRole('heading', { name: 'Stop emails about tips?' })).toBeVisible()
  expect(api.requestsTo(changeMailSubscription)).toEqual([])
  await press('Unsubscribe')
  expect(await screen.findByRole('heading', { name: 'You’re unsubscribed' })).toHaveFocus()
  await press('Undo')

  expect(await screen.findByRole('heading', { name: 'You’re subscribed again' })).toHaveFocus()
  expect(api.requestsTo(changeMailSubscription).map(({ body }) => body)).toEqual([
    { token: 'v1.TOKEN', isOn: false },
    { token: 'v1.TOKEN', isOn: true },
  ])
})

test('an unsubscribe link of a reader whose mail program has unsubscribed offers the way back', async () => {
  const off = { json: { topic: 'tips-and-goals', isOn: false } }
  open('/authentication/unsubscribe?token=v1.OTHER', '/', { [getMailSubscription.path]: off })

  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible()
  expect(screen.getByText(/no more notifications about tips and funded goals/)).toBeVisible()
})

test('an unsubscribe link that was cut off says what to do', async () => {
  open('/authentication/unsubscribe?token=v1')

  expect(await screen.findByRole('heading', { name: 'We couldn’t find this subscription' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Notification settings' })).toBeVisible()
})
