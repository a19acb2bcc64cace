import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { formatChatMessage } from '../../domain/chat/format-chat-message.ts'
import { tipEventsProcessor } from '../processors/tip-events.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { createTestContext } from '../workers.fixture.ts'
import { openPosters } from './platforms.ts'
import { startChats } from './start-chats.ts'
import { connectTwitchChannel, readTexts } from './connections.fixture.ts'
import { control, openSandbox, read } from '../../sandbox/sandbox.fixture.ts'

/** How many times faster than real time the clocks run: half a minute passes in three seconds. */
const scale = 10
const sandbox = await forFile(openSandbox())
const { YOUTUBE_BOT_REFRESH_TOKEN: _, ...env } = sandbox.env
const ctx = await forFile(createTestContext('postgres', env))
ctx.chatClock = scale
let uid: string
let name: string
let goaluuid: string

beforeAll(() => control(sandbox, '/twitch/control/clock', { scale }))
beforeEach(async () => {
  name = `mira_${randomBytes(4).toString('hex')}`
  uid = (await buildCreator(ctx.db, { userName: name })).uid
  goaluuid = (await buildGoal(ctx.db, uid, { amountMinor: 9_000_00 })).goaluuid
  await connectTwitchChannel({ ...ctx, sandbox }, uid, name)
})

/** Creates a tip whose chat message is due. */
async function tip(supporterName: string): Promise<string> {
  const { eventIds } = await captureTip(ctx.db, uid, { goaluuid, supporterName })
  await tipEventsProcessor(ctx, new Set(['chat-twitch']))({ eventId: eventIds[0]! }, { name: 'tip-events' })
  return eventIds[0]!
}

/** Returns the first word of each message. */
const readWords = async () => (await readTexts(sandbox, 'twitch', name)).map((text) => /^\w+/.exec(text)?.[0])

async function statuses(): Promise<string[]> {
  const query = ctx.db.selectFrom('delivery').select('status').where('creatorUid', '=', uid)
  return (await query.execute()).map(({ status }) => status)
}

test('two equal tips get two messages and delay no other tip', async () => {
  for (const supporter of ['Grace', 'Grace', 'Ada']) await tip(supporter)
  const chats = startChats(ctx)

  await expect.poll(readWords).toEqual(['Grace', 'Ada'])
  expect(await statuses()).toContain('due')
  await expect.poll(readWords).toEqual(['Grace', 'Ada', 'Grace'])
  await expect.poll(() => statuses()).toEqual(['sent', 'sent', 'sent'])
  await chats.close()
})

test('a message that a killed process sent and did not record is recognized by Twitch’s refusal of the repetition', async () => {
  const eventId = await tip('Grace')
  await ctx.db.updateTable('delivery').set({ attempts: 1 }).where('eventId', '=', eventId).execute()
  const whole = { supporterName: 'Grace', isAnonymous: false, isPrivate: false, message: '' }
  const message = formatChatMessage(
    {
      kind: 'tip',
      tip: { ...whole, amountMinor: 5_00, currency: 'gbp' },
      goal: { goaluuid, title: 'A kiln for the clay season' },
      creator: { userName: name, displayName: name },
      wording: { templates: {}, blockedWords: [], censorAction: 'mask' as const },
      publicUrl: ctx.config.publicUrl,
    },
    'twitch',
  )
  const killed = openPosters(ctx)
    .find(({ platform }) => platform === 'twitch')!
    .open()
  const connection = await ctx.db
    .selectFrom('platformConnection')
    .selectAll()
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  await killed.post(connection, message)
  await killed.close()

  const chats = startChats(ctx)

  await expect.poll(() => statuses()).toEqual(['sent'])
  expect(await readWords()).toEqual(['Grace'])
  await chats.close()
})

test('closed during a burst, finishes and records the message in flight and starts no other', async () => {
  for (let i = 0; i < 5; i++) await tip(`Fan${i}`)
  const chats = startChats(ctx)
  await expect.poll(async () => (await readWords()).length).toBeGreaterThan(0)

  await chats.close()

  const sent = (await statuses()).filter((status) => status === 'sent')
  expect(await readWords()).toHaveLength(sent.length)
  const state = await read<{ connections: unknown[] }>(sandbox, '/twitch/control/state')
  expect(state.connections).toEqual([])
})
