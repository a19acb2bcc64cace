import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Leaderboard } from '../../../../contract/entities.ts'
import { renderPage } from '../../test/render.tsx'
import { LeaderboardCard } from './leaderboard-card.tsx'
import type { Loaded } from '../../lib/calls/use-call.ts'

const board: Leaderboard = {
  weekly: [{ name: 'Wendy', amount: 100 }],
  monthly: [],
  allTime: ['Grace', 'Lin', 'Ada', 'Tomasz'].map((name, index) => ({ name, amount: (9 - index) * 1000 })),
  recent: [
    { name: 'Anonymous', amount: 700 },
    { name: 'Anonymous', amount: 700 },
  ],
}

const handleRetry = vi.fn<() => void>()

function open(loaded: Partial<Loaded<Leaderboard>> = { data: board }) {
  const all = { data: undefined, hasFailed: false, refetch: handleRetry, ...loaded }
  renderPage(<LeaderboardCard board={all} userName="miravale" currency="gbp" />)
}

test('starts with All Time and gives medals to the first three only', () => {
  open()

  expect(screen.getByRole('heading', { name: 'TOP TIPS LEADERBOARD' })).toBeInTheDocument()
  expect(screen.getByRole('tab', { name: 'All Time' })).toHaveAttribute('aria-selected', 'true')
  const rows = screen.getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    '1Place 1Grace£90',
    '2Place 2Lin£80',
    '3Place 3Ada£70',
    '4Tomasz£60',
  ])
  expect(rows.map((row) => row.querySelectorAll('svg').length)).toEqual([1, 1, 1, 0])
})

test('Recent has no medals and keeps equal entries apart', async () => {
  open()

  await userEvent.click(screen.getByRole('tab', { name: 'Recent' }))

  const rows = screen.getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual(['Anonymous£7', 'Anonymous£7'])
  expect(rows.every((row) => row.querySelector('svg') === null)).toBe(true)
})

test.each([
  ['Week', 'From Monday to Sunday, in UTC'],
  ['Month', 'From the 1st of the month, in UTC'],
])('%s says when it begins, for visitors in other time zones', async (name, span) => {
  open()
  expect(screen.queryByText(span)).not.toBeInTheDocument()

  await userEvent.click(screen.getByRole('tab', { name }))

  expect(screen.getByText(span)).toBeVisible()
})

test('links supporters with an account to their page, and guests nowhere', () => {
  const useruid = '00000000-0000-4000-8000-000000000007'
  const allTime = [
    { name: 'Ada', amount: 900, useruid },
    { name: 'Grace', amount: 800 },
  ]
  open({ data: { ...board, allTime } })

  const links = screen.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Ada', `/miravale/user/${useruid}`],
  ])
})

test('says that a period has no tips', async () => {
  open()

  await userEvent.click(screen.getByRole('tab', { name: 'Month' }))

  expect(
    within(screen.getByRole('tabpanel')).getByText('No data available for this time period'),
  ).toBeInTheDocument()
})

test('says that it is loading', () => {
  open({})

  expect(screen.getByText('Loading leaderboard...')).toBeInTheDocument()
})

test('a failed load can be retried', async () => {
  open({ hasFailed: true })

  expect(screen.getByRole('alert')).toHaveTextContent('Failed to load leaderboard data.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(handleRetry).toHaveBeenCalledOnce()
})
