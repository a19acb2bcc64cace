/** Tests that hostile texts of supporters, and of a creator's own settings, are shown as text wherever a creator reads them. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getBlockedWords, getChatTemplates } from '../../../contract/chat/chat-calls.ts'
import { getChatLog } from '../../../contract/chat/chat-log-calls.ts'
import { getReceivedTips } from '../../../contract/insights/insight-calls.ts'
import { getBlockedSupporters } from '../../../contract/payments/tip-rule-calls.ts'
import { TipFeed, useTipFeed } from '../features/insights/tip-feed.tsx'
import { BlockedSupportersCard } from '../features/settings/moderation/blocked-supporters-card.tsx'
import { BlockedWordsCard } from '../features/settings/moderation/blocked-words-card.tsx'
import { openChatbotTab } from '../test/chatbot-tab.tsx'
import { fakeApi } from '../test/fake-api.ts'
import { renderPage } from '../test/render.tsx'

const markup = '<img src=x onerror=alert(1)><script>alert(1)</script>{name}{{amount}}'
const turned = 'abc\u202Egnp\u2069\u0007'
const long = 'n'.repeat(2000)
const id = (place: number) => `00000000-0000-4000-8000-00000000000${place}`
const at = '2026-03-10T12:00:00.000Z'

function expectTextOnly() {
  expect(document.querySelector('img[onerror], script, img[src="x"]')).toBeNull()
  expect(screen.getAllByText(markup, { exact: false })[0]).toBeVisible()
}

test('in the settings of chats', async () => {
  const tip = {
    platform: 'twitch',
    kind: 'tip',
    amount: 700,
    currency: 'gbp',
    at,
    end: 'posted',
    reason: null,
  }
  await openChatbotTab({
    [getChatTemplates.path]: { json: { goalTip: markup, goalFunded: turned, generalTip: long } },
    [getChatLog.path]: {
      json: {
        entries: [markup, turned, long].map((name, i) => ({ ...tip, id: id(i), name, goalTitle: markup })),
      },
    },
  })

  const log = await screen.findByRole('list', { name: 'Chat log' })
  await waitFor(expectTextOnly)
  expect(log.textContent).not.toMatch(/\u202E|\u2069/)
  expect(log.textContent).toContain('abcgnp')
})

test('in the list of blocked words', async () => {
  fakeApi({ [getBlockedWords.path]: { json: { words: [markup, turned, long] } } })
  renderPage(<BlockedWordsCard />)

  await screen.findByRole('list', { name: 'Blocked words' })
  await waitFor(expectTextOnly)
})

test('in the list of blocked supporters', async () => {
  const supporters = [markup, turned, long].map((name, i) => ({ id: id(i), name, kind: 'guest', at }))
  fakeApi({ [getBlockedSupporters.path]: { json: { supporters } } })
  renderPage(<BlockedSupportersCard />)

  await waitFor(expectTextOnly)
  expect(screen.getByText(turned).tagName).toBe('BDI')
})

test('in the feed of tips', async () => {
  const tip = {
    amount: 700,
    currency: 'gbp',
    worth: null,
    isPrivateMessage: false,
    isReturned: false,
    isSkipped: false,
    at,
  }
  const tips = [markup, turned, long].map((name, i) => ({
    ...tip,
    id: id(i),
    name,
    message: name,
    goalTitle: markup,
    isHeldForWords: true,
    hold: 'held',
  }))
  fakeApi({ [getReceivedTips.path]: { json: { tips, next: null } } })
  const Feed = () => <TipFeed feed={useTipFeed()} pageLink={null} actionsOf={() => null} />
  renderPage(<Feed />)

  await waitFor(expectTextOnly)
  expect(screen.getAllByText(turned).map(({ tagName, dir }) => [tagName, dir])).toEqual([
    ['BDI', ''],
    ['P', 'auto'],
  ])
})
