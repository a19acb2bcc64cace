import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  getNotificationPreferences,
  updateNotificationPreference,
} from '../../../../../contract/accounts/account-calls.ts'
import { useStore } from '../../../lib/store.ts'
import { fakeApi, refuse } from '../../../test/fake-api.ts'
import { buildSessionUser } from '../../../test/builders.ts'
import { renderPage } from '../../../test/render.tsx'
import { NotificationsCard } from './notifications-card.tsx'

const profile = buildSessionUser({ receiveAllTips: true, receiveGoalFunded: false })
const preferences = { receiveAllTips: false, receiveGoalFunded: true }
const update = updateNotificationPreference.path
const refusal = refuse('internal', 'An unexpected error occurred.', 500)

const tips = () => screen.getByRole('switch', { name: 'Tips' })
const goals = () => screen.getByRole('switch', { name: 'Goals' })

test('preferences in the profile are not loaded again', () => {
  const api = fakeApi()

  renderPage(<NotificationsCard profile={profile} />)

  expect(tips()).toBeChecked()
  expect(goals()).not.toBeChecked()
  expect(screen.getByText('Notify me for all tips made')).toBeVisible()
  expect(screen.getByText('Notify me when a goal is fully funded')).toBeVisible()
  expect(api.requests).toEqual([])
})

test('preferences that are not in the profile are loaded', async () => {
  fakeApi({ [getNotificationPreferences.path]: { json: preferences } })

  renderPage(<NotificationsCard profile={undefined} />)

  await waitFor(() => expect(goals()).toBeChecked())
  expect(tips()).not.toBeChecked()
})

test('preferences that fail to load say so and can be retried', async () => {
  const api = fakeApi({ [getNotificationPreferences.path]: refusal })
  renderPage(<NotificationsCard profile={undefined} />)
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load notification settings.')
  api.respond(getNotificationPreferences.path, { json: preferences })

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  await waitFor(() => expect(goals()).toBeChecked())
})

test('a switch sends only its own field', async () => {
  const api = fakeApi({ [update]: {} })
  renderPage(<NotificationsCard profile={profile} />)

  await userEvent.click(goals())

  expect(await screen.findByText('Notification settings updated.')).toBeVisible()
  expect(goals()).toBeChecked()
  expect(api.requests).toEqual([{ path: update, query: {}, body: { ReceiveGoalFunded: true } }])
})

test('a switch changes at once and is reset when the server refuses; the other one stays', async () => {
  const answers = holdAnswers()
  renderPage(<NotificationsCard profile={profile} />)

  await userEvent.click(goals())
  await userEvent.click(tips())
  expect(goals()).toBeChecked()
  expect(tips()).not.toBeChecked()
  answers[0]?.(refused())
  answers[1]?.(accepted())

  expect(await screen.findByText('Failed to update notification settings.')).toBeVisible()
  expect(goals()).not.toBeChecked()
  expect(tips()).not.toBeChecked()
})

test('fast clicks are sent one after the other, and the last one counts', async () => {
  const answers = holdAnswers()
  renderPage(<NotificationsCard profile={profile} />)

  await userEvent.click(tips())
  await userEvent.click(tips())
  expect(answers).toHaveLength(1)
  answers[0]?.(accepted())
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.(accepted())

  expect(await screen.findByText('Notification settings updated.')).toBeVisible()
  expect(tips()).toBeChecked()
})

test('an expired session is announced once and clears the preferences', async () => {
  fakeApi({ [update]: refuse('unauthenticated', 'No.', 401) })
  useStore.setState({ auth: { isAuthenticated: true, token: 'session', user: profile } })
  renderPage(<NotificationsCard profile={profile} />)

  await userEvent.click(tips())

  expect(await screen.findByText('Session expired. Redirecting to login.')).toBeVisible()
  expect(screen.queryByText('Failed to update notification settings.')).toBeNull()
})

/** Fakes a server that responds to each call only when the test says so. */
function holdAnswers() {
  const answers: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((answer) => answers.push(answer)))
  return answers
}

const accepted = () => new Response('{}')
const refused = () => new Response(JSON.stringify(refusal.json), { status: refusal.status })
