import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { expect, test, vi } from 'vitest'
import { getProfile, logIn } from '../../../../contract/accounts/account-calls.ts'
import { proofChallenge } from '../../../../contract/proof.ts'
import { fakeApi, refuse } from '../../test/fake-api.ts'
import { buildSessionUser } from '../../test/builders.ts'
import { renderPage } from '../../test/render.tsx'
import { LogInForm } from './log-in-form.tsx'

test('asks for a code when the account has a second factor, and keeps what was typed', async () => {
  const asks = 'Please enter the code from your authenticator app.'
  const api = fakeApi({ [logIn.path]: refuse('code_required', asks) })
  const onLoggedIn = vi.fn<() => void>()
  renderPage(<LogInForm email="ada@example.test" onLoggedIn={onLoggedIn} />)
  expect(screen.queryByLabelText('Code')).toBeNull()

  await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}')
  const field = await screen.findByLabelText('Code')
  await waitFor(() => expect(field).toHaveAccessibleDescription(asks))
  expect(field).toHaveFocus()
  api.respond(logIn.path, { json: {} })
  api.respond(getProfile.path, { json: buildSessionUser() })
  await userEvent.keyboard('123 456{Enter}')

  await waitFor(() => expect(onLoggedIn).toHaveBeenCalled())
  expect(api.requestsTo(logIn).map(({ body }) => body)).toEqual([
    { email: 'ada@example.test', password: 'secret' },
    { email: 'ada@example.test', password: 'secret', code: '123456' },
  ])
})

test('shows a refusal above the button', async () => {
  fakeApi({ [logIn.path]: refuse('wrong_credentials', 'Wrong email or password.') })
  renderPage(<LogInForm email="ada@example.test" onLoggedIn={vi.fn<() => void>()} />)

  await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}')

  expect(await screen.findByRole('alert')).toHaveTextContent('Wrong email or password.')
  expect(screen.getByLabelText('Password')).toHaveValue('secret')
})

test('solves a challenge unseen while strangers guess at the account', async () => {
  const expiresAt = Math.floor(Date.now() / 1000) + 600
  const wanted = { algorithm: 'PBKDF2/SHA-256', cost: 10, keyPrefix: '0', data: { to: 'me' }, deriveKey }
  const challenge = proofChallenge.parse(
    await createChallenge({ ...wanted, expiresAt, hmacSignatureSecret: 'secret' }),
  )
  const text = 'Quick check: we need to confirm you’re not a bot. Please try again.'
  const api = fakeApi({
    [logIn.path]: (body: unknown) =>
      (body as { proof?: unknown }).proof
        ? { json: {} }
        : { status: 428, json: { ErrorMessage: text, code: 'proof_required', challenge } },
    [getProfile.path]: { json: buildSessionUser() },
  })
  const onLoggedIn = vi.fn<() => void>()
  renderPage(<LogInForm email="ada@example.test" onLoggedIn={onLoggedIn} />)

  await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}')

  await waitFor(() => expect(onLoggedIn).toHaveBeenCalled())
  expect(api.requestsTo(logIn)).toHaveLength(2)
  expect(screen.queryByText(text)).toBeNull()
})
