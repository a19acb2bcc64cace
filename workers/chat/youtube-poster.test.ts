import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConnectionRow } from '../../db/schema.ts'
import { readToday } from '../../db/queries/quota-days.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import type { YoutubeConfig } from '../../domain/config.ts'
import { tokenContext, unseal } from '../../domain/security/sealing.ts'
import { GiveUpError, SlowDownError } from '../errors.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { createTestContext } from '../workers.fixture.ts'
import type { ChatPoster } from './poster.ts'
import { connectYoutubeChannel, readTexts } from './connections.fixture.ts'
import { openYoutubePoster } from './youtube-poster.ts'
import { control, openSandbox, read } from '../../sandbox/sandbox.fixture.ts'

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
  await control(sandbox, '/youtube/control/quota', { budget: 10_000, used: 0 })
  await ctx.db.deleteFrom('quotaDay').execute()
})

function openPoster(change: Partial<YoutubeConfig> = {}, timeoutMs?: number): ChatPoster {
  const { db, log, config } = ctx
  const youtube = { ...config.youtube!, ...change }
  return openYoutubePoster({
    db,
    log,
    config: youtube,
    secretsKey: config.secretsKey,
    lifetimeMs: 180_000,
    timeoutMs,
  })
}

const post = (text: string) => poster.post(connection, text)
const goLive = () => control(sandbox, '/youtube/control/live', { channel })
const endLive = () => control(sandbox, '/youtube/control/end', { channel })
const fault = (operation: string, name: string, times = 1) =>
  control(sandbox, '/youtube/control/faults', { operation, fault: name, times })

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

test('too many messages at once make all channels wait', async () => {
  await goLive()
  await fault('insert', 'rateLimitExceeded')
  await expect(post('one')).rejects.toMatchObject({
    name: 'SlowDownError',
    scope: 'destination',
    reason: 'busy',
  })
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
  expect(tip).toMatchObject(dayGone < 0.64 ? { messages: 0 } : { waitMs: 0 })
})
