import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getChatLog } from '../../../../../contract/chat/chat-log-calls.ts'
import type { ChatLogEntry } from '../../../../../contract/chat/chat-log-calls.ts'
import { fakeApi } from '../../../test/fake-api.ts'
import { renderPage } from '../../../test/render.tsx'
import { ChatLogCard } from './chat-log-card.tsx'

function entry(change: Partial<ChatLogEntry>): ChatLogEntry {
  return {
    id: `${change.end} ${change.platform}`,
    platform: 'twitch',
    kind: 'tip',
    name: 'Grace',
    amount: 700,
    currency: 'gbp',
    goalTitle: 'A kiln',
    at: '2026-05-04T20:00:00.000Z',
    end: 'posted',
    reason: null,
    ...change,
  }
}

test('lists posts that came too late for a chat beside those that arrived', async () => {
  const entries = [
    entry({ end: 'expired' }),
    entry({ end: 'together', platform: 'youtube', goalTitle: null }),
    entry({ end: 'refused', platform: 'discord', reason: 'unconfirmed', kind: 'goalFunded' }),
  ]
  fakeApi({ [getChatLog.path]: { json: { entries } } })
  renderPage(<ChatLogCard />)

  const lines = within(await screen.findByRole('list', { name: 'Chat log' })).getAllByRole('listitem')

  const texts = lines.map(({ textContent }) => textContent)
  expect(texts[0]).toMatch(/^Grace tipped £7 towards A kiln.*Too late to post · Twitch/)
  expect(texts[1]).toMatch(/^Grace tipped £7Posted together with others · YouTube/)
  expect(texts[2]).toMatch(
    /^A kiln was fully funded.*Not posted: the platform didn’t confirm it, so it may have been posted · Discord/,
  )
})

test('shows the latest entries of a long log, and the rest on request', async () => {
  const entries = Array.from({ length: 12 }, (_, i) => entry({ id: String(i), name: `Supporter ${i}` }))
  fakeApi({ [getChatLog.path]: { json: { entries } } })
  renderPage(<ChatLogCard />)
  const list = await screen.findByRole('list', { name: 'Chat log' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(8)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 12' }))
  expect(within(list).getAllByRole('listitem')).toHaveLength(12)
})

test('says that nothing has been posted yet', async () => {
  fakeApi({ [getChatLog.path]: { json: { entries: [] } } })
  renderPage(<ChatLogCard />)
  expect(await screen.findByText(/^Nothing here yet/)).toBeVisible()
})

test('a failed load can be retried', async () => {
  const api = fakeApi({ [getChatLog.path]: { status: 500, json: {} } })
  renderPage(<ChatLogCard />)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText('We couldn’t load the chat log.')).toBeVisible()
  const before = api.requests.length
  await userEvent.click(retry)
  await expect.poll(() => api.requests.length).toBeGreaterThan(before)
})
