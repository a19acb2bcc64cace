import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getReceivedTips } from '../../../../contract/insights/insight-calls.ts'
import type { ReceivedTip } from '../../../../contract/insights/insight-calls.ts'
import { fakeApi } from '../../test/fake-api.ts'
import { renderPage } from '../../test/render.tsx'
import { TipFeed, useTipFeed } from './tip-feed.tsx'

function buildTip(place: number): ReceivedTip {
  return {
    id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
    name: `Supporter ${place}`,
    amount: place * 100,
    currency: 'gbp',
    worth: null,
    goalTitle: null,
    message: '',
    isPrivateMessage: false,
    isReturned: false,
    isSkipped: false,
    isHeldForWords: false,
    hold: null,
    at: '2026-03-10T12:00:00.000Z',
  }
}

function Feed() {
  return <TipFeed feed={useTipFeed()} pageLink={null} actionsOf={() => null} />
}

function open(count: number, next: string | null = null) {
  const tips = Array.from({ length: count }, (_, index) => buildTip(index + 1))
  const api = fakeApi({ [getReceivedTips.path]: { json: { tips, next } } })
  renderPage(<Feed />)
  return api
}

const more = () => screen.queryByRole('button', { name: 'Show more' })

test('a long feed shows its latest six tips until it is expanded', async () => {
  const api = open(20)
  await screen.findByText('Supporter 1')
  expect(screen.getAllByRole('listitem')).toHaveLength(6)

  await userEvent.click(more()!)

  expect(screen.getAllByRole('listitem')).toHaveLength(20)
  expect(more()).toBeNull()
  expect(api.requestsTo(getReceivedTips)).toHaveLength(1)
})

test('an expanded feed loads further pages from the server', async () => {
  const api = open(20, 'later')
  await screen.findByText('Supporter 1')
  await userEvent.click(more()!)
  expect(api.requestsTo(getReceivedTips)).toHaveLength(1)

  api.respond(getReceivedTips.path, { json: { tips: [buildTip(21)], next: null } })
  await userEvent.click(more()!)

  expect(await screen.findByText('Supporter 21')).toBeVisible()
  expect(api.requestsTo(getReceivedTips)[1]?.query).toEqual({ cursor: 'later' })
})

test('a feed of six tips cannot be expanded', async () => {
  open(6)
  await screen.findByText('Supporter 6')

  expect(more()).toBeNull()
})

test('a tip whose alert was skipped says so and can be replayed', async () => {
  const tips = [{ ...buildTip(1), isSkipped: true }, buildTip(2)]
  fakeApi({ [getReceivedTips.path]: { json: { tips, next: null } } })
  renderPage(<Feed />)
  await screen.findByText('Supporter 2')

  const [skipped, other] = screen.getAllByRole('listitem').map((row) => within(row))

  expect(skipped!.getByText(/skipped while your overlay was away/)).toBeVisible()
  expect(skipped!.getByRole('button', { name: /Replay the alert/ })).toBeEnabled()
  expect(other!.queryByText(/skipped/)).toBeNull()
})

test('a held tip says why it is held', async () => {
  const tips = [
    { ...buildTip(1), hold: 'held', isHeldForWords: true },
    { ...buildTip(2), hold: 'held' },
  ]
  fakeApi({ [getReceivedTips.path]: { json: { tips, next: null } } })
  renderPage(<Feed />)
  await screen.findByText('Supporter 2')

  const [words, large] = screen.getAllByRole('listitem').map((row) => within(row))

  expect(words!.getByText(/^Held for your review because of its words/)).toBeVisible()
  expect(large!.getByText(/^A large first tip, held for your review/)).toBeVisible()
})
