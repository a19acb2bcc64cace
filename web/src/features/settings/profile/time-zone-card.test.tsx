import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { updateProfile } from '../../../../../contract/accounts/profile-calls.ts'
import { fakeApi } from '../../../test/fake-api.ts'
import { buildSessionUser } from '../../../test/builders.ts'
import { renderPage } from '../../../test/render.tsx'
import { TimeZoneCard } from './time-zone-card.tsx'

afterEach(() => void vi.unstubAllEnvs())

const browseFrom = (zone: string) => vi.stubEnv('TZ', zone)
const save = () => screen.getByRole('button', { name: 'Save Changes' })
const zone = () => screen.getByRole('combobox', { name: 'Your time zone' })

test('offers the browser’s time zone, and saves it', async () => {
  browseFrom('America/New_York')
  const saved = { json: buildSessionUser({ timeZone: 'America/New_York' }) }
  const api = fakeApi({ [updateProfile.path]: saved })
  renderPage(<TimeZoneCard timeZone="Asia/Kathmandu" />)
  expect(zone()).toHaveDisplayValue('Asia/Kathmandu')
  expect(save()).toBeDisabled()

  expect(screen.getByText('Your browser is in America/New York.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Use this one' }))
  expect(zone()).toHaveDisplayValue('America/New York')
  expect(screen.queryByText('Your browser is in America/New York.')).toBeNull()
  await userEvent.click(save())

  expect(await screen.findByText('Your days now begin at midnight in America/New York.')).toBeVisible()
  expect(api.requestsTo(updateProfile)[0]?.body).toEqual({ timeZone: 'America/New_York' })
})

test.each(['Asia/Calcutta', 'Asia/Kolkata'])('offers nothing to a browser in %s', (here) => {
  browseFrom(here)
  renderPage(<TimeZoneCard timeZone="Asia/Kolkata" />)

  expect(zone()).toHaveDisplayValue('Asia/Kolkata')
  expect(screen.queryByText(/Your browser is in/)).toBeNull()
})

test('offers nothing to a browser that knows no zone', () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({} as never)
  renderPage(<TimeZoneCard timeZone="Asia/Kolkata" />)

  expect(zone()).toHaveDisplayValue('Asia/Kolkata')
  expect(screen.queryByText(/Your browser is in/)).toBeNull()
})

test('a zone that the server does not know is refused beside the field', async () => {
  const text = 'Please choose a time zone from the list.'
  const refusal = { ErrorMessage: text, code: 'invalid_input', fields: { timeZone: text } }
  fakeApi({ [updateProfile.path]: { status: 400, json: refusal } })
  renderPage(<TimeZoneCard timeZone="UTC" />)

  await userEvent.selectOptions(zone(), 'Asia/Tokyo')
  await userEvent.click(save())

  expect(await screen.findByText(text)).toBeVisible()
  expect(zone()).toHaveDisplayValue('Asia/Tokyo')
})
