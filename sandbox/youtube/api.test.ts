import { expect } from 'vitest'
import type { ChatLine } from '../chat-page.ts'
import type { Sandbox } from '../start.ts'
import { control, read } from '../sandbox.fixture.ts'
import { allow, insert, openApi, openBot, reasonOf } from './youtube.fixture.ts'
import { test } from '../test.fixture.ts'

interface Live {
  id: string
  liveChatId: string
}

const goLive = (sandbox: Sandbox, channel = 'Ada Live', more: object = {}) =>
  control<Live>(sandbox, '/youtube/control/live', { channel, ...more })
const chat = (sandbox: Sandbox) => read<ChatLine[]>(sandbox, '/youtube/chat/adalive/messages')
const quota = (sandbox: Sandbox, settings: object) =>
  control<{ used: number }>(sandbox, '/youtube/control/quota', settings)
const active = { part: ['snippet', 'status'], broadcastStatus: 'active', broadcastType: 'all' }

test('lists the live chat, accepts the bot’s message and shows it on the page', async ({ sandbox }) => {
  const creator = openApi(sandbox, await allow(sandbox, 'Ada Live'))
  const { liveChatId } = await goLive(sandbox)

  const { data } = await creator.liveBroadcasts.list(active)
  expect(data.items).toMatchObject([{ snippet: { liveChatId }, status: { lifeCycleStatus: 'live' } }])
  const answer = await insert(openBot(sandbox), liveChatId, 'Grace just tipped £7!')

  expect(answer.data).toMatchObject({
    kind: 'youtube#liveChatMessage',
    snippet: { displayMessage: 'Grace just tipped £7!' },
  })
  expect(await chat(sandbox)).toEqual([
    { at: expect.any(String), user: 'Brimful Bot', text: 'Grace just tipped £7!' },
  ])
})

test('shows a channel to its own token', async ({ sandbox }) => {
  const creator = openApi(sandbox, await allow(sandbox, 'Ada Live'))

  const { data } = await creator.channels.list({ part: ['snippet'], mine: true })

  expect(data.items).toMatchObject([{ snippet: { title: 'Ada Live', customUrl: '@adalive' } }])
})

test('requires exactly one filter of a list', async ({ sandbox }) => {
  const { liveBroadcasts } = openApi(sandbox, await allow(sandbox, 'Ada Live'))
  const part = ['snippet']

  expect(await reasonOf(liveBroadcasts.list({ part, mine: true, broadcastStatus: 'active' }))).toBe(
    '400 incompatibleParameters youtube.parameter',
  )
  expect(await reasonOf(liveBroadcasts.list({ part }))).toBe('400 missingRequiredParameter youtube.parameter')
  expect(await reasonOf(liveBroadcasts.list({ part, broadcastStatus: 'now' }))).toBe(
    '400 invalidParameter global',
  )
})

test('lists broadcasts of the requested type and status, by default events', async ({ sandbox }) => {
  const { liveBroadcasts } = openApi(sandbox, await allow(sandbox, 'Ada Live'))
  await goLive(sandbox, 'Ada Live', { type: 'persistent' })
  const count = async (query: object) =>
    (await liveBroadcasts.list({ part: ['id'], ...query })).data.items?.length

  expect(await count({ broadcastStatus: 'active' })).toBe(0)
  expect(await count({ broadcastStatus: 'active', broadcastType: 'all' })).toBe(1)
  await control(sandbox, '/youtube/control/end', { channel: 'Ada Live' })
  expect(await count({ broadcastStatus: 'active', broadcastType: 'all' })).toBe(0)
  expect(await count({ broadcastStatus: 'completed', broadcastType: 'all' })).toBe(1)
})

test('refuses chat messages with YouTube’s reasons', async ({ sandbox }) => {
  await allow(sandbox, 'Ada Live')
  const bot = openBot(sandbox)
  const { liveChatId } = await goLive(sandbox)
  const change = (settings: object) =>
    control(sandbox, '/youtube/control/chat', { channel: 'Ada Live', ...settings })

  expect(await reasonOf(insert(bot, 'unknown', 'hi'))).toBe('404 liveChatNotFound youtube.liveChat')
  expect(await reasonOf(insert(bot, liveChatId, ' '))).toBe('400 messageTextInvalid youtube.liveChat')
  expect(await reasonOf(insert(bot, liveChatId, 'x'.repeat(201)))).toBe(
    '400 messageTextInvalid youtube.liveChat',
  )
  await change({ blocked: ['Brimful Bot'] })
  expect(await reasonOf(insert(bot, liveChatId, 'hi'))).toBe('403 forbidden global')
  await change({ blocked: [], enabled: false })
  expect(await reasonOf(insert(bot, liveChatId, 'hi'))).toBe('403 liveChatDisabled youtube.liveChat')
  await change({ enabled: true })
  await insert(bot, liveChatId, 'x'.repeat(200))
  await control(sandbox, '/youtube/control/end', { channel: 'Ada Live' })
  expect(await reasonOf(insert(bot, liveChatId, 'hi'))).toBe('403 liveChatEnded youtube.liveChat')
  expect(await chat(sandbox)).toHaveLength(1)
})

test('limits a token to its scopes', async ({ sandbox }) => {
  const google = await allow(sandbox, 'Ada Live')
  const creator = openApi(sandbox, google)
  const { liveChatId } = await goLive(sandbox)

  expect(await reasonOf(insert(creator, liveChatId, 'hi'))).toBe('403 insufficientPermissions global')
  google.setCredentials({ access_token: 'ya29.wrong' })
  expect(await reasonOf(creator.liveBroadcasts.list(active))).toBe('401 authError global')
})

test('charges all creators to one quota, and refuses calls over it', async ({ sandbox }) => {
  const creator = openApi(sandbox, await allow(sandbox, 'Ada Live'))
  const { liveChatId } = await goLive(sandbox)
  await quota(sandbox, { budget: 101 })

  await creator.liveBroadcasts.list(active)
  await insert(openBot(sandbox), liveChatId, 'one')
  await insert(openBot(sandbox), liveChatId, 'two')

  expect(await reasonOf(insert(openBot(sandbox), liveChatId, 'three'))).toBe(
    '403 quotaExceeded youtube.quota',
  )
  expect(await reasonOf(creator.liveBroadcasts.list(active))).toBe('403 quotaExceeded youtube.quota')
  expect((await quota(sandbox, {})).used).toBe(101)
  await quota(sandbox, { used: 0 })
  expect(await reasonOf(insert(openBot(sandbox), liveChatId, 'three'))).toBe('')
})

test('faults refuse a call, or lose it before or after the work', async ({ sandbox }) => {
  await allow(sandbox, 'Ada Live')
  const bot = openBot(sandbox)
  const { liveChatId } = await goLive(sandbox)
  const fault = (name: string) =>
    control(sandbox, '/youtube/control/faults', { operation: 'insert', fault: name })

  await fault('rateLimitExceeded')
  expect(await reasonOf(insert(bot, liveChatId, 'a'))).toBe('403 rateLimitExceeded youtube.liveChat')
  await fault('status-503')
  expect(await reasonOf(insert(bot, liveChatId, 'b'))).toBe('503 backendError global')
  await fault('drop-before')
  await expect(insert(bot, liveChatId, 'c')).rejects.toThrow()
  await fault('drop-after-commit')
  await expect(insert(bot, liveChatId, 'd')).rejects.toThrow()

  expect((await chat(sandbox)).map(({ text }) => text)).toEqual(['d'])
})

test('lists a chat without the messages that wait for a moderator, and not too often', async ({
  sandbox,
}) => {
  const creator = openApi(sandbox, await allow(sandbox, 'Ada Live'))
  const bot = openBot(sandbox)
  const { liveChatId } = await goLive(sandbox)
  const part = ['id', 'snippet', 'authorDetails']
  const list = () => creator.liveChatMessages.list({ liveChatId, part })
  const moderate = (rules: object) =>
    control(sandbox, '/youtube/control/moderation', { channel: 'Ada Live', ...rules })

  await insert(bot, liveChatId, 'Get free nitro')
  await moderate({ holdsLinks: true })
  await insert(bot, liveChatId, 'Thanks! https://brimful.example/mira')
  await moderate({ moderators: ['Brimful Bot'] })
  await insert(bot, liveChatId, 'Welcome! https://brimful.example/mira')

  const { data } = await list()
  expect(data).toMatchObject({ pollingIntervalMillis: 2000, nextPageToken: expect.any(String) })
  expect(data.items).toMatchObject([
    {
      snippet: { displayMessage: 'Welcome! https://brimful.example/mira' },
      authorDetails: { displayName: 'Brimful Bot', isChatModerator: true, isChatOwner: false },
    },
  ])
  expect(await reasonOf(list())).toBe('403 rateLimitExceeded youtube.liveChat')
  expect(await chat(sandbox)).toHaveLength(1)
  await control(sandbox, '/youtube/control/release', { channel: 'Ada Live' })
  expect(await chat(sandbox)).toHaveLength(3)
})

test('refuses more than 20 messages of one author in ten seconds', async ({ sandbox }) => {
  await allow(sandbox, 'Ada Live')
  const bot = openBot(sandbox)
  const { liveChatId } = await goLive(sandbox)

  for (let i = 0; i < 20; i++) await insert(bot, liveChatId, `Thanks ${i}`)

  expect(await reasonOf(insert(bot, liveChatId, 'one more'))).toBe('403 rateLimitExceeded youtube.liveChat')
})
