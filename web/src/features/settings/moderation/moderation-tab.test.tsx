/** Tests the lists of blocked words and supporters. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  addBlockedWord,
  getBlockedWords,
  removeBlockedWord,
} from '../../../../../contract/chat/chat-calls.ts'
import { getCensorSettings, saveCensorSettings } from '../../../../../contract/moderation/censor-calls.ts'
import { getBlockedSupporters } from '../../../../../contract/payments/tip-rule-calls.ts'
import { fakeApi, refuse } from '../../../test/fake-api.ts'
import type { Replies } from '../../../test/fake-api.ts'
import { renderPage } from '../../../test/render.tsx'
import { ModerationTab } from './moderation-tab.tsx'

async function open(replies: Replies = {}) {
  const api = fakeApi({
    [getBlockedWords.path]: { json: { words: [] } },
    [getCensorSettings.path]: { json: { action: 'mask' } },
    [getBlockedSupporters.path]: { json: { supporters: [] } },
    ...replies,
  })
  renderPage(<ModerationTab />)
  await screen.findByRole('heading', { name: 'Blocked supporters' })
  return api
}

test('words can be blocked and unblocked, with undo', async () => {
  const api = await open({
    [addBlockedWord.path]: { json: { words: ['spoil*'] } },
    [removeBlockedWord.path]: { json: { words: [] } },
  })
  expect(await screen.findByText(/^No blocked words yet/)).toBeVisible()

  await userEvent.type(screen.getByRole('textbox', { name: 'Word or phrase' }), 'Spoil*{Enter}')
  const list = await screen.findByRole('list', { name: 'Blocked words' })
  expect(within(list).getByText('spoil*')).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Word or phrase' })).toHaveValue('')

  await userEvent.click(screen.getByRole('button', { name: 'Remove spoil*' }))
  expect(await screen.findByText(/^No blocked words yet/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('list', { name: 'Blocked words' })).toBeVisible()
  expect(api.requestsTo(addBlockedWord)).toHaveLength(2)
})

test('blocked words that fail to load say so and can be retried', async () => {
  const api = await open({ [getBlockedWords.path]: { status: 500 } })

  expect(await screen.findByText('We couldn’t load your blocked words.')).toBeVisible()
  api.respond(getBlockedWords.path, { json: { words: ['clay'] } })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('clay')).toBeVisible()
})

test('what happens to a tip with blocked words is chosen with undo, and changes back if the server refuses', async () => {
  const api = await open({ [saveCensorSettings.path]: { json: { action: 'hold' } } })
  const choice = await screen.findByRole('combobox', { name: 'When a name or message contains one' })
  expect(choice).toHaveDisplayValue('Hide the words')

  await userEvent.selectOptions(choice, 'Hold the tip for my review')
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(choice).toHaveAccessibleDescription(/^The money counts right away/)

  api.respond(saveCensorSettings.path, { json: { action: 'mask' } })
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(choice).toHaveDisplayValue('Hide the words'))
  expect(api.requestsTo(saveCensorSettings).map(({ body }) => body)).toEqual([
    { action: 'hold' },
    { action: 'mask' },
  ])

  api.respond(saveCensorSettings.path, refuse('internal', 'Because.', 500))
  await userEvent.selectOptions(choice, 'Leave out the name or message')
  expect(await screen.findByText('Because.')).toBeVisible()
  await waitFor(() => expect(choice).toHaveDisplayValue('Hide the words'))
})

test('a choice that fails to load can be retried', async () => {
  const api = await open({ [getCensorSettings.path]: { status: 500 } })

  expect(await screen.findByText('We couldn’t load what happens to these words.')).toBeVisible()
  api.respond(getCensorSettings.path, { json: { action: 'leave-out' } })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('combobox', { name: 'When a name or message contains one' })).toHaveValue(
    'leave-out',
  )
})
