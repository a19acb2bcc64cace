import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConnectionRow } from '../../../db/schema.ts'
import { readToday } from '../../../db/queries/chat/quota-days.ts'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { addQuotaCreator } from '../../../db/queries/chat/quota-shares.ts'
import { quotaName, readQuotaOutlook } from '../../../domain/chat/platforms/youtube/quota-price.ts'
import { readQuotaShare } from '../../../domain/chat/platforms/youtube/quota-share.ts'
import { captureTip } from '../../../domain/payments/ledger/ledger.fixture.ts'
import type { YoutubeConfig } from '../../../domain/config/chat/youtube.ts'
import { tokenContext, unseal } from '../../../domain/security/sealing.ts'
import { GiveUpError, SlowDownError } from '../../errors.ts'
import { forFile } from '../../../db/for-file.fixture.ts'
import { createTestContext } from '../../workers.fixture.ts'
import type { ChatPoster } from '../poster.ts'
import { connectYoutubeChannel, readTexts } from '../connections.fixture.ts'
import { openYoutubePoster } from './poster.ts'
import { control, openSandbox, read } from '../../../sandbox/sandbox.fixture.ts'

const sandbox = await forFile(openSandbox())
const ctx = await forFile(createTestContext('postgres', sandbox.env))
let poster: ChatPoster
let connection: ConnectionRow
let channel: string

beforeEach(async () => {
  poster = openPoster()
  const { uid } = await buildCreator(ctx.db)
  connection = await connectYoutubeChannel({ ...ctx, sandbox }, uid, `Mira ${randomBytes(4).toString('hex')}`)
  channel = connection.channel
})
afterEach(async () => {
  await control(sandbox, '/youtube/control/faults/clear')
  await control(sandbox, '/youtube/control/limits', { pollingMillis: 2000 })
  await control(sandbox, '/youtube/control/quota', { budget: 10_000, used: 0 })
  await ctx.db.deleteFrom('quotaDay').execute()
  await ctx.db.deleteFrom('quotaPrice').execute()
})

/** How many times faster than real time the poster's clock runs. */
const scale = 20

function openPoster(change: Partial<YoutubeConfig> = {}, timeoutMs?: number, clock = scale): ChatPoster {
  const { db, log, config } = ctx
  const youtube = { ...config.youtube!, ...change }
  return openYoutubePoster({
    db,
    log,
    config: youtube,
    secretsKey: config.secretsKey,
    lifetimeMs: 180_000,
    timeoutMs,
    scale: clock,
  })
}

const post = (text: string) => poster.post(connection, text)
const goLive = () => control(sandbox, '/youtube/control/live', { channel })
const endLive = () => control(sandbox, '/youtube/control/end', { channel })
const fault = (operation: string, name: string, times = 1) =>
  control(sandbox, '/youtube/control/faults', { operation, fault: name, times })

/** Returns the visible messages of one broadcast's chat. */
async function readChat(liveChatId: string): Promise<string[]> {
  return read<string[]>(sandbox, `/youtube/control/chat/${liveChatId}`)
}

const readMessages = () => readTexts(sandbox, 'youtube', channel)

async function unitsUsed(): Promise<number> {
  const { quota } = await read<{ quota: { used: number } }>(sandbox, '/youtube/control/state')
  return quota.used
}

async function saved(): Promise<ConnectionRow> {
  const query = ctx.db.selectFrom('platformConnection').selectAll().where('uid', '=', connection.uid)
  return query.executeTakeFirstOrThrow()
}

test('posts to the chat of the active broadcast', async () => {
  await goLive()
  await post('Grace just tipped £7')
  expect(await readMessages()).toEqual(['Grace just tipped £7'])
})

test('looks the chat up once a minute', async () => {
  await goLive()
  await post('one')
  const before = await unitsUsed()
  await post('two')
  expect((await unitsUsed()) - before).toBe(50)
})

test('gives up when there is no broadcast', async () => {
  await expect(post('one')).rejects.toEqual(new GiveUpError('notLive'))
})

test('finds the next broadcast’s chat when one has ended', async () => {
  await goLive()
  await post('one')
  await endLive()
  await goLive()
  await post('two')
  expect(await readMessages()).toEqual(['one', 'two'])
})

test('gives up when the broadcast has ended and there is no other', async () => {
  await goLive()
  await post('one')
  await endLive()
  await expect(post('two')).rejects.toEqual(new GiveUpError('notLive'))
})

test('looks once only when the chat ends right after it was found', async () => {
  await goLive()
  await fault('insert', 'liveChatEnded')
  await expect(post('one')).rejects.toEqual(new GiveUpError('chatEnded'))
})

test('gives up when the chat is switched off', async () => {
  await goLive()
  await control(sandbox, '/youtube/control/chat', { channel, enabled: false })
  await expect(post('one')).rejects.toEqual(new GiveUpError('chatDisabled'))
})

test('gives up when the chat is switched off between two messages', async () => {
  await goLive()
  await post('one')
  await fault('insert', 'liveChatDisabled')
  await expect(post('two')).rejects.toEqual(new GiveUpError('chatDisabled'))
})

test('an insert without a response in time is unconfirmed and not sent again', async () => {
  await goLive()
  poster = openPoster({}, 300)
  await control(sandbox, '/youtube/control/faults', { operation: 'insert', fault: 'slow', delayMs: 2000 })
  await expect(post('once')).rejects.toEqual(new GiveUpError('unconfirmed'))
  expect(await readMessages()).toEqual(['once'])
})

test('a list without a response in time may be retried', async () => {
  await goLive()
  poster = openPoster({}, 300)
  await control(sandbox, '/youtube/control/faults', {
    operation: 'list',
    fault: 'slow',
    delayMs: 2000,
    times: 9,
  })
  await expect(post('one')).rejects.not.toBeInstanceOf(GiveUpError)
})

test.each([
  ['forbidden', 'noPermission'],
  ['messageTextInvalid', 'rejected'],
])('after %s gives up with %s', async (name, reason) => {
  await goLive()
  await fault('insert', name)
  await expect(post('one')).rejects.toMatchObject({ name: 'GiveUpError', reason })
})

test('of several broadcasts, posts to the public one that started last', async () => {
  const start = (privacy: string) =>
    control<{ liveChatId: string }>(sandbox, '/youtube/control/live', { channel, privacy, another: true })
  await start('public')
  const { liveChatId } = await start('public')
  await start('private')

  await post('one')

  expect(await readChat(liveChatId)).toEqual(['one'])
})

test('of more broadcasts than a page of YouTube’s list has, knows all', async () => {
  const { liveChatId } = await control<{ liveChatId: string }>(sandbox, '/youtube/control/live', { channel })
  for (let i = 0; i < 5; i++)
    await control(sandbox, '/youtube/control/live', { channel, privacy: 'unlisted', another: true })

  await post('one')

  expect(await readChat(liveChatId)).toEqual(['one'])
})

test('posts to another broadcast when one is still listed although its chat has ended, and tries it once', async () => {
  const { liveChatId } = await control<{ liveChatId: string }>(sandbox, '/youtube/control/live', { channel })
  await control(sandbox, '/youtube/control/live', { channel, another: true })
  await control(sandbox, '/youtube/control/end', { channel, lingers: true })

  await post('one')
  const before = await unitsUsed()
  await post('two')

  expect(await readChat(liveChatId)).toEqual(['one', 'two'])
  expect((await unitsUsed()) - before).toBe(50)
})

test('too many messages make one chat wait, and all when it happens in two chats', async () => {
  await goLive()
  const { uid } = await buildCreator(ctx.db)
  const other = await connectYoutubeChannel(
    { ...ctx, sandbox },
    uid,
    `Otto ${randomBytes(4).toString('hex')}`,
  )
  await control(sandbox, '/youtube/control/live', { channel: other.channel })
  await fault('insert', 'rateLimitExceeded', 2)

  const tooFast = { name: 'SlowDownError', reason: 'busy' }
  await expect(post('one')).rejects.toMatchObject({ ...tooFast, scope: 'delivery' })
  await expect(poster.post(other, 'one')).rejects.toMatchObject({ ...tooFast, scope: 'destination' })
})

test.each([
  ['insert', 'tooManyRequests', { name: 'SlowDownError', scope: 'destination', reason: 'busy' }],
  ['list', 'tooManyRequests', { name: 'SlowDownError', scope: 'destination', reason: 'busy' }],
  ['list', 'userRequestsExceedRateLimit', { name: 'SlowDownError', scope: 'delivery', reason: 'busy' }],
  ['list', 'liveStreamingNotEnabled', { name: 'GiveUpError', reason: 'notLive' }],
])('after %s answers %s, %o', async (operation, name, error) => {
  await goLive()
  await fault(operation, name)
  await expect(post('one')).rejects.toMatchObject(error)
})

test('keeps its messages below a rate that YouTube would refuse', async () => {
  await goLive()
  poster = openPoster({}, undefined, 1)
  for (let sent = 0; sent < 60; sent++) {
    const { messages } = await poster.ready(connection, true)
    if (messages === 0) break
    await post(`Thanks number ${sent}`)
  }

  expect(await poster.ready(connection, true)).toMatchObject({ messages: 0 })
  await expect(post('one too many')).rejects.toMatchObject({ scope: 'destination', reason: 'busy' })
  const { limits } = await read<{ limits: { refused: number } }>(sandbox, '/youtube/control/state')
  expect(limits.refused).toBe(0)
})

test('all channels wait for midnight in California when the quota is used up', async () => {
  await goLive()
  await control(sandbox, '/youtube/control/quota', { budget: 20 })
  const error = await post('one').catch((error: unknown) => error)
  expect(error).toBeInstanceOf(SlowDownError)
  expect(error).toMatchObject({ scope: 'destination', reason: 'quotaExceeded' })
  const end = new Date(Date.now() + (error as SlowDownError).milliseconds)
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Los_Angeles', timeStyle: 'short' })
  expect(['00:00', '00:01']).toContain(clock.format(end))
})

test('refreshes and stores a creator’s token that expires soon', async () => {
  await goLive()
  const soon = new Date(Date.now() + 60_000)
  await poster.post({ ...connection, accessExpiresAt: soon }, 'one')

  const row = await saved()
  expect(row.accessExpiresAt.getTime()).toBeGreaterThan(Date.now() + 30 * 60_000)
  const open = (sealed: string, kind: 'access' | 'refresh') =>
    unseal(ctx.config.secretsKey, sealed, tokenContext(row.uid, 'youtube', kind))
  expect(open(row.accessTokenSealed, 'access')).not.toBe(open(connection.accessTokenSealed, 'access'))
  expect(open(row.refreshTokenSealed, 'refresh')).toBe(open(connection.refreshTokenSealed, 'refresh'))
})

test('refreshes a creator’s token that Google refuses', async () => {
  await goLive()
  await control(sandbox, '/google/control/expire', { channel })
  await post('one')
  expect(await readMessages()).toEqual(['one'])
  expect((await saved()).accessTokenSealed).not.toBe(connection.accessTokenSealed)
})

test('gives up as revoked when the creator revoked our access', async () => {
  await goLive()
  await control(sandbox, '/google/control/revoke', { channel })
  await expect(post('one')).rejects.toEqual(new GiveUpError('revoked'))
})

test('refreshes a bot token that Google refuses', async () => {
  await goLive()
  await post('one')
  await control(sandbox, '/google/control/expire', { channel: 'Brimful Bot' })
  await post('two')
  expect(await readMessages()).toEqual(['one', 'two'])
})

test('all channels wait when the bot’s YouTube grant is gone', async () => {
  await goLive()
  poster = openPoster({ botRefreshToken: 'nothing' })
  await expect(post('one')).rejects.toMatchObject({ scope: 'destination', milliseconds: 60_000 })
})

test('503 may be retried, and its error contains no token', async () => {
  await goLive()
  await fault('insert', 'status-503')
  const error = await post('one').catch((error: unknown) => error)
  expect(error).toEqual(new Error('youtube: backendError'))
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/ya29|Bearer/)
})

test.each(['drop-before', 'drop-after-commit', 'status-500'])(
  'an insert whose response fails (%s) is unconfirmed and not sent again',
  async (name) => {
    await goLive()
    await post('before')
    await fault('insert', name)
    await expect(post('during')).rejects.toEqual(new GiveUpError('unconfirmed'))
    expect(await readMessages()).toEqual(name === 'drop-after-commit' ? ['before', 'during'] : ['before'])
  },
)

test.each(['html', 'empty'])('a response that is not a message (%s) is unconfirmed', async (name) => {
  await goLive()
  await fault('insert', name)
  await expect(post('once')).rejects.toEqual(new GiveUpError('unconfirmed'))
  expect(await readMessages()).toEqual(['once'])
})

async function booked(): Promise<number> {
  const row = await ctx.db.selectFrom('quotaDay').select('units').executeTakeFirst()
  return row?.units ?? 0
}

test('our quota counts the same units as Google, before each call', async () => {
  await goLive()
  const before = await unitsUsed()
  await post('one')
  await post('two')
  expect(await booked()).toBe((await unitsUsed()) - before)
})

test('no process calls Google when our quota is used up', async () => {
  await goLive()
  poster = openPoster({ dailyQuota: 120 })
  await post('one')
  const before = await unitsUsed()

  const others = [poster, openPoster({ dailyQuota: 120 })]
  for (const other of others) {
    await other.post(connection, `two`).then(
      () => {},
      (error: unknown) => expect(error).toMatchObject({ scope: 'destination', reason: 'quotaExceeded' }),
    )
  }

  expect((await unitsUsed()) - before).toBeLessThanOrEqual(120 - 51)
  expect(await poster.ready(connection, true)).toMatchObject({ messages: 0, reason: 'quotaExceeded' })
})

test('when Google reports the quota as used up, no other process calls again', async () => {
  await goLive()
  await fault('insert', 'quotaExceeded')
  await post('one').catch(() => {})
  const before = await unitsUsed()

  const other = openPoster()

  expect(await other.ready(connection, true)).toMatchObject({ messages: 0, reason: 'quotaExceeded' })
  await expect(other.post(connection, 'two')).rejects.toMatchObject({ reason: 'quotaExceeded' })
  expect(await unitsUsed()).toBe(before)
})

test('far ahead of the day a creator waits between two messages, except for a funded goal', async () => {
  await goLive()
  await post('one')
  await ctx.db.updateTable('quotaDay').set({ units: 8_000 }).execute()
  const { dayGone } = await readToday(ctx.db, 'youtube', 10_000)

  const tip = await poster.ready(connection, false)
  const funded = await poster.ready(connection, true)

  expect(funded.messages).toBeGreaterThan(0)
  // 80 % are used. That is far ahead until 64 % of the day have gone, and not ahead from 65 % on; between them the wait is short.
  const farAhead = { messages: 0 }
  if (dayGone < 0.64 || dayGone > 0.65) expect(tip).toMatchObject(dayGone < 0.64 ? farAhead : { waitMs: 0 })
})

test('ahead of the day, the creators of the day share what is left, and only larger tips get a line', async () => {
  const others = await Promise.all([buildCreator(ctx.db), buildCreator(ctx.db)])
  await goLive()
  await post('one')
  for (const { uid } of others) await addQuotaCreator(ctx.db, quotaName, uid)
  for (const amountMinor of [100, 700, 300, 900, 500])
    await captureTip(ctx.db, connection.uid, { amountMinor })
  const state = { units: 8_700, budget: 10_000, dayGone: 0.5 }

  // Six lines of 50 units are left before the reserve, two for each of three creators.
  expect(await readQuotaShare(ctx.db, quotaName, connection.uid, { state, price: 50 })).toEqual({
    lines: 2,
    fromMinor: 700,
  })
  expect(
    await readQuotaShare(ctx.db, quotaName, connection.uid, { state: { ...state, units: 2_000 }, price: 50 }),
  ).toEqual({ lines: 46, fromMinor: 0 })
})

test('learns from an early end of the quota what a message costs, once, and plans with it', async () => {
  await goLive()
  await post('one')
  await ctx.db.updateTable('quotaDay').set({ units: 5_050, messages: 100 }).execute()
  await fault('insert', 'quotaExceeded')

  await post('two').catch(() => {})
  await openPoster()
    .post(connection, 'three')
    .catch(() => {})

  const prices = await ctx.db.selectFrom('quotaPrice').select(['units', 'configured']).execute()
  expect(prices).toEqual([{ units: 98, configured: 50 }])
  expect(await readQuotaOutlook(ctx.db, ctx.config.youtube!, connection.uid)).toEqual({
    linesPerDay: 102,
    now: 'nothing',
    share: null,
  })

  await ctx.db.deleteFrom('quotaDay').execute()
  await post('four')
  expect(await booked()).toBe(98)
  const dearer = { ...ctx.config.youtube!, insertCost: 60 }
  expect(await readQuotaOutlook(ctx.db, dearer, connection.uid)).toEqual({
    linesPerDay: 166,
    now: 'all',
    share: null,
  })
})
