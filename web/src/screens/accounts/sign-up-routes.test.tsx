import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { getProfile } from '../../../../contract/accounts/account-calls.ts'
import { openGoogleAccount } from '../../../../contract/accounts/google-calls.ts'
import * as calls from '../../../../contract/accounts/sign-up-calls.ts'
import type { SignUp } from '../../../../contract/accounts/sign-up-calls.ts'
import { useStore } from '../../lib/store.ts'
import { browserTimeZone } from '../../lib/accounts/time-zone.ts'
import { fakeApi, refuse } from '../../test/fake-api.ts'
import { buildSessionUser } from '../../test/builders.ts'
import { dropSessionCookie, place, preload, renderRoutes } from '../../test/render.tsx'
import { signUpRoutes } from './sign-up-routes.tsx'

preload(import.meta.glob(['./sign-up-*.tsx', '../../features/sign-in/sign-up/*-form.tsx', '!./*.test.tsx']))
beforeEach(dropSessionCookie)

function buildSignUp(changes: Partial<SignUp> = {}): SignUp {
  return {
    step: 'select-role',
    email: 'nova@example.test',
    username: 'Nova',
    creatorORsupporter: null,
    currency: null,
    customUserName: null,
    ProfilePic: null,
    isGoogleAccount: false,
    DisplayName: 'Nova',
    About: '',
    code: null,
    now: new Date().toISOString(),
    ...changes,
  }
}

const described = { creatorORsupporter: 'creator', currency: 'usd', customUserName: 'nova' } as const

/** Opens an address; `signUp` is this browser's sign-up on the server. */
function open(address: string, signUp: SignUp | null) {
  const api = fakeApi({
    [calls.getSignUp.path]: { json: { signUp } },
    [calls.getNameAvailability.path]: {
      json: { name: 'nova', isAvailable: true, reason: null, suggestions: [] },
    },
  })
  renderRoutes(
    <>
      {signUpRoutes}
      <Route path="*" element={<p>elsewhere</p>} />
    </>,
    address,
  )
  return api
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('the start sends what was typed and opens the next step; no storage has the password', async () => {
  const api = open('/signup', null)
  api.respond(calls.startSignUp.path, { json: buildSignUp() })

  await userEvent.type(await screen.findByLabelText('Email'), 'nova@example.test')
  await userEvent.type(screen.getByLabelText('Your name'), 'Nova')
  await userEvent.type(screen.getByLabelText('Password'), 'four plain words here')
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.type(screen.getByLabelText('Password'), '{Enter}')

  const heading = await screen.findByRole('heading', { name: 'What brings you here?' })
  await waitFor(() => expect(heading).toHaveFocus())
  expect(api.requestsTo(calls.startSignUp).map(({ body }) => body)).toEqual([
    {
      email: 'nova@example.test',
      username: 'Nova',
      password: 'four plain words here',
      acceptPrivacyTerms: true,
    },
  ])
  expect(JSON.stringify({ ...localStorage })).toContain('nova@example.test')
  expect(JSON.stringify({ ...localStorage }) + JSON.stringify(useStore.getState())).not.toContain(
    'plain words',
  )
})

test('an incomplete start shows errors beside the fields and sends nothing', async () => {
  const api = open('/signup', null)

  await userEvent.type(await screen.findByLabelText('Email'), 'nova')
  await press('Create account')

  expect(screen.getByLabelText('Email')).toHaveFocus()
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Please enter a valid email.')
  expect(screen.getByLabelText('Your name')).toHaveAccessibleDescription('Please enter a name.')
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Please use at least 10 characters.')
  expect(screen.getByRole('checkbox')).toHaveAccessibleDescription(
    'Please accept the terms and privacy policy.',
  )
  expect(api.requestsTo(calls.startSignUp)).toEqual([])
})

test('a password that the server refuses is explained beside it, and what was typed stays', async () => {
  const api = open('/signup', null)
  const why = 'That password is easy to guess.'
  const fields = { password: why }
  api.respond(calls.startSignUp.path, {
    status: 400,
    json: { ErrorMessage: why, code: 'invalid_input', fields },
  })

  await userEvent.type(await screen.findByLabelText('Email'), 'nova@example.test')
  await userEvent.type(screen.getByLabelText('Your name'), 'Nova')
  await userEvent.type(screen.getByLabelText('Password'), 'password1234')
  await userEvent.click(screen.getByRole('checkbox'))
  await press('Create account')

  await waitFor(() => expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(why))
  expect(screen.getByLabelText('Password')).toHaveValue('password1234')
  expect(screen.getByLabelText('Email')).toHaveValue('nova@example.test')
})

test('an email in the address fills the field', async () => {
  open('/signup/select-role/grace@example.test', null)

  expect(await screen.findByLabelText('Email')).toHaveValue('grace@example.test')
  expect(place()).toBe('/signup')
})

test.each([
  ['select-url', buildSignUp(), '/signup/select-role'],
  [
    'OTP-verification',
    buildSignUp({ ...described, step: 'select-profile-picture' }),
    '/signup/select-profile-picture',
  ],
  ['about-yourself', null, '/signup'],
] as const)(
  '%s opened out of order redirects to the first unfinished step',
  async (step, signUp, expected) => {
    open(`/signup/${step}`, signUp)

    await waitFor(() => expect(place()).toBe(expected))
  },
)

test('a returning visitor can continue where they left off', async () => {
  open('/signup', buildSignUp({ ...described, step: 'select-profile-picture' }))

  await userEvent.click(await screen.findByRole('link', { name: 'Continue sign-up' }))

  expect(place()).toBe('/signup/select-profile-picture')
})

test('a role must be chosen, and creators choose a currency', async () => {
  const api = open('/signup/select-role', buildSignUp())
  api.respond(calls.selectRole.path, {
    json: buildSignUp({ step: 'select-url', creatorORsupporter: 'creator', currency: 'gbp' }),
  })

  await screen.findByRole('heading', { name: 'What brings you here?' })
  await press('Continue')
  expect(screen.getByRole('alert')).toHaveTextContent('Please choose one.')
  await userEvent.click(screen.getByRole('radio', { name: /creator/ }))
  await userEvent.click(screen.getByRole('radio', { name: /pound/i }))
  await press('Continue')

  await waitFor(() => expect(place()).toBe('/signup/select-url'))
  expect(api.requestsTo(calls.selectRole)[0]?.body).toEqual({
    creatorORsupporter: 'creator',
    currency: 'gbp',
  })
})

test('a taken name shows while typing, with free suggestions', async () => {
  const api = open('/signup/select-url', buildSignUp({ step: 'select-url', creatorORsupporter: 'supporter' }))
  const field = await screen.findByLabelText('Your address')
  expect(field).toHaveValue('nova')
  expect(await screen.findByText('nova is available')).toBeVisible()
  api.respond(calls.getNameAvailability.path, {
    json: { name: 'miravale', isAvailable: false, reason: 'taken', suggestions: ['miravale_tv'] },
  })

  await userEvent.clear(field)
  await userEvent.type(field, 'MiraVale')
  expect(await screen.findByText('miravale is taken.')).toBeVisible()
  await press('miravale_tv')

  expect(field).toHaveValue('miravale_tv')
})

test('the sixth digit sends the code; a wrong one is shown and clears the boxes', async () => {
  const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  const code = { expiresAt: soon(600), resendAt: soon(30), attemptsLeft: 4 }
  const api = open('/signup/OTP-verification', buildSignUp({ ...described, step: 'OTP-verification', code }))
  const wrong = refuse('wrong_code', 'That code is incorrect.')
  api.respond(calls.verifySignUpCode.path, wrong)

  const field = await screen.findByLabelText('Code')
  expect(screen.getByRole('button', { name: /New code in \d+ s/ })).toBeDisabled()
  await userEvent.click(field)
  await userEvent.paste('Your code is 123 456')

  expect(await screen.findByText('That code is incorrect.')).toBeVisible()
  expect(field).toHaveValue('')
  expect(api.requestsTo(calls.verifySignUpCode).map(({ body }) => body)).toEqual([
    { code: '123456', timeZone: browserTimeZone() },
  ])
})

test('the right code signs in, clears the draft and opens the home page', async () => {
  const api = open('/signup/OTP-verification', buildSignUp({ ...described, step: 'OTP-verification' }))
  const user = buildSessionUser({ accountType: 1, brimfulUserName: 'nova', displayName: 'Nova' })
  api.respond(calls.verifySignUpCode.path, { json: { accountType: 1, brimfulUserName: 'nova' } })
  api.respond(getProfile.path, { json: user })

  await userEvent.type(await screen.findByLabelText('Code'), '123456')

  await waitFor(() => expect(place()).toBe('/nova/current-goals'))
  expect(screen.getByText('Welcome to Brimful, Nova!')).toBeVisible()
  expect(useStore.getState().signupwizard.email).toBe('')
})

test('a sign-up with Google ends after the bio, without a code', async () => {
  const byGoogle = { ...described, step: 'select-profile-picture', isGoogleAccount: true } as const
  const api = open('/signup/about-yourself', buildSignUp(byGoogle))
  api.respond(calls.aboutYourself.path, { json: buildSignUp({ ...byGoogle, step: 'about-yourself' }) })
  const known = { ErrorMessage: 'That email already has an account.', code: 'email_taken' }
  api.respond(openGoogleAccount.path, { status: 409, json: known })
  expect(await screen.findByText('Step 5 of 5')).toBeVisible()
  expect(screen.getByText(/By creating your account, you accept/)).toBeVisible()

  await press('Create account')
  expect(await screen.findByText(known.ErrorMessage)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute(
    'href',
    '/account/login/nova@example.test',
  )
  api.respond(openGoogleAccount.path, { json: { accountType: 1, brimfulUserName: 'nova' } })
  api.respond(getProfile.path, { json: buildSessionUser({ accountType: 1, brimfulUserName: 'nova' }) })
  await press('Create account')

  await waitFor(() => expect(place()).toBe('/nova/current-goals'))
})

test('an expired sign-up restarts with what was typed', async () => {
  const api = open('/signup/about-yourself', buildSignUp({ ...described, step: 'select-profile-picture' }))
  const gone = 'Your sign-up has expired. Please start again.'
  api.respond(calls.aboutYourself.path, refuse('sign_up_expired', gone, 410))

  await userEvent.type(await screen.findByLabelText(/About you/), 'I throw bowls.')
  await press('Email me the code')

  expect(await screen.findByText(gone)).toBeVisible()
  expect(await screen.findByLabelText('Email')).toHaveValue('nova@example.test')
  expect(useStore.getState().signupwizard.About).toBe('I throw bowls.')
})

test('a supporter who opens the role step is offered to become a creator, under the page’s heading', async () => {
  document.cookie = 'brimful_signed_in=1'
  fakeApi({ [getProfile.path]: { json: buildSessionUser({ accountType: 2 }) } })
  renderRoutes(signUpRoutes, '/signup/select-role')

  expect(await screen.findByRole('button', { name: 'Become a creator' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('For creators')
})

test('the name that the browser itself brings from the landing page is the one to begin with', async () => {
  open('/signup/?customUserName=nova_quill', null)

  await screen.findByRole('button', { name: 'Create account' })
  expect(useStore.getState().signupwizard.customUserName).toBe('nova_quill')
})
