import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { becomeCreator, updateProfile } from '../../../../../contract/accounts/profile-calls.ts'
import { useStore } from '../../../lib/store.ts'
import { browserTimeZone } from '../../../lib/accounts/time-zone.ts'
import { fakeApi } from '../../../test/fake-api.ts'
import { buildSessionUser } from '../../../test/builders.ts'
import { renderPage } from '../../../test/render.tsx'
import { CreatorOffer } from '../creator-offer.tsx'
import { ProfileCard } from './profile-card.tsx'

const mira = buildSessionUser({ accountType: 1, displayName: 'Mira Vale', brimfulUserName: 'miravale' })

test('a creator saves names, bio, links and tags together', async () => {
  const api = fakeApi({ [updateProfile.path]: { json: { ...mira, displayName: 'Mira of the Vale' } } })
  renderPage(<ProfileCard profile={mira} />)

  await userEvent.type(screen.getByLabelText('Display name'), ' of the Vale')
  await userEvent.type(screen.getByLabelText('YouTube'), 'youtube.com/@mira')
  await userEvent.type(screen.getByLabelText('More links'), 'mira.example.com\nclay.example.org')
  await userEvent.type(screen.getByLabelText('Tags'), 'Pottery, clay, ')
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))

  expect(await screen.findByText('Profile saved.')).toBeVisible()
  expect(api.requestsTo(updateProfile)[0]?.body).toEqual({
    displayName: 'Mira Vale of the Vale',
    bio: '',
    ytUrl: 'https://youtube.com/@mira',
    twitterUrl: null,
    instaUrl: null,
    fbUrl: null,
    socialLinks: ['https://mira.example.com/', 'https://clay.example.org/'],
    selectedTags: ['pottery', 'clay'],
  })
  expect(useStore.getState().auth.user?.displayName).toBe('Mira of the Vale')
})

test('a link to another site is refused beside its field when the field loses the focus', async () => {
  const api = fakeApi()
  renderPage(<ProfileCard profile={mira} />)
  const field = screen.getByLabelText('Instagram')

  await userEvent.type(field, 'example.com/mira')
  await userEvent.tab()

  expect(field).toHaveAccessibleDescription('Please enter a link to Instagram.')
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(field).toHaveFocus()
  expect(api.requests).toEqual([])
})

test('a supporter has a name and a bio, but no link to a page', async () => {
  const ada = buildSessionUser({ accountType: 2 })
  const api = fakeApi({ [updateProfile.path]: { json: ada } })
  renderPage(<ProfileCard profile={ada} />)
  expect(screen.queryByLabelText('Tags')).toBeNull()

  await userEvent.type(screen.getByLabelText('About you'), 'Likes bowls.')
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))

  await waitFor(() =>
    expect(api.requestsTo(updateProfile)[0]?.body).toEqual({ displayName: 'Ada', bio: 'Likes bowls.' }),
  )
})

test('a supporter becomes a creator by choosing a currency', async () => {
  const api = fakeApi({ [becomeCreator.path]: { json: buildSessionUser({ accountType: 1 }) } })
  renderPage(<CreatorOffer />)

  await userEvent.click(screen.getByRole('radio', { name: /pound/i }))
  await userEvent.click(screen.getByRole('button', { name: 'Become a creator' }))

  expect(await screen.findByText('You’re a creator now. Welcome!')).toBeVisible()
  expect(api.requestsTo(becomeCreator)[0]?.body).toEqual({ currency: 'gbp', timeZone: browserTimeZone() })
  expect(useStore.getState().auth.user?.accountType).toBe(1)
})
