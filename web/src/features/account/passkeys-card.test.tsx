import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import * as calls from '../../../../contract/accounts/passkey-calls.ts'
import type { Passkey } from '../../../../contract/accounts/passkey-calls.ts'
import { confirmSession } from '../../../../contract/accounts/security-calls.ts'
import { fakeApi, refuse } from '../../test/fake-api.ts'
import { renderPage } from '../../test/render.tsx'
import { PasskeysCard } from './passkeys-card.tsx'

const phone: Passkey = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'My phone',
  isSynced: true,
  createdAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: null,
}

function open(passkeys: Passkey[]) {
  const api = fakeApi({ [calls.getPasskeys.path]: { json: { passkeys } } })
  renderPage(<PasskeysCard />)
  return api
}

test('a browser without passkeys says so, and still renames those of other devices', async () => {
  const api = open([phone])
  api.respond(calls.renamePasskey.path, { json: {} })
  expect(await screen.findByText('This browser doesn’t support passkeys.')).toBeVisible()
  expect(screen.getByText(/not used yet · Synced$/)).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Rename My phone' }))
  await userEvent.clear(screen.getByLabelText('Name'))
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByLabelText('Name')).toBeInvalid()
  await userEvent.keyboard('Blue phone{Enter}')

  expect(await screen.findByText('Blue phone')).toBeVisible()
  expect(api.requestsTo(calls.renamePasskey)).toMatchObject([{ body: { id: phone.id, name: 'Blue phone' } }])
})

test('removing asks first, and confirms with the password where the browser has no passkeys', async () => {
  const api = open([phone])
  const { status, json } = refuse('confirmation_required', 'Please confirm it’s you first.', 403)
  const confirmation = { methods: ['passkey', 'password'], needsCode: false }
  api.respond(calls.removePasskey.path, { status, json: { ...json, confirmation } })
  api.respond(confirmSession.path, () => {
    api.respond(calls.removePasskey.path, { json: {} })
    return { json: {} }
  })

  await userEvent.click(await screen.findByRole('button', { name: 'Remove My phone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove My phone?' }))
  expect(api.requestsTo(calls.removePasskey)).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await userEvent.type(await screen.findByLabelText('Current password'), 'secret{Enter}')

  expect(await screen.findByText('No passkeys yet.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a list that fails to load says so', async () => {
  fakeApi({ [calls.getPasskeys.path]: { status: 500 } })
  renderPage(<PasskeysCard />)

  expect(await screen.findByText('We couldn’t load your passkeys.')).toBeVisible()
})
