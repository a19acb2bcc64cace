/** Tests the chatbot's switches and wording. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import {
  getChatTemplates,
  saveChatTemplates,
  getChatbotSettings,
  saveChatbotSettings,
} from '../../../../contract/chat/chat-calls.ts'
import { chatLimits, chatTemplates, renderChatMessage } from '../../../../contract/chat/chat-message.ts'
import {
  openChatbotTab as open,
  savedToggles as saved,
  usualWordings as usual,
} from '../../test/chatbot-tab.tsx'
import { refuse } from '../../test/fake-api.ts'

const save = () => screen.getByRole('button', { name: 'Save Changes' })
const message = (name: string) => screen.getByRole('switch', { name })
const loaded = () => waitFor(() => expect(save()).toBeEnabled())

test('until the switches are loaded, shows the defaults and saves nothing', async () => {
  let answer: (response: Response) => void = () => undefined
  const held = new Promise<Response>((resolve) => {
    answer = resolve
  })
  await open()
  await loaded()
  const served = fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    address.includes('chatbotsettings') ? held : served(address, init),
  )

  await userEvent.click(screen.getByRole('tab', { name: 'Twitch' }))

  expect(save()).toBeDisabled()
  expect(message('Tips towards goals')).toBeChecked()
  expect(message('Fully funded goals')).toBeChecked()
  expect(message('General tips')).not.toBeChecked()
  answer(new Response(JSON.stringify(saved)))
  await loaded()
  expect(message('Tips towards goals')).not.toBeChecked()
  expect(message('General tips')).toBeChecked()
})

test('changing the platform loads its switches', async () => {
  const api = await open()
  await loaded()

  for (const name of ['Twitch', 'YouTube']) {
    await userEvent.click(screen.getByRole('tab', { name }))
    await loaded()
  }

  expect(api.requestsTo(getChatbotSettings).map(({ query }) => query.platform)).toEqual([
    'youtube',
    'twitch',
    'youtube',
  ])
})

test('switches that fail to load stay at the defaults and are logged', async () => {
  await open({
    [getChatbotSettings.path]: refuse('internal', 'Because.', 500),
  })

  await loaded()

  expect(message('Tips towards goals')).toBeChecked()
  expect(screen.queryByText('Because.')).toBeNull()
  expect(console.error).toHaveBeenCalledWith('Because.')
})

test('saves the switches of the current platform', async () => {
  const api = await open({ [saveChatbotSettings.path]: {} })
  await userEvent.click(screen.getByRole('tab', { name: 'Twitch' }))
  await loaded()

  await userEvent.click(message('Tips towards goals'))
  await userEvent.click(save())

  expect(await screen.findByText('Settings saved successfully!')).toBeVisible()
  expect(api.requestsTo(saveChatbotSettings)[0]?.body).toEqual({
    ...saved,
    platform: 'twitch',
    receiveAllTips: true,
  })
})

test('while saving, the button says so and ignores a second click', async () => {
  await open()
  await loaded()
  vi.stubGlobal('fetch', () => new Promise(() => undefined))

  await userEvent.click(save())

  expect(screen.getByRole('button', { name: 'Saving...' })).toBeDisabled()
})

test.each([
  [
    {
      status: 429,
      json: { ErrorMessage: 'Too many attempts.', code: 'rate_limited', error: 'Too many attempts.' },
    },
    'Failed to save settings: Too many attempts.',
  ],
  [{ status: 502 }, 'Failed to save settings: An unknown error occurred.'],
  ['network failure' as const, 'Failed to save settings: An unknown error occurred.'],
])('a failed save shows the reason if there is one', async (reply, text) => {
  await open({ [saveChatbotSettings.path]: reply })
  await loaded()

  await userEvent.click(save())

  expect(await screen.findByText(text)).toBeVisible()
  expect(save()).toBeEnabled()
})

test('each preview is the message that the chat will show', async () => {
  await open()

  const values = {
    user: 'Ada',
    amountMinor: 700,
    currency: 'gbp' as const,
    goal: 'A new microphone',
    url: 'https://tips.test/miravale/current-goals/3f0e6c1a-5b7d-4e21-9c84-6a2d8f17b0c5',
  }
  const general = { ...values, url: 'https://tips.test/miravale/current-goals' }
  const lines = [
    renderChatMessage(chatTemplates.goalTip, values, chatLimits.youtube),
    renderChatMessage(chatTemplates.goalFunded, values, chatLimits.youtube),
    renderChatMessage(chatTemplates.generalTip, general, chatLimits.youtube),
  ]
  await waitFor(() => {
    const previews = screen.getAllByRole('figure', { name: 'Preview' }).map((one) => one.textContent)
    expect(previews).toEqual(lines.map((line) => `Brimful: ${line}`))
  })
  expect(lines[0]).toContain('Ada just tipped £7 towards A new microphone on Brimful! Thank you! https://')
})

test('a preview that would be too long has the goal’s short address, as the message will', async () => {
  const goalTip = `{user} for {goal}: ${'thanks '.repeat(16)}{goal URL}`
  await open({ [getChatTemplates.path]: { json: { ...usual, goalTip } } })

  const preview = () => screen.getAllByRole('figure', { name: 'Preview' })[0]
  await waitFor(() => expect(preview()).toHaveTextContent('Ada for A new microphone: thanks'))
  expect(preview()?.textContent).toMatch(/thanks https:\/\/tips\.test\/g\/[0-9a-z]{9}$/)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit your wording: Tips towards goals' }))
  expect(screen.getByText(/characters left/)).toBeVisible()
})

test('the wording of a message can be edited with validation, preview and character count, saved, and restored', async () => {
  const api = await open({
    [getChatTemplates.path]: { json: { ...usual, goalFunded: 'Full: {goal}' } },
    [saveChatTemplates.path]: {},
    [saveChatbotSettings.path]: {},
  })
  await loaded()
  const preview = (at: number) => screen.getAllByRole('figure', { name: 'Preview' })[at]
  expect(preview(1)).toHaveTextContent('Brimful: Full: A new microphone')

  await userEvent.click(screen.getByRole('button', { name: 'Edit wording: Tips towards goals' }))
  const field = screen.getByRole('textbox', { name: 'Wording: Tips towards goals' })
  await userEvent.clear(field)
  expect(field).toHaveAccessibleDescription(/^Please write something/)
  await userEvent.type(field, 'Cheers {{nobody}')
  expect(field).toHaveAccessibleDescription(
    '{nobody} doesn’t exist. You can use {goal}, {user}, {amount}, {goal URL}, {raised}, {left}, {percent}.',
  )
  await userEvent.click(save())
  expect(field).toHaveFocus()
  expect(api.requestsTo(saveChatTemplates)).toEqual([])

  await userEvent.clear(field)
  await userEvent.type(field, 'Cheers ')
  await userEvent.click(screen.getByRole('button', { name: '{user}' }))
  expect(preview(0)).toHaveTextContent('Brimful: Cheers Ada')
  expect(screen.getByText('190 characters left')).toBeVisible()
  await userEvent.click(save())

  expect(await screen.findByText('Settings saved successfully!')).toBeVisible()
  const own = { ...usual, goalTip: 'Cheers {user}', goalFunded: 'Full: {goal}' }
  const byTip = { minTip: 0, showsMessage: false, amountTemplates: [] }
  expect(api.requestsTo(saveChatTemplates)[0]?.body).toEqual({ platform: 'youtube', ...own, ...byTip })

  await userEvent.click(screen.getByRole('button', { name: 'Use Brimful’s wording' }))
  expect(preview(0)).toHaveTextContent('Ada just tipped £7 towards A new microphone on Brimful!')
  await userEvent.click(save())
  await waitFor(() => expect(api.requestsTo(saveChatTemplates)).toHaveLength(2))
  expect(api.requestsTo(saveChatTemplates)[1]?.body).toEqual({
    platform: 'youtube',
    ...own,
    goalTip: null,
    ...byTip,
  })
})

test('texts for larger tips, the smallest tip and messages are edited with preview and validation, and saved', async () => {
  const api = await open({ [saveChatTemplates.path]: {}, [saveChatbotSettings.path]: {} })
  await loaded()
  const user = userEvent.setup()

  await user.click(screen.getByRole('button', { name: 'Add a text for larger tips: Tips towards goals' }))
  const group = within(screen.getByRole('group', { name: 'Tips towards goals from £50' }))
  expect(group.getByRole('figure', { name: 'Preview' })).toHaveTextContent('Ada just tipped £50 towards')
  const text = group.getByRole('textbox', { name: 'Wording: Tips towards goals from £50' })
  await user.clear(text)
  await user.type(text, 'Wow {{user}: {{message}')
  expect(text).toHaveAccessibleDescription('Please switch on “Supporters’ messages” to use {message}.')
  await user.click(message('Supporters’ messages'))
  expect(group.getByRole('figure', { name: 'Preview' })).toHaveTextContent('Wow Ada: “Loved the stream!”')

  const from = group.getByRole('textbox', { name: 'From this amount (£)' })
  await user.clear(from)
  expect(from).toHaveAccessibleDescription('Please enter a whole amount from £1 to £50,000.')
  await user.click(save())
  expect(from).toHaveFocus()
  await user.type(from, '20')
  const min = screen.getByRole('textbox', { name: 'Smallest tip to announce (£)' })
  await user.clear(min)
  await user.type(min, '5')
  await user.click(save())

  expect(await screen.findByText('Settings saved successfully!')).toBeVisible()
  expect(api.requestsTo(saveChatTemplates).map(({ body }) => body)).toEqual([
    {
      platform: 'youtube',
      ...usual,
      minTip: 500,
      showsMessage: true,
      amountTemplates: [{ kind: 'goalTip', from: 2000, text: 'Wow {user}: {message}' }],
    },
  ])
  await user.click(screen.getByRole('button', { name: 'Remove: Tips towards goals from £20' }))
  expect(screen.queryByRole('group', { name: /^Tips towards goals from/ })).toBeNull()
})

test('wording that fails to load cannot be edited and is not overwritten', async () => {
  const api = await open({ [getChatTemplates.path]: { status: 500 }, [saveChatbotSettings.path]: {} })
  await loaded()

  expect(screen.queryByRole('button', { name: /^Edit wording/ })).toBeNull()
  await userEvent.click(save())

  expect(await screen.findByText('Settings saved successfully!')).toBeVisible()
  expect(api.requestsTo(saveChatTemplates)).toEqual([])
})
