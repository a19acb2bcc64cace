import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { changeUserName } from '../../../../../contract/accounts/profile-calls.ts'
import { getNameAvailability } from '../../../../../contract/accounts/sign-up-calls.ts'
import { useStore } from '../../../lib/store.ts'
import { fakeApi } from '../../../test/fake-api.ts'
import { buildSessionUser } from '../../../test/builders.ts'
import { renderPage } from '../../../test/render.tsx'
import { AddressCard } from './address-card.tsx'

const free = (name: string) => ({ json: { name, isAvailable: true, reason: null, suggestions: [] } })
const button = (name: string) => screen.getByRole('button', { name })

test('a new username is checked while typing, and saved after a warning', async () => {
  const api = fakeApi({ [getNameAvailability.path]: free('mira_makes') })
  renderPage(<AddressCard name="miravale" />)
  await userEvent.click(button('Change address'))
  const field = screen.getByRole('textbox', { name: 'Your address' })
  expect(screen.getByText(/stays yours for a year/)).toBeVisible()
  expect(button('Change address')).toBeDisabled()

  await userEvent.clear(field)
  await userEvent.type(field, 'mira_makes')
  expect(await screen.findByText('mira_makes is available')).toBeVisible()
  const taken = { ErrorMessage: 'That name is taken.', code: 'name_taken' }
  api.respond(changeUserName.path, { status: 409, json: taken })
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(field).toHaveAccessibleDescription('That name is taken.'))
  api.respond(changeUserName.path, { json: buildSessionUser({ brimfulUserName: 'mira_makes' }) })
  await userEvent.keyboard('{Enter}')

  expect(await screen.findByText('You’re now @mira_makes.')).toBeVisible()
  expect(useStore.getState().auth.user?.brimfulUserName).toBe('mira_makes')
})
