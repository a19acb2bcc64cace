import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  getNotifications,
  getProfile,
  readNotifications,
} from '../../../../contract/accounts/account-calls.ts'
import type { Notification } from '../../../../contract/entities.ts'
import { callKey, queryClient } from '../../lib/calls/query-client.ts'
import { useStore } from '../../lib/store.ts'
import { fakeApi, refuse } from '../../test/fake-api.ts'
import { buildSessionUser } from '../../test/builders.ts'
import { renderPage } from '../../test/render.tsx'
import { NotificationScreen } from './notification-screen.tsx'
import type { Replies } from '../../test/fake-api.ts'

function build(n: number, changes: Partial<Notification> = {}): Notification {
  return {
    id: `00000000-0000-4000-8000-00000000010${n}`,
    kind: 'tip',
    tipId: '9c5b7c5e-5a5e-4a53-9f6e-1b7a2f0f4a11',
    isHeld: false,
    name: 'Grace',
    amount: 700,
    currency: 'gbp',
    worth: null,
    goalTitle: null,
    message: null,
    isPrivateMessage: false,
    at: new Date(Date.now() - n * 60_000).toISOString(),
    isRead: false,
    ...changes,
  }
}

const tip = build(1, { goalTitle: 'A kiln', message: 'For you alone', isPrivateMessage: true })
const funded = build(2, { kind: 'goalFunded', goalTitle: 'A kiln', message: 'For you alone' })
const old = build(3, { name: 'Anonymous', isRead: true })
const list = { notifications: [tip, funded, old], unread: 2 }

function open(replies: Replies = {}, accountType: 1 | 2 = 1) {
  const api = fakeApi({
    [getProfile.path]: { json: buildSessionUser({ accountType, brimfulUserName: 'miravale' }) },
    [getNotifications.path]: { json: list },
    ...replies,
  })
  renderPage(<NotificationScreen />)
  return api
}

const rows = () => screen.findAllByRole('listitem')
const unreadRows = () => screen.queryAllByRole('button', { name: 'Mark as read' })

test('a dispute is among the notifications by its time, with its deadline and the way to it, and can be marked read', async () => {
  const dispute = {
    id: '00000000-0000-4000-8000-000000000201',
    kind: 'due',
    name: 'Ada',
    amount: 500,
    currency: 'gbp',
    respondBy: '2026-11-28T10:00:00.000Z',
    at: new Date(Date.now() - 90_000).toISOString(),
    isRead: false,
  }
  const api = open({
    [getNotifications.path]: { json: { ...list, disputes: [dispute], unread: 3 } },
    [readNotifications.path]: { json: { unread: 2 } },
  })

  const second = (await rows())[1]!
  expect(second).toHaveTextContent('Time is running out to answer about the tip of £5 from Ada')
  expect(second).toHaveTextContent('Respond by 28 Nov 2026')
  const link = within(second).getByRole('link', { name: 'See your disputes' })
  expect(link).toHaveAttribute('href', '/dashboard/payment-setting2#disputes')
  await userEvent.click(within(second).getByRole('button', { name: 'Mark as read' }))

  await waitFor(() =>
    expect(api.requestsTo(readNotifications)).toMatchObject([{ body: { ids: [dispute.id] } }]),
  )
  await waitFor(() => expect(within(second).queryByRole('button', { name: 'Mark as read' })).toBeNull())
})

test('each notification says what happened, and unread ones are marked', async () => {
  open()

  const [first, second, third] = await rows()
  expect(first).toHaveTextContent('Grace tipped £7 towards A kiln')
  expect(first).toHaveTextContent('For you alone')
  expect(first).toHaveTextContent('Private message, only for you')
  expect(first).toHaveTextContent('1 minute ago')
  expect(second).toHaveTextContent('A kiln is fully funded')
  expect(second).not.toHaveTextContent('For you alone')
  expect(third).toHaveTextContent('Anonymous tipped £7 as a general tip')
  expect(screen.getByText('2 unread')).toBeVisible()
  expect(unreadRows()).toHaveLength(2)
  expect(screen.getAllByText('New')).toHaveLength(2)
})

test('a tip in another currency says what it is worth', async () => {
  const worth = { amount: 776, currency: 'gbp', isEstimate: false } as const
  open({
    [getNotifications.path]: {
      json: { notifications: [build(1, { amount: 1_500, currency: 'jpy', worth })], unread: 1 },
    },
  })

  const [row] = await rows()
  expect(row).toHaveTextContent('Grace tipped ¥1,500 as a general tip')
  expect(row).toHaveTextContent('£7.76')
})

test('marking all as read sends no ids and leaves nothing unread', async () => {
  const api = open({ [readNotifications.path]: { json: { unread: 0 } } })
  await rows()

  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))

  await waitFor(() => expect(unreadRows()).toHaveLength(0))
  expect(api.requestsTo(readNotifications)[0]?.body).toEqual({})
  expect(screen.queryByText(/unread/)).toBeNull()
  expect(useStore.getState().notifications.unread).toBe(0)
})

test('a single notification can be marked as read', async () => {
  const api = open({ [readNotifications.path]: { json: { unread: 1 } } })
  const [first] = await rows()

  await userEvent.click(within(first!).getByRole('button', { name: 'Mark as read' }))

  await waitFor(() => expect(unreadRows()).toHaveLength(1))
  expect(api.requestsTo(readNotifications)[0]?.body).toEqual({ ids: [tip.id] })
  expect(screen.getByText('1 unread')).toBeVisible()
})

test('a failed mark is shown once and nothing looks read', async () => {
  open({ [readNotifications.path]: refuse('internal', 'Because.', 500) })
  await rows()

  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))

  expect(await screen.findByText('Because.')).toBeVisible()
  expect(unreadRows()).toHaveLength(2)
})

test('a refetch of the header after a live message updates the list', async () => {
  const api = open()
  await rows()
  api.respond(getNotifications.path, {
    json: { notifications: [build(0, { name: 'Lin' }), ...list.notifications], unread: 3 },
  })

  await act(() => queryClient.refetchQueries({ queryKey: callKey(getNotifications) }))

  expect(await screen.findByText('Lin tipped £7')).toBeVisible()
  expect(screen.getByText('3 unread')).toBeVisible()
})

test.each([
  [1, 'Open your page'],
  [2, 'Explore creators'],
] as const)('an empty list of account type %i offers a next step', async (accountType, link) => {
  useStore.setState({
    auth: { isAuthenticated: true, token: 'session', user: buildSessionUser({ accountType }) },
  })

  open({ [getNotifications.path]: { json: { notifications: [], unread: 0 } } }, accountType)

  expect(await screen.findByRole('link', { name: link })).toBeVisible()
})

test('a list that fails to load says so and can be retried', async () => {
  const api = open({ [getNotifications.path]: { status: 500 } })
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load your notifications.')
  api.respond(getNotifications.path, { json: list })

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await rows()).toHaveLength(3)
})
