import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  disconnectTwitch,
  disconnectYoutube,
  getChatbotSettings,
  getProfile,
  getYoutubeStatus,
  saveChatbotSettings,
} from '../../../contract/account-calls.ts'
import {
  addBlockedWord,
  getBlockedWords,
  getChatHealth,
  getChatTemplates,
  removeBlockedWord,
  saveChatTemplates,
} from '../../../contract/chat-calls.ts'
import { chatProblems } from '../../../contract/chat-problems.ts'
import { chatPlatform } from '../../../contract/entities.ts'
import { getChatLog } from '../../../contract/chat-log-calls.ts'
import { getSiteSettings } from '../../../contract/site-calls.ts'
import { chatLimits, chatTemplates, renderChatMessage } from '../../../contract/chat-message.ts'
import type { SessionUser } from '../../../contract/entities.ts'
import { callKey, queryClient } from '../lib/query-client.ts'
import { troubleText } from '../features/settings/trouble-text.ts'
import { useStore } from '../lib/store.ts'
import { fakeApi } from '../test/fake-api.ts'
import { buildSessionUser } from '../test/people.ts'
import { show, startFresh } from '../test/show.tsx'
import { SettingsChatbotScreen } from './settings-chatbot-screen.tsx'

beforeEach(() => {
  startFresh()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const site = {
  publicUrl: 'https://tips.test',
  supportEmail: 'a@b.test',
  socialUrl: null,
  isSandbox: false,
  hasGoogle: false,
}
const usual = { goalTip: null, goalFunded: null, generalTip: null }
const saved = { receiveAllTips: false, receiveGoalFunded: true, receiveGeneralTips: true }
type Replies = NonNullable<Parameters<typeof fakeApi>[0]>

const mira: Partial<SessionUser> = {
  displayName: 'Mira Vale',
  brimfulUserName: 'miravale',
  accountType: 1,
  currency: 'gbp',
  youtubeConnected: true,
  youtubeConnectedEmail: 'mira@youtube.test',
}

async function open(replies: Replies = {}, address = '/dashboard/chatbot-setting') {
  const api = fakeApi({
    [getProfile.path]: { json: buildSessionUser(mira) },
    [getSiteSettings.path]: { json: site },
    [getChatbotSettings.path]: { json: saved },
    [getChatLog.path]: { json: { entries: [] } },
    [getChatTemplates.path]: { json: usual },
    [getBlockedWords.path]: { json: { words: [] } },
    ...replies,
  })
  show(
    <>
      <SettingsChatbotScreen />
      <Address />
    </>,
    address,
  )
  await screen.findByRole('heading', { name: 'Channels', hidden: true }) // behind the dialog when there is one
  return api
}

function Address() {
  const { pathname, search } = useLocation()
  return <p data-testid="address">{pathname + search}</p>
}

const platform = (name: string) => screen.getByRole('switch', { name })
const save = () => screen.getByRole('button', { name: 'Save Changes' })
const message = (name: string) => screen.getByRole('switch', { name })
const loaded = () => waitFor(() => expect(save()).toBeEnabled())

test('what the session holds of the connections is shown without asking', async () => {
  const api = await open()

  expect(await screen.findByText('Connected with mira@youtube.test')).toBeVisible()
  expect(platform('YouTube')).toBeChecked()
  expect(platform('Twitch')).not.toBeChecked()
  expect(platform('Twitch')).toHaveAccessibleDescription(/Not connected — Connect/)
  expect(api.asked.filter(({ path }) => /(youtube|twitch)\/status$/.test(path))).toEqual([])
})

test('a connection that is not held is asked for, and trouble with it is only logged', async () => {
  useStore.setState({ auth: { isAuthenticated: true, token: 'session', user: buildSessionUser(mira) } })

  const api = await open({
    [getProfile.path]: { status: 500 },
    [getYoutubeStatus.path]: { json: { connected: true, email: 'mira@youtube.test' } },
  })

  expect(await screen.findByText('Connected with mira@youtube.test')).toBeVisible()
  expect(api.asked.filter(({ path }) => /(youtube|twitch)\/status$/.test(path))).toHaveLength(2)
  expect(platform('Twitch')).not.toBeChecked()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the link and the switch both leave for the platform', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  await open()

  const link = screen.getByRole('link', { name: 'Connect Twitch' })
  await userEvent.click(platform('Twitch'))

  expect(link).toHaveAttribute('href', '/api/v1/account/twitch/connect')
  expect(assign).toHaveBeenCalledExactlyOnceWith('/api/v1/account/twitch/connect')
  expect(platform('Twitch')).not.toBeChecked()
})

test('switching off ends the connection and forgets its e-mail', async () => {
  const api = await open({ [disconnectYoutube.path]: {} })

  await userEvent.click(platform('YouTube'))

  expect(await screen.findByText('YouTube disconnected successfully!')).toBeVisible()
  expect(platform('YouTube')).not.toBeChecked()
  expect(screen.queryByText('Connected with mira@youtube.test')).toBeNull()
  expect(screen.getByRole('link', { name: 'Connect YouTube' })).toBeVisible()
  expect(api.askedFor(disconnectYoutube)).toHaveLength(1)
})

test('a connection that cannot be ended stays, and says so', async () => {
  const twitch = { twitchConnected: true, twitchConnectedEmail: 'mira@twitch.test' }
  await open({
    [getProfile.path]: { json: buildSessionUser({ ...mira, ...twitch }) },
    [disconnectTwitch.path]: { status: 500, json: { ErrorMessage: 'Because.', code: 'internal' } },
  })

  await userEvent.click(platform('Twitch'))

  expect(await screen.findByText('Failed to disconnect Twitch')).toBeVisible()
  expect(screen.queryByText('Because.')).toBeNull()
  expect(platform('Twitch')).toBeChecked()
  expect(screen.getByText('Connected with mira@twitch.test')).toBeVisible()
})

test('what keeps the chatbot away is said beside the chat with the way out, and goes by itself', async () => {
  const well = { youtube: null, twitch: null, discord: null, twitchBot: 'thanksbot' }
  const trouble = { problem: 'notModerator', since: '2026-11-21T12:00:00.000Z' }
  const api = await open({
    [getProfile.path]: { json: buildSessionUser({ ...mira, twitchConnected: true }) },
    [getChatHealth.path]: { json: { ...well, youtube: { ...trouble, problem: 'notLive' }, twitch: trouble } },
  })

  const note = await screen.findByText(/is not a moderator.*: type \/mod thanksbot in your chat\.$/)
  expect(note.closest('[aria-live]')).toHaveTextContent('goes away with the next message that gets through')
  expect(screen.getByText(/^You are not live on YouTube/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Connect again' })).toBeNull()

  api.reply(getChatHealth.path, { json: { ...well, youtube: { ...trouble, problem: 'revoked' } } })
  await queryClient.refetchQueries({ queryKey: callKey(getChatHealth) })

  expect(await screen.findByText(/^YouTube no longer lets us in/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Connect again' })).toHaveAttribute(
    'href',
    '/api/v1/account/youtube/connect',
  )
  expect(note).not.toBeInTheDocument()
})

test.each(chatPlatform.options)('every refusal on %s is one sentence', (name) => {
  for (const problem of chatProblems) {
    expect(troubleText(problem, name, 'thanksbot')).toMatch(/^[A-Z][^.{}]+\.$/)
  }
})

test('the chatbot must be a moderator, says a note', async () => {
  await open()

  expect(screen.getByText('The Brimful chatbot must be added as a moderator on your channel.')).toBeVisible()
})

test('until the toggles are loaded the defaults stand and nothing can be saved', async () => {
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

test('each change of the platform loads its toggles anew', async () => {
  const api = await open()
  await loaded()

  for (const name of ['Twitch', 'YouTube']) {
    await userEvent.click(screen.getByRole('tab', { name }))
    await loaded()
  }

  expect(api.askedFor(getChatbotSettings).map(({ query }) => query.platform)).toEqual([
    'youtube',
    'twitch',
    'youtube',
  ])
})

test('toggles that cannot be loaded leave the defaults and a line in the log', async () => {
  await open({
    [getChatbotSettings.path]: { status: 500, json: { ErrorMessage: 'Because.', code: 'internal' } },
  })

  await loaded()

  expect(message('Tips towards goals')).toBeChecked()
  expect(screen.queryByText('Because.')).toBeNull()
  expect(console.error).toHaveBeenCalledWith('Because.')
})

test('what is toggled is saved for the platform in view', async () => {
  const api = await open({ [saveChatbotSettings.path]: {} })
  await userEvent.click(screen.getByRole('tab', { name: 'Twitch' }))
  await loaded()

  await userEvent.click(message('Tips towards goals'))
  await userEvent.click(save())

  expect(await screen.findByText('Settings saved successfully!')).toBeVisible()
  expect(api.askedFor(saveChatbotSettings)[0]?.body).toEqual({
    ...saved,
    platform: 'twitch',
    receiveAllTips: true,
  })
})

test('while it saves, the button says so and takes no second click', async () => {
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
      json: { ErrorMessage: 'Too many tries.', code: 'rate_limited', error: 'Too many tries.' },
    },
    'Failed to save settings: Too many tries.',
  ],
  [{ status: 502 }, 'Failed to save settings: An unknown error occurred.'],
  ['no answer' as const, 'Failed to save settings: An unknown error occurred.'],
])('a save that fails says why, as far as that is known', async (reply, text) => {
  await open({ [saveChatbotSettings.path]: reply })
  await loaded()

  await userEvent.click(save())

  expect(await screen.findByText(text)).toBeVisible()
  expect(save()).toBeEnabled()
})

test('each preview is the line that the chat will show', async () => {
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

test('a message is put into the creator’s own words: checked, shown as it will stand, measured, saved, taken back', async () => {
  const api = await open({
    [getChatTemplates.path]: { json: { ...usual, goalFunded: 'Full: {goal}' } },
    [saveChatTemplates.path]: {},
    [saveChatbotSettings.path]: {},
  })
  await loaded()
  const preview = (at: number) => screen.getAllByRole('figure', { name: 'Preview' })[at]
  expect(preview(1)).toHaveTextContent('Brimful: Full: A new microphone')

  await userEvent.click(screen.getByRole('button', { name: 'Change the wording: Tips towards goals' }))
  const field = screen.getByRole('textbox', { name: 'Wording: Tips towards goals' })
  await userEvent.clear(field)
  expect(field).toHaveAccessibleDescription(/^Please write something/)
  await userEvent.type(field, 'Cheers {{nobody}')
  expect(field).toHaveAccessibleDescription(
    'There is no {nobody}. You can use {goal}, {user}, {amount}, {goal URL}.',
  )
  await userEvent.click(save())
  expect(field).toHaveFocus()
  expect(api.askedFor(saveChatTemplates)).toEqual([])

  await userEvent.clear(field)
  await userEvent.type(field, 'Cheers ')
  await userEvent.click(screen.getByRole('button', { name: '{user}' }))
  expect(preview(0)).toHaveTextContent('Brimful: Cheers Ada')
  expect(screen.getByText('190 characters left')).toBeVisible()
  await userEvent.click(save())

  expect(await screen.findByText('Settings saved successfully!')).toBeVisible()
  const own = { ...usual, goalTip: 'Cheers {user}', goalFunded: 'Full: {goal}' }
  expect(api.askedFor(saveChatTemplates)[0]?.body).toEqual({ platform: 'youtube', ...own })

  await userEvent.click(screen.getByRole('button', { name: 'Back to Brimful’s wording' }))
  expect(preview(0)).toHaveTextContent('Ada just tipped £7 towards A new microphone on Brimful!')
  await userEvent.click(save())
  await waitFor(() => expect(api.askedFor(saveChatTemplates)).toHaveLength(2))
  expect(api.askedFor(saveChatTemplates)[1]?.body).toEqual({ platform: 'youtube', ...own, goalTip: null })
})

test('a wording that could not be loaded is not offered, and not overwritten', async () => {
  const api = await open({ [getChatTemplates.path]: { status: 500 }, [saveChatbotSettings.path]: {} })
  await loaded()

  expect(screen.queryByRole('button', { name: /^Change the wording/ })).toBeNull()
  await userEvent.click(save())

  expect(await screen.findByText('Settings saved successfully!')).toBeVisible()
  expect(api.askedFor(saveChatTemplates)).toEqual([])
})

test('words are blocked, and let go again with a way back', async () => {
  const api = await open({
    [addBlockedWord.path]: { json: { words: ['spoil*'] } },
    [removeBlockedWord.path]: { json: { words: [] } },
  })
  expect(await screen.findByText(/^No words of your own yet/)).toBeVisible()

  await userEvent.type(screen.getByRole('textbox', { name: 'Word or phrase' }), 'Spoil*{Enter}')
  const list = await screen.findByRole('list', { name: 'Blocked words' })
  expect(within(list).getByText('spoil*')).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Word or phrase' })).toHaveValue('')

  await userEvent.click(screen.getByRole('button', { name: 'Remove spoil*' }))
  expect(await screen.findByText(/^No words of your own yet/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('list', { name: 'Blocked words' })).toBeVisible()
  expect(api.askedFor(addBlockedWord)).toHaveLength(2)
})

test('blocked words that cannot be loaded say so, with a way to try again', async () => {
  const api = await open({ [getBlockedWords.path]: { status: 500 } })

  expect(await screen.findByText('Your blocked words could not be loaded.')).toBeVisible()
  api.reply(getBlockedWords.path, { json: { words: ['clay'] } })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('clay')).toBeVisible()
})

test('back from a platform, success is said and taken out of the address', async () => {
  await open({}, '/dashboard/chatbot-setting?success=true&from=twitch')

  const dialog = await screen.findByRole('dialog', { name: 'Connection Complete!' })
  expect(within(dialog).getByText('It may take a few minutes to reflect on this page.')).toBeVisible()
  await waitFor(() =>
    expect(screen.getByTestId('address')).toHaveTextContent('/dashboard/chatbot-setting?from=twitch'),
  )

  await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['denied', 'You chose not to allow it on Twitch. Nothing has changed.'],
  ['taken', /^That Twitch channel is connected to another Brimful account/],
  ['bot', /^That is the chatbot’s own account/],
])(
  'back from a platform with %s, the reason is said and there is a way to try again',
  async (error, text) => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    await open({}, `/dashboard/chatbot-setting?error=${error}&platform=twitch`)

    const dialog = await screen.findByRole('dialog', { name: 'Twitch is not connected' })
    expect(within(dialog).getByText(text)).toBeVisible()
    await waitFor(() =>
      expect(screen.getByTestId('address')).toHaveTextContent(/^\/dashboard\/chatbot-setting$/),
    )

    await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
    expect(assign).toHaveBeenCalledExactlyOnceWith('/api/v1/account/twitch/connect')
  },
)

test('words in the address that nobody knows are not said', async () => {
  await open({}, '/dashboard/chatbot-setting?error=call-this-number&platform=twitch')

  expect(screen.queryByRole('dialog')).toBeNull()
})

test('without success in the address nothing is said', async () => {
  await open({}, '/dashboard/chatbot-setting?success=false')

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByTestId('address')).toHaveTextContent('/dashboard/chatbot-setting?success=false')
})
