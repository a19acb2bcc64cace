import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { forFile } from '../../../db/for-file.fixture.ts'
import { listConnectionHealth } from '../../../db/queries/chat/connection-health.ts'
import { listChatTests } from '../../../db/queries/chat/chat-tests.ts'
import { sendTestLine } from '../../../domain/chat/send-test-line.ts'
import { toChatTests } from '../../../domain/chat/to-chat-tests.ts'
import { control, openSandbox } from '../../../sandbox/sandbox.fixture.ts'
import { createTestContext } from '../../workers.fixture.ts'
import { connectYoutubeChannel, readTexts } from '../connections.fixture.ts'
import { startChats } from '../start-chats.ts'

const sandbox = await forFile(openSandbox())
const ctx = await forFile(createTestContext('postgres', sandbox.env))
ctx.chatClock = 20
let uid: string
let channel: string

beforeEach(async () => {
  uid = (await buildCreator(ctx.db)).uid
  const title = `Mira ${randomBytes(4).toString('hex')}`
  channel = (await connectYoutubeChannel({ ...ctx, sandbox }, uid, title)).channel
  await control(sandbox, '/youtube/control/live', { channel })
  await control(sandbox, '/youtube/control/limits', { pollingMillis: 50 })
})

const readTest = async () => toChatTests(await listChatTests(ctx.db, uid)).youtube
const readHealth = async () => (await listConnectionHealth(ctx.db, uid))[0]

test('a message that YouTube holds is not called posted, until the bot is a moderator', async () => {
  await control(sandbox, '/youtube/control/moderation', { channel, heldWords: ['brimful is connected'] })
  const chats = startChats(ctx)

  await sendTestLine(ctx, uid, 'youtube')
  await expect.poll(readTest).toMatchObject({ end: 'refused', reason: 'held' })
  await expect.poll(readHealth).toMatchObject({ problem: 'held', botIsModerator: null })
  expect(await readTexts(sandbox, 'youtube', channel)).toEqual([])

  await control(sandbox, '/youtube/control/moderation', { channel, moderators: ['Brimful Bot'] })
  await sendTestLine(ctx, uid, 'youtube')
  await expect.poll(readHealth).toMatchObject({ problem: null, botIsModerator: true })
  expect(await readTest()).toMatchObject({ end: 'posted' })
  expect(await readTexts(sandbox, 'youtube', channel)).toHaveLength(1)
  const { released } = await control<{ released: number }>(sandbox, '/youtube/control/release', { channel })
  expect(released).toBe(1)
  await chats.close()
})

test('says that the bot is no moderator although its message is shown', async () => {
  const chats = startChats(ctx)
  await sendTestLine(ctx, uid, 'youtube')
  await expect.poll(readHealth).toMatchObject({ problem: null, botIsModerator: false })
  expect(await readTest()).toMatchObject({ end: 'posted' })
  await chats.close()
})
