import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCreator, buildGoal } from '../../db/builders.fixture.ts'
import { formatChatMessage } from '../../domain/chat/format-chat-message.ts'
import { tipEventsProcessor } from '../processors/tip-events.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { captureTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { createTestContext } from '../workers.fixture.ts'
import { listChatLog } from '../../db/queries/chat/chat-log.ts'
import { listChatTests } from '../../db/queries/chat/chat-tests.ts'
import { sendTestLine } from '../../domain/chat/send-test-line.ts'
import { toChatTests } from '../../domain/chat/to-chat-tests.ts'
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
let goalId: string

beforeAll(() => control(sandbox, '/twitch/control/clock', { scale }))
beforeEach(async () => {
  name = `mira_${randomBytes(4).toString('hex')}`
  uid = (await buildCreator(ctx.db, { userName: name })).uid
  goalId = (await buildGoal(ctx.db, uid, { amountMinor: 9_000_00 })).goalId
  await connectTwitchChannel({ ...ctx, sandbox }, uid, name)
})

/** Creates a tip whose chat message is due. */
async function tip(supporterName: string, to = { uid, goalId }): Promise<string> {
  const { eventIds } = await captureTip(ctx.db, to.uid, { goalId: to.goalId, supporterName })
  await tipEventsProcessor(ctx, new Set(['chat-twitch']))({ eventId: eventIds[0]! }, { name: 'tip-events' })
  return eventIds[0]!
}

/** Returns the first word of each message. */
const readWords = async () => (await readTexts(sandbox, 'twitch', name)).map((text) => /^\w+/.exec(text)?.[0])

async function statuses(): Promise<string[]> {
  const query = ctx.db.selectFrom('delivery').select('status').where('creatorUid', '=', uid)
  return (await query.execute()).map(({ status }) => status)
}

async function readProblem() {
  const query = ctx.db.selectFrom('platformConnection').select('problem').where('uid', '=', uid)
  return (await query.executeTakeFirstOrThrow()).problem
}

async function countStatuses(uids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('delivery')
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .where('creatorUid', 'in', uids)
    .where('destination', '=', 'chat-twitch')
    .groupBy('status')
    .execute()
  const none = { due: 0, leased: 0, sent: 0, coalesced: 0, expired: 0, gave_up: 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)])) }
}

test.each([true, false])('two equal tips get two messages at once (bot is moderator: %s)', async (mod) => {
  await control(sandbox, '/twitch/control/channels', { channel: name, mod })
  for (const supporter of ['Grace', 'Grace', 'Ada']) await tip(supporter)
  const chats = startChats(ctx)

  await expect.poll(() => statuses()).toEqual(['sent', 'sent', 'sent'])
  expect(await readWords()).toEqual(['Grace', 'Grace', 'Ada'])
  expect(await readProblem()).toBe(mod ? null : 'notModerator')
  await chats.close()
})

test('where the bot is no moderator, a message that a killed process sent and did not record is recognized by Twitch’s refusal of the repetition', async () => {
  await control(sandbox, '/twitch/control/channels', { channel: name, mod: false })
  const eventId = await tip('Grace')
  await ctx.db.updateTable('delivery').set({ attempts: 1 }).where('eventId', '=', eventId).execute()
  const whole = { supporterName: 'Grace', isAnonymous: false, isPrivate: false, message: '' }
  const message = formatChatMessage(
    {
      kind: 'tip',
      tip: { ...whole, amountMinor: 5_00, currency: 'gbp' },
      goal: { goalId, title: 'A kiln for the clay season' },
      creator: { userName: name, displayName: name },
      wording: {
        templates: {},
        amountTemplates: [],
        showsMessage: false,
        blockedWords: [],
        censorAction: 'mask' as const,
      },
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

test('on a half-open connection hardly a message is lost, and the others come after another connection', async () => {
  const creators = [{ uid, goalId }]
  for (let i = 0; i < 17; i++) {
    const userName = `${name}_${i}`
    const other = (await buildCreator(ctx.db, { userName })).uid
    await connectTwitchChannel({ ...ctx, sandbox }, other, userName)
    creators.push({
      uid: other,
      goalId: (await buildGoal(ctx.db, other, { amountMinor: 9_000_00 })).goalId,
    })
  }
  const chats = startChats(ctx)
  await tip('Grace')
  await expect.poll(() => statuses()).toEqual(['sent'])

  await control(sandbox, '/twitch/control/faults', { fault: 'half-open' })
  for (const creator of creators) await tip('Ada', creator)

  const uids = creators.map((creator) => creator.uid)
  const counts = () => countStatuses(uids)
  await expect.poll(async () => (await counts()).due + (await counts()).leased).toBe(0)
  const { sent, gave_up: gaveUp } = await counts()
  expect(sent + gaveUp).toBe(19)
  expect(gaveUp).toBeLessThanOrEqual(3)
  await chats.close()
})

test('a test line goes the way of announcements, behind them, and says whether the bot is a moderator', async () => {
  await tip('Grace')
  await sendTestLine(ctx, uid, 'twitch')
  const chats = startChats(ctx)

  await expect
    .poll(() => readTexts(sandbox, 'twitch', name))
    .toMatchObject([
      expect.stringMatching(/^Grace just tipped/),
      expect.stringMatching(
        /^Brimful is connected: your tips will be announced here\. \(Test at \d\d:\d\d:\d\d UTC\)$/,
      ),
    ])
  const role = () =>
    ctx.db.selectFrom('platformConnection').select('botIsModerator').where('uid', '=', uid).executeTakeFirst()
  await expect.poll(role).toEqual({ botIsModerator: true })
  await expect.poll(async () => toChatTests(await listChatTests(ctx.db, uid)).twitch?.end).toBe('posted')

  await control(sandbox, '/twitch/control/channels', { channel: name, mod: false })
  await sendTestLine(ctx, uid, 'twitch')
  await expect.poll(role).toEqual({ botIsModerator: false })
  await chats.close()
})

test('of a test line comes no tip and no entry in the log of tips', async () => {
  await sendTestLine(ctx, uid, 'twitch')
  await sendTestLine(ctx, uid, 'twitch')
  const tips = await ctx.db.selectFrom('tip').select('id').where('creatorUid', '=', uid).execute()
  expect(tips).toEqual([])
  expect(await listChatLog(ctx.db, uid, 10)).toEqual([])
  await expect(sendTestLine(ctx, uid, 'youtube')).rejects.toMatchObject({ code: 'not_found' })
})
