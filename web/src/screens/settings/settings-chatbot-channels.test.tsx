import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { getProfile } from '../../../../contract/accounts/account-calls.ts'
import { disconnectCalls, statusCalls } from '../../../../contract/chat/connection-calls.ts'
import { getChatHealth, sendTestLine } from '../../../../contract/chat/chat-calls.ts'
import { chatProblems } from '../../../../contract/chat/chat-problems.ts'
import { byPlatform, chatPlatform } from '../../../../contract/chat/platforms.ts'
import { troubleText } from '../../features/settings/chatbot/trouble-note.tsx'
import { callKey, queryClient } from '../../lib/calls/query-client.ts'
import { useStore } from '../../lib/store.ts'
import { mira, openChatbotTab as open } from '../../test/chatbot-tab.tsx'
import { buildSessionUser } from '../../test/builders.ts'
import { refuse } from '../../test/fake-api.ts'
import { place } from '../../test/render.tsx'

const noTrouble = byPlatform(chatPlatform.options, () => null)
const platform = (name: string) => screen.getByRole('switch', { name })

test('connections in the profile are shown without a call', async () => {
  const api = await open()

  expect(await screen.findByText('Connected with mira@youtube.test')).toBeVisible()
  expect(platform('YouTube')).toBeChecked()
  expect(platform('Twitch')).not.toBeChecked()
  expect(platform('Twitch')).toHaveAccessibleDescription(/Not connected — Connect/)
  expect(api.requests.filter(({ path }) => /(youtube|twitch)\/status$/.test(path))).toEqual([])
})

test('connections that are not in the profile are loaded, and failures are only logged', async () => {
  useStore.setState({ auth: { isAuthenticated: true, token: 'session', user: buildSessionUser(mira) } })

  const api = await open({
    [getProfile.path]: { status: 500 },
    [statusCalls.youtube.path]: { json: { connected: true, email: 'mira@youtube.test' } },
  })

  expect(await screen.findByText('Connected with mira@youtube.test')).toBeVisible()
  expect(api.requests.filter(({ path }) => /(youtube|twitch)\/status$/.test(path))).toHaveLength(2)
  expect(platform('Twitch')).not.toBeChecked()
  expect(screen.queryByRole('alert')).toBeNull()
})

test("the link and the switch both open the platform's consent page", async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  await open()

  const link = screen.getByRole('link', { name: 'Connect Twitch' })
  await userEvent.click(platform('Twitch'))

  expect(link).toHaveAttribute('href', '/api/v1/account/twitch/connect')
  expect(assign).toHaveBeenCalledExactlyOnceWith('/api/v1/account/twitch/connect')
  expect(platform('Twitch')).not.toBeChecked()
})

test('switching off disconnects the platform and removes its email', async () => {
  const api = await open({ [disconnectCalls.youtube.path]: {} })

  await userEvent.click(platform('YouTube'))

  expect(await screen.findByText('YouTube disconnected successfully!')).toBeVisible()
  expect(platform('YouTube')).not.toBeChecked()
  expect(screen.queryByText('Connected with mira@youtube.test')).toBeNull()
  expect(screen.getByRole('link', { name: 'Connect YouTube' })).toBeVisible()
  expect(api.requestsTo(disconnectCalls.youtube)).toHaveLength(1)
})

test('a connection that cannot be removed stays and says so', async () => {
  const twitch = { twitchConnected: true, twitchConnectedEmail: 'mira@twitch.test' }
  await open({
    [getProfile.path]: { json: buildSessionUser({ ...mira, ...twitch }) },
    [disconnectCalls.twitch.path]: refuse('internal', 'Because.', 500),
  })

  await userEvent.click(platform('Twitch'))

  expect(await screen.findByText('Failed to disconnect Twitch')).toBeVisible()
  expect(screen.queryByText('Because.')).toBeNull()
  expect(platform('Twitch')).toBeChecked()
  expect(screen.getByText('Connected with mira@twitch.test')).toBeVisible()
})

test('a problem of the chatbot is explained beside the chat and disappears once solved', async () => {
  const well = { ...noTrouble, twitchBot: 'thanksbot' }
  const trouble = { problem: 'notModerator', since: '2026-11-21T12:00:00.000Z' }
  const api = await open({
    [getProfile.path]: { json: buildSessionUser({ ...mira, twitchConnected: true }) },
    [getChatHealth.path]: { json: { ...well, youtube: { ...trouble, problem: 'notLive' }, twitch: trouble } },
  })

  const note = await screen.findByText(/isn’t a moderator.*; type \/mod thanksbot in your chat\.$/)
  expect(note.closest('[aria-live]')).toHaveTextContent('disappears once a message gets through')
  expect(screen.getByText(/^You’re not live on YouTube/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Reconnect' })).toBeNull()

  api.respond(getChatHealth.path, { json: { ...well, youtube: { ...trouble, problem: 'revoked' } } })
  await queryClient.refetchQueries({ queryKey: callKey(getChatHealth) })

  expect(await screen.findByText(/^We no longer have access to YouTube/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Reconnect' })).toHaveAttribute(
    'href',
    '/api/v1/account/youtube/connect',
  )
  expect(note).not.toBeInTheDocument()
})

test.each(chatPlatform.options)('every problem on %s is one sentence', (name) => {
  for (const problem of chatProblems) {
    expect(troubleText(problem, name, 'thanksbot')).toMatch(/^[A-Z][^.{}]+\.$/)
  }
})

test('a note says that the chatbot must be a moderator', async () => {
  await open()

  expect(screen.getByText('The Brimful chatbot must be added as a moderator on your channel.')).toBeVisible()
})

test('a successful connection is confirmed and removed from the address', async () => {
  await open({}, '/dashboard/chatbot-setting?success=true&from=twitch')

  const dialog = await screen.findByRole('dialog', { name: 'Connection Complete!' })
  expect(within(dialog).getByText('It may take a few minutes to reflect on this page.')).toBeVisible()
  await waitFor(() => expect(place()).toBe('/dashboard/chatbot-setting?from=twitch'))

  await userEvent.click(within(dialog).getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['denied', 'You didn’t allow access on Twitch, so nothing has changed.'],
  ['taken', /^That Twitch channel is connected to another Brimful account/],
  ['bot', /^That’s the chatbot’s own account/],
])('a failed connection with %s shows the reason and can be retried', async (error, text) => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  await open({}, `/dashboard/chatbot-setting?error=${error}&platform=twitch`)

  const dialog = await screen.findByRole('dialog', { name: 'Twitch isn’t connected' })
  expect(within(dialog).getByText(text)).toBeVisible()
  await waitFor(() => expect(place()).toBe('/dashboard/chatbot-setting'))

  await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
  expect(assign).toHaveBeenCalledExactlyOnceWith('/api/v1/account/twitch/connect')
})

test('unknown parameters in the address show nothing', async () => {
  await open({}, '/dashboard/chatbot-setting?error=call-this-number&platform=twitch')

  expect(screen.queryByRole('dialog')).toBeNull()
})

test('shows no dialog without parameters in the address', async () => {
  await open({}, '/dashboard/chatbot-setting?success=false')

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(place()).toBe('/dashboard/chatbot-setting?success=false')
})

test('while YouTube’s lines are scarce, the page says how many are left and which tips get one', async () => {
  const health = { ...noTrouble, twitchBot: null }
  const youtubeLines = { linesPerDay: 200, now: 'all', share: { lines: 12, fromMinor: 700 } }
  const api = await open({
    [getChatHealth.path]: { json: { ...health, youtubeLines } },
    [sendTestLine.path]: {},
  })
  expect(
    await screen.findByText(
      'YouTube lines left for your chat today: about 12. Tips from £7 on get a line; smaller ones are posted only together with them.',
    ),
  ).toBeVisible()

  const everyTip = { ...youtubeLines, share: { lines: 12, fromMinor: 0 } }
  api.respond(getChatHealth.path, { json: { ...health, youtubeLines: everyTip } })
  await userEvent.click(screen.getByRole('button', { name: 'Send a test line to YouTube' }))
  expect(
    await screen.findByText(
      'YouTube lines left for your chat today: about 12. When many tips arrive, several share one line.',
    ),
  ).toBeVisible()
})

test('the page says how messages are posted on Twitch, and what brings the badge', async () => {
  const profile = { [getProfile.path]: { json: buildSessionUser({ ...mira, twitchConnected: true }) } }
  const health = { ...noTrouble, twitchBot: 'thanksbot', twitchModerator: true }
  const api = await open({
    ...profile,
    [getChatHealth.path]: { json: { ...health, twitchWay: 'noConsent' } },
    [sendTestLine.path]: {},
  })
  expect(await screen.findByText(/disconnect Twitch and connect it again/)).toBeVisible()

  api.respond(getChatHealth.path, { json: { ...health, twitchWay: 'api' } })
  await userEvent.click(screen.getByRole('button', { name: 'Send a test line to Twitch' }))
  expect(await screen.findByText('Posts with Twitch’s chatbot badge.')).toBeVisible()
})

test('after connecting, the page says how the chatbot becomes a moderator and sends a test line', async () => {
  const well = {
    ...noTrouble,
    twitchBot: 'thanksbot',
    twitchModerator: null,
    twitchChannel: 'mira_live',
  }
  const youtubeBot = { channelId: 'UC123', name: 'Thanks' }
  const api = await open({
    [getProfile.path]: { json: buildSessionUser({ ...mira, twitchConnected: true }) },
    [getChatHealth.path]: { json: { ...well, youtubeBot } },
    [sendTestLine.path]: {},
  })

  expect(await screen.findByText('/mod thanksbot')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open your Twitch chat' })).toHaveAttribute(
    'href',
    'https://www.twitch.tv/popout/mira_live/chat',
  )
  // once for YouTube, once for Twitch
  expect(screen.getAllByText('Moderator: not seen yet. Send a test line to find out.')).toHaveLength(2)
  const channel = screen.getByRole('link', { name: 'https://www.youtube.com/channel/UC123' })
  expect(channel).toHaveAttribute('href', 'https://www.youtube.com/channel/UC123')

  const at = '2026-11-21T12:00:00.000Z'
  const tests = {
    twitch: { at, end: 'posted', reason: null },
    youtube: { at, end: 'refused', reason: 'notLive' },
  }
  api.respond(getChatHealth.path, { json: { ...well, youtubeBot, twitchModerator: false, tests } })
  await userEvent.click(screen.getByRole('button', { name: 'Send a test line to Twitch' }))

  expect(await screen.findByText('Moderator: no. Tips still arrive, but more slowly.')).toBeVisible()
  expect(screen.getByText(/^Posted · /)).toBeVisible()
  const sent = api.requests.find(({ path }) => path.endsWith('chat-test'))
  expect(sent?.body).toEqual({ platform: 'twitch' })
})

test('Kick is connected on its consent page, and says how its bot becomes a moderator', async () => {
  await open({ [statusCalls.kick.path]: { json: { connected: true, email: 'mira@kick.test' } } })

  expect(await screen.findByText('Connected with mira@kick.test')).toBeVisible()
  expect(screen.getByText(/^In your Kick chat, make the Brimful bot a moderator/)).toBeVisible()
})

test('Kick that is not connected links to its consent page', async () => {
  await open({ [statusCalls.kick.path]: { json: { connected: false, email: null } } })

  expect(await screen.findByRole('link', { name: 'Connect Kick' })).toHaveAttribute(
    'href',
    '/api/v1/account/kick/connect',
  )
})
