import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Route } from 'react-router-dom'
import {
  getCreatorProfile,
  getProfile,
  getUserDataByUsername,
} from '../../../../contract/accounts/account-calls.ts'
import { getAllGoals, getCreatorLeaderboard } from '../../../../contract/goals/goal-calls.ts'
import { changeGoalStatus, getOwnGoals } from '../../../../contract/goals/own-goal-calls.ts'
import { useStore } from '../../lib/store.ts'
import { createCheckoutSession } from '../../../../contract/payments/stripe-calls.ts'
import { fakeApi, refuse } from '../../test/fake-api.ts'
import { buildGoal, buildSessionUser, buildViewedCreator } from '../../test/builders.ts'
import { CreatorLayout } from './creator-layout.tsx'
import { CurrentGoalsScreen } from './current-goals-screen.tsx'
import { GoalScreen } from './goal-screen.tsx'
import { place, renderRoutes } from '../../test/render.tsx'
import type { Replies } from '../../test/fake-api.ts'

const [kiln, tiles, done] = [
  buildGoal({ title: 'A kiln' }),
  buildGoal({ title: 'Glaze tiles', goaluuid: '00000000-0000-4000-8000-000000000102' }),
  buildGoal({ title: 'An old one', goaluuid: '00000000-0000-4000-8000-000000000103', status: 'COMPLETED' }),
] as const

/** The listeners that the page has added to a fake Socket.IO client, by event. */
const live = vi.hoisted(() => new Map<string, (message?: unknown) => void>())
vi.mock('socket.io-client', () => ({
  io: () => ({
    on: (event: string, listener: (message?: unknown) => void) => live.set(event, listener),
    disconnect: () => live.clear(),
    connect: () => undefined,
  }),
}))

beforeEach(() => {
  live.clear()
})

function open(path = '/MiraVale/current-goals', replies: Replies = {}) {
  const api = fakeApi({
    [getCreatorProfile.path]: { json: buildViewedCreator({ paypalConnected: false, stripeConnected: true }) },
    [getUserDataByUsername.path]: { json: { uid: '00000000-0000-4000-8000-000000000001' } },
    [getAllGoals.path]: { json: [kiln, tiles, done] },
    [getCreatorLeaderboard.path]: { json: { weekly: [], monthly: [], allTime: [], recent: [] } },
    ...replies,
  })
  renderRoutes(
    <Route path=":username" element={<CreatorLayout />}>
      <Route path="current-goals" element={<CurrentGoalsScreen />} />
      <Route path="current-goals/:goaluuid" element={<GoalScreen />} />
    </Route>,
    path,
  )
  return api
}

async function receiveEvent(event: string, message?: unknown): Promise<void> {
  await expect.poll(() => live.has(event)).toBe(true)
  act(() => live.get(event)?.(message))
}

test('shows only active goals and tips towards the first by default', async () => {
  open()

  const towards = await screen.findByRole('combobox', { name: 'Towards' })

  expect(towards).toHaveValue(kiln.goaluuid)
  expect(screen.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-label'))).toEqual([
    'A kiln: £864 of £1,200',
    'Glaze tiles: £864 of £1,200',
  ])
})

test('where the provider takes no payments for the creator, the page says so and offers the other way to pay', async () => {
  const both = buildViewedCreator({ paypalConnected: true, stripeConnected: true })
  const api = open('/MiraVale/current-goals', {
    [getCreatorProfile.path]: { json: both },
    [createCheckoutSession.path]: refuse('payee_unavailable', 'This creator’s account can’t take it.', 409),
  })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount' }), '7')
  const card = await screen.findByRole('button', { name: 'Pay by card' })
  await waitFor(() => expect(card).toBeEnabled())
  api.respond(getCreatorProfile.path, { json: { ...both, stripeConnected: false } })

  await userEvent.click(card)

  expect(await screen.findByText('This creator’s account can’t take it.')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Pay by card' })).toBeNull())
  expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('7')
})

test('a link in the app with a former name of the creator leads to the current one', async () => {
  open('/mira_before/current-goals?theme=dark')

  await screen.findByRole('combobox', { name: 'Towards' })

  expect(place()).toBe('/miravale/current-goals?theme=dark')
})

test("a goal's button chooses it", async () => {
  open()

  await userEvent.click(await screen.findByRole('button', { name: 'Tip this goal: Glaze tiles' }))

  expect(screen.getByRole('combobox', { name: 'Towards' })).toHaveValue(tiles.goaluuid)
})

test('when the chosen goal closes, the next one is chosen and a toast says so', async () => {
  open()
  await screen.findByRole('combobox', { name: 'Towards' })

  await receiveEvent('goals', [{ ...kiln, status: 'COMPLETED' }, tiles])

  expect(await screen.findByText(/“A kiln” no longer takes tips/)).toBeInTheDocument()
  expect(screen.getByRole('combobox', { name: 'Towards' })).toHaveValue(tiles.goaluuid)
})

test("a goal's tip box stays when the goal closes, so that a started payment can finish", async () => {
  open(`/miravale/current-goals/${kiln.goaluuid}`)
  await screen.findByRole('textbox', { name: 'Amount' })

  await receiveEvent('goals', [{ ...kiln, status: 'COMPLETED' }, tiles])

  expect(await screen.findByText('This goal is no longer taking tips.')).toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Amount' })).toBeInTheDocument()
})

test('says that a goal does not exist', async () => {
  open('/miravale/current-goals/nonsense')

  expect(
    await screen.findByRole('heading', { name: 'This goal isn’t available anymore' }),
  ).toBeInTheDocument()
})

test('goals that fail to load can be retried', async () => {
  const api = open(undefined, { [getAllGoals.path]: { status: 500 } })
  expect(await screen.findByText('Failed to fetch goals')).toBeInTheDocument()

  api.respond(getAllGoals.path, { json: [kiln] })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  await waitFor(() => expect(screen.getByRole('progressbar')).toBeInTheDocument())
})

test('a live tip updates goals and leaderboard without a reload', async () => {
  open()
  expect(await screen.findByText('No data available for this time period')).toBeInTheDocument()

  await receiveEvent('goals', [{ ...kiln, amount_received: 87_100 }, tiles])
  await receiveEvent('leaderboard', {
    weekly: [],
    monthly: [],
    allTime: [{ name: 'Grace', amount: 700 }],
    recent: [],
  })

  expect(await screen.findByRole('progressbar', { name: 'A kiln: £871 of £1,200' })).toBeInTheDocument()
  expect(await screen.findByRole('listitem')).toHaveTextContent('Grace£7')
})

test('ignores an invalid live message', async () => {
  open()
  await screen.findByRole('progressbar', { name: /A kiln/ })

  await receiveEvent('goals', [{ title: 'half a goal' }])

  expect(screen.getByRole('progressbar', { name: /A kiln/ })).toBeInTheDocument()
})

test('says that the connection is lost, and reloads once it is back', async () => {
  const api = open()
  await screen.findByRole('progressbar', { name: /A kiln/ })
  await receiveEvent('connect')

  await receiveEvent('disconnect', 'transport close')
  expect(await screen.findByText(/Reconnecting/)).toBeInTheDocument()
  api.respond(getAllGoals.path, { json: [{ ...kiln, amount_received: 90_000 }] })
  await receiveEvent('connect')

  expect(await screen.findByRole('progressbar', { name: 'A kiln: £900 of £1,200' })).toBeInTheDocument()
  expect(screen.queryByText(/Reconnecting/)).toBeNull()
})

test('says that a creator does not exist', async () => {
  open('/nobody/current-goals', { [getCreatorProfile.path]: { status: 404 } })

  expect(await screen.findByRole('heading', { name: 'We couldn’t find this creator' })).toBeInTheDocument()
  expect(document.title).toBe('We couldn’t find this creator · Brimful')
})

test.each([
  ['the creator', 'miravale'],
  ['nobody else', 'ada'],
])('%s can reopen a filled goal that has lost money', async (_, brimfulUserName) => {
  const own = { ...done, isMoneyIn: true, isFunded: false, hasLostMoney: true, isHidden: false }
  const user = buildSessionUser({ brimfulUserName, accountType: 1 })
  useStore.setState({ auth: { isAuthenticated: true, token: 'session', user } })
  const api = open(`/miravale/current-goals/${done.goaluuid}`, {
    [getProfile.path]: { json: user },
    [getOwnGoals.path]: { json: [own] },
    [changeGoalStatus.path]: { json: own },
  })
  await screen.findByText('This goal is no longer taking tips.')
  if (brimfulUserName !== 'miravale') return expect(api.requestsTo(getOwnGoals)).toEqual([])

  await userEvent.click(await screen.findByRole('button', { name: 'Reopen goal' }))

  expect(screen.getByText(/have taken £336 out of this goal/)).toBeInTheDocument()
  const body = { goaluuid: done.goaluuid, action: 'reopen' }
  await waitFor(() => expect(api.requestsTo(changeGoalStatus)).toMatchObject([{ body }]))
})

test.each([
  ['visitors are', 'ada', 1],
  ['the creator is not', 'miravale', 0],
])('%s offered to send a tip while the tip box is below the screen', async (_, brimfulUserName, count) => {
  vi.stubGlobal('IntersectionObserver', BelowTheScreen)
  const user = buildSessionUser({ brimfulUserName, accountType: 1 })
  useStore.setState({ auth: { isAuthenticated: true, token: 'session', user } })
  open(undefined, { [getProfile.path]: { json: user } })

  await screen.findByRole('combobox', { name: 'Towards' })

  await expect.poll(() => screen.queryAllByRole('button', { name: 'Send a tip' })).toHaveLength(count)
  expect(screen.queryAllByRole('link', { name: 'Send a tip' })).toEqual([])
})

test.each([
  ['without goals', [], 'Create your first goal'],
  ['without an active goal', [done], 'New goal'],
] as const)('a creator %s finds on the own page the way to make one', async (_, goals, label) => {
  const owner = buildSessionUser({ brimfulUserName: 'miravale', accountType: 1 })
  open('/miravale/current-goals', { [getProfile.path]: { json: owner }, [getAllGoals.path]: { json: goals } })
  useStore.setState({ auth: { isAuthenticated: true, token: 'session', user: owner } })

  const link = await screen.findByRole('link', { name: label })
  expect(link).toHaveAttribute('href', '/dashboard/goals-overview')
})

/** Reports of every element that it is further down than the screen reaches. */
class BelowTheScreen {
  private readonly report: (entries: object[]) => void
  constructor(report: (entries: object[]) => void) {
    this.report = report
  }
  observe(): void {
    this.report([{ isIntersecting: false, boundingClientRect: { top: 2000 } }])
  }
  disconnect(): void {}
}
