import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getProfile } from '../../../../../contract/accounts/account-calls.ts'
import { getCreatorLeaderboard } from '../../../../../contract/goals/goal-calls.ts'
import { showOverlayKey } from '../../../../../contract/alerts/overlay-calls.ts'
import { getOwnGoals } from '../../../../../contract/goals/own-goal-calls.ts'
import { getSiteSettings } from '../../../../../contract/pages/site-calls.ts'
import { getTimers } from '../../../../../contract/timer/timer-calls.ts'
import { getStreamTotal, startStreamTotal } from '../../../../../contract/alerts/widget-calls.ts'
import { buildGoal, buildSessionUser, buildSite } from '../../../test/builders.ts'
import { fakeApi, refuse } from '../../../test/fake-api.ts'
import type { Replies } from '../../../test/fake-api.ts'
import { renderPage } from '../../../test/render.tsx'
import { WidgetsCard } from './widgets-card.tsx'

const uid = '00000000-0000-4000-8000-000000000001'
const base = `https://tips.test/overlay?userUID=${uid}&widget=`
const kiln = buildGoal({ title: 'A kiln' })
const noTips = { weekly: [], monthly: [], allTime: [], recent: [] }
const hidden = '#key=••••••••'
const addressField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Widget URL' })
const choose = (label: string, option: string) =>
  userEvent.selectOptions(screen.getByLabelText(label), option)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const frame = () => screen.queryByTitle('Preview of the widget')

function open(replies: Replies = {}) {
  const api = fakeApi({
    [getSiteSettings.path]: { json: buildSite({ publicUrl: 'https://tips.test/' }) },
    [getOwnGoals.path]: {
      json: [{ ...kiln, isMoneyIn: false, isFunded: false, hasLostMoney: false, isHidden: false }],
    },
    [getTimers.path]: { json: { currency: 'gbp', now: new Date().toISOString(), timers: [] } },
    [getCreatorLeaderboard.path]: { json: noTips },
    [getStreamTotal.path]: { json: { currency: 'gbp', amount: 42_00, startedAt: null } },
    [startStreamTotal.path]: { json: { currency: 'gbp', amount: 0, startedAt: '2026-01-05T12:00:00.000Z' } },
    [showOverlayKey.path]: { json: { key: 'secret-key' } },
    ...replies,
  })
  renderPage(<WidgetsCard uid={uid} userName="miravale" currency="gbp" />)
  return api
}

test('the address of the goal bar follows the choice, can be copied and opened, and is previewed', async () => {
  const user = userEvent.setup() // `setup` also installs a clipboard that works in this environment
  open()
  await waitFor(() => expect(addressField()).toHaveValue(`${base}goal${hidden}`))

  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Widget URL copied to clipboard.')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(`${base}goal#key=secret-key`)

  await user.selectOptions(await screen.findByLabelText('Goal'), 'All open goals in turn')
  expect(addressField()).toHaveValue(`${base}goal&goals=all${hidden}`)
  expect(screen.getByText('Shows each open goal for 12 seconds.')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Goal'), 'A kiln')
  expect(addressField()).toHaveValue(`${base}goal&goal=${kiln.goaluuid}${hidden}`)
  expect(screen.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
    'href',
    `${base}goal&goal=${kiln.goaluuid}`,
  )
  expect(frame()).toHaveAttribute('src', `/overlay?userUID=${uid}&widget=goal&goal=${kiln.goaluuid}`)
})

test('every address has the key, which is neither loaded nor shown until it is revealed', async () => {
  const api = open()
  await choose('Widget', 'Total')
  await waitFor(() => expect(addressField()).toHaveValue(`${base}total${hidden}`))
  expect(api.requestsTo(showOverlayKey)).toEqual([])
  expect(frame()).toHaveAttribute('src', `/overlay?userUID=${uid}&widget=total`)

  await press('Reveal')
  await waitFor(() => expect(addressField()).toHaveValue(`${base}total#key=secret-key`))
  await choose('What it counts', 'A goal')
  expect(addressField()).toHaveValue(`${base}total&of=goal#key=secret-key`)
})

test('the total of this stream starts from zero only after a confirmation', async () => {
  const api = open()
  await choose('Widget', 'Total')
  expect(await screen.findByText('£42, counted from your first tip.')).toBeVisible()

  await press('Start from zero')
  const dialog = await screen.findByRole('dialog', { name: 'Start this stream’s total from zero?' })
  expect(dialog).toHaveTextContent('The widget shows £42 now.')
  expect(api.requestsTo(startStreamTotal)).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Start from zero' }))

  expect(await screen.findByText('The total of this stream counts from zero now.')).toBeVisible()
  expect(await screen.findByText(/^£0, counted since/)).toBeVisible()
  expect(api.requestsTo(startStreamTotal)).toHaveLength(1)
})

test('a widget that has nothing to show says so, and where to change that', async () => {
  open({ [getOwnGoals.path]: { json: [] } })
  expect(await screen.findByRole('link', { name: 'Create your first goal' })).toHaveAttribute(
    'href',
    '/dashboard/goals-overview',
  )
  expect(frame()).toBeNull()

  await choose('Widget', 'Donothon timer')
  expect(await screen.findByRole('link', { name: 'Set up your timer' })).toHaveAttribute(
    'href',
    '/dashboard/donothon-timer-setting',
  )

  await choose('Widget', 'Top supporters')
  expect(await screen.findByText(/^No tips in this period yet/)).toBeVisible()
  await waitFor(() => expect(addressField()).toHaveValue(`${base}top${hidden}`))
})

test('goals that cannot be loaded leave the address, and can be loaded again', async () => {
  const api = open({ [getOwnGoals.path]: refuse('internal', 'No.', 500) })
  expect(await screen.findByText('We couldn’t load your goals.')).toBeVisible()
  await waitFor(() => expect(addressField()).toHaveValue(`${base}goal${hidden}`))

  api.respond(getOwnGoals.path, {
    json: [{ ...kiln, isMoneyIn: false, isFunded: false, hasLostMoney: false, isHidden: false }],
  })
  await press('Try again')
  expect(await screen.findByLabelText('Goal')).toBeVisible()
})

test('today and this month say in which time zone, and boards that theirs is UTC', async () => {
  open({ [getProfile.path]: { json: buildSessionUser({ accountType: 1, timeZone: 'America/New_York' }) } })
  await choose('Widget', 'Total')
  await choose('What it counts', 'Today')

  expect(await screen.findByText('Days and months begin at midnight in America/New York.')).toBeVisible()
  const change = screen.getByRole('link', { name: 'Change the time zone' })
  expect(change).toHaveAttribute('href', '/dashboard/profile-setting#time-zone')

  await choose('Widget', 'Top supporters')
  await choose('Period', 'Month')
  expect(screen.getByText('From the 1st of the month, in UTC')).toBeVisible()
})
