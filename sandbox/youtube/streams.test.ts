import type { Readable } from 'node:stream'
import { expect } from 'vitest'
import { control, read } from '../sandbox.fixture.ts'
import type { Sandbox } from '../start.ts'
import { test } from '../test.fixture.ts'
import { allow, openApi, reasonOf } from './youtube.fixture.ts'

const part = ['id', 'snippet', 'authorDetails']
const asStream = { responseType: 'stream', retry: false } as const

async function setUp(sandbox: Sandbox) {
  const api = openApi(sandbox, await allow(sandbox, 'Ada Live'))
  const live = { channel: 'Ada Live' }
  const { liveChatId } = await control<{ liveChatId: string }>(sandbox, '/youtube/control/live', live)
  const open = async (query: object = {}) => {
    const { data } = await api.youtube.v3.liveChat.messages.stream({ liveChatId, part, ...query }, asStream)
    return openPages(data)
  }
  const emit = (kind: string, more: object = {}) =>
    control<{ id: string }>(sandbox, '/youtube/control/chat-event', { channel: 'Ada Live', kind, ...more })
  return { api, open, emit, liveChatId }
}

interface Page {
  items: { id: string; snippet: Record<string, unknown>; authorDetails: { displayName: string } }[]
  nextPageToken: string
  offlineAt?: string
}

/** Collects what arrives. Until the end the array is not closed. */
function openPages(body: Readable) {
  let text = ''
  body.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
  body.on('error', () => {})
  const parse = () => {
    try {
      return JSON.parse(text) as Page[]
    } catch {
      return JSON.parse(`${text || '['}]`) as Page[]
    }
  }
  return {
    pages: parse,
    types: () => parse().flatMap(({ items }) => items.map(({ snippet }) => snippet['type'])),
    isClosed: () => text.endsWith(']'),
  }
}

test('what viewers give comes as it happens, and the end of the broadcast closes the array', async ({
  sandbox,
}) => {
  const { open, emit } = await setUp(sandbox)
  await emit('member', { viewer: 'Early' })
  const stream = await open()
  await expect.poll(stream.types).toEqual(['newSponsorEvent'])

  await emit('superchat', { viewer: 'Grace', count: 500, currency: 'GBP', message: 'Hi!' })
  await emit('gift', { count: 2 })

  await expect
    .poll(stream.types)
    .toEqual([
      'newSponsorEvent',
      'superChatEvent',
      'membershipGiftingEvent',
      'giftMembershipReceivedEvent',
      'giftMembershipReceivedEvent',
    ])
  expect(stream.pages()[1]!.items[0]).toMatchObject({
    snippet: { superChatDetails: { amountMicros: '5000000', currency: 'GBP', userComment: 'Hi!' } },
    authorDetails: { displayName: 'Grace' },
  })
  expect(stream.isClosed()).toBe(false)
  await control(sandbox, '/youtube/control/end', { channel: 'Ada Live' })
  await expect.poll(stream.isClosed).toBe(true)
  expect(stream.pages().at(-1)!.offlineAt).toEqual(expect.any(String))
})

test('a token continues after its page, and a connection may end without a word', async ({ sandbox }) => {
  const { open, emit } = await setUp(sandbox)
  const first = await open()
  await emit('member')
  await expect.poll(first.types).toEqual(['newSponsorEvent'])
  expect(await control(sandbox, '/youtube/control/drop-streams', {})).toEqual({ dropped: 1 })
  const { nextPageToken } = first.pages().at(-1)!
  await emit('sticker')

  const second = await open({ pageToken: nextPageToken })

  await expect.poll(second.types).toEqual(['superStickerEvent'])
  expect(await read(sandbox, '/youtube/control/streams')).toEqual({ open: 1 })
})

test('a stream needs a chat that is open, costs units, and is refused like other calls', async ({
  sandbox,
}) => {
  const { api, liveChatId } = await setUp(sandbox)
  const stream = (query: object) => api.youtube.v3.liveChat.messages.stream({ part, ...query })
  const { used } = await control<{ used: number }>(sandbox, '/youtube/control/quota', {})

  expect(await reasonOf(stream({ liveChatId: 'unknown' }))).toBe('404 liveChatNotFound youtube.liveChat')
  expect(await reasonOf(stream({ liveChatId, pageToken: 'nonsense' }))).toBe('400 invalidPageToken global')
  await control(sandbox, '/youtube/control/faults', { operation: 'stream', fault: 'quotaExceeded' })
  expect(await reasonOf(stream({ liveChatId }))).toBe('403 quotaExceeded youtube.quota')
  await control(sandbox, '/youtube/control/end', { channel: 'Ada Live' })
  expect(await reasonOf(stream({ liveChatId }))).toBe('403 liveChatEnded youtube.liveChat')

  expect((await control<{ used: number }>(sandbox, '/youtube/control/quota', {})).used).toBe(used + 20)
})
