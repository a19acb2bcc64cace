import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { startImport } from '../../../../../contract/imports/import-calls.ts'
import type { TipImport } from '../../../../../contract/imports/import-calls.ts'
import { fakeApi } from '../../../test/fake-api.ts'
import { renderPage } from '../../../test/render.tsx'
import { CheckedImport } from './checked-import.tsx'

const checked: TipImport = {
  importId: '7b0f5ba8-0d8e-4f83-9f6e-0f7e6f8e0a11',
  state: 'checked',
  source: 'paypal',
  fileName: 'Download.CSV',
  hasPublicNames: false,
  summary: {
    lines: 4,
    fresh: 1,
    known: 0,
    bad: 3,
    leftOut: [
      { problem: 'denied', lines: 2 },
      { problem: 'hold', lines: 1 },
    ],
    from: '2026-01-03T10:00:00.000Z',
    to: '2026-01-03T10:00:00.000Z',
    currencies: [{ currency: 'usd', tips: 1, amount: 25_00 }],
  },
  inBoards: false,
  inTotals: false,
  tips: 0,
  worth: 0,
  progress: 0,
  createdAt: '2026-01-03T10:00:00.000Z',
}

function show(change: Partial<TipImport> = {}) {
  const api = fakeApi({ [startImport.path]: { json: { ...checked, ...change, state: 'importing' } } })
  renderPage(
    <CheckedImport
      checked={{ ...checked, ...change }}
      currency="usd"
      onStarted={() => {}}
      onDiscarded={() => {}}
    >
      <button>Choose another file</button>
    </CheckedImport>,
  )
  return api
}

const boards = () => screen.getByRole('switch', { name: 'On your leaderboard' })
const warning = /^Real names will be public/

test('a file with real names stays off the leaderboard unless the creator puts it there, with a warning', async () => {
  const user = userEvent.setup()
  const { requestsTo } = show()
  expect(boards()).not.toBeChecked()
  expect(screen.queryByText(warning)).toBeNull()

  await user.click(boards())
  expect(screen.getByText(warning)).toBeVisible()
  await user.click(boards())
  await user.click(screen.getByRole('button', { name: 'Import 1 tip' }))

  expect(requestsTo(startImport)).toMatchObject([{ body: { inBoards: false, inTotals: true } }])
})

test('a file with names that supporters chose counts on the leaderboard', () => {
  show({ source: 'kofi', hasPublicNames: true })

  expect(boards()).toBeChecked()
  expect(screen.queryByText(warning)).toBeNull()
})

test('says how many lines are left out for which reason', () => {
  show()

  expect(screen.getByText('3 lines won’t be imported')).toBeInTheDocument()
  expect(screen.getByText('2 × never paid: denied, failed or canceled')).toBeInTheDocument()
  expect(screen.getByText('1 × money held or released')).toBeInTheDocument()
})
