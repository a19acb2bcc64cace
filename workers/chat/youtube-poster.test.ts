import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ConnectionRow } from '../../db/schema.ts'
import { readToday } from '../../db/queries/quota-days.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import type { YoutubeConfig } from '../../domain/config.ts'
import { tokenContext, unseal } from '../../domain/security/sealing.ts'
import { GiveUpError, SlowDownError } from '../errors.ts'
import { createTestContext } from '../workers.fixture.ts'
import type { TestContext } from '../workers.fixture.ts'
import type { ChatPoster } from './poster.ts'
import { connectYoutubeChannel } from './connections.fixture.ts'
import { openTestSandbox } from './sandbox.fixture.ts'
import type { TestSandbox } from './sandbox.fixture.ts'
import { openYoutubePoster } from './youtube-poster.ts'

let sandbox: TestSandbox
let ctx: TestContext
let poster: ChatPoster
let connection: ConnectionRow
let channel: string

beforeAll(async () => {
  sandbox = await openTestSandbox()
  ctx = await createTestContext('postgres', sandbox.env)
})
afterAll(async () => {
  await ctx[Symbol.asyncDispose]()
  await sandbox.close()
})

beforeEach(async () => {
  poster = openPoster()
  const { uid } = await buildCreator(ctx.db)
  connection = await connectYoutubeChannel({ ...ctx, sandbox }, uid, `Mira ${randomBytes(4).toString('hex')}`)
  channel = connection.channel
})
afterEach(async () => {
  await sandbox.control('/youtube/control/faults/clear')
  await sandbox.control('/youtube/control/quota', { budget: 10_000, used: 0 })
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
const goLive = () => sandbox.control('/youtube/control/live', { channel })
const endLive = () => sandbox.control('/youtube/control/end', { channel })
const fault = (operation: string, name: string, times = 1) =>
  sandbox.control('/youtube/control/faults', { operation, fault: name, times })

async function said(): Promise<string[]> {
  const lines = await sandbox.read<{ text: string }[]>(`/youtube/chat/${channel}/messages`)
  return lines.map(({ text }) => text)
}

async function unitsUsed(): Promise<number> {
  const { quota } = await sandbox.read<{ quota: { used: number } }>('/youtube/control/state')
  return quota.used
}

async function saved(): Promise<ConnectionRow> {
  const query = ctx.db.selectFrom('platformConnection').selectAll().where('uid', '=', connection.uid)
  return query.executeTakeFirstOrThrow()
}

test('a line stands in the chat of the broadcast that is on air', async () => {
  await goLive()
  await post('Grace just tipped £7')
  expect(await said()).toEqual(['Grace just tipped £7'])
})

test('the chat is looked up once a minute, not once a line', async () => {
  await goLive()
  await post('one')
  const before = await unitsUsed()
  await post('two')
  expect((await unitsUsed()) - before).toBe(50)
})

test('without a broadcast there is no chat', async () => {
  await expect(post('one')).rejects.toEqual(new GiveUpError('notLive'))
})

test('after the end of a broadcast the chat of the next one is found', async () => {
  await goLive()
  await post('one')
  await endLive()
  await goLive()
  await post('two')
  expect(await said()).toEqual(['one', 'two'])
})

test('after the end of a broadcast without a next one the line is given up', async () => {
  await goLive()
  await post('one')
  await endLive()
  await expect(post('two')).rejects.toEqual(new GiveUpError('notLive'))
})

test('a chat that is gone the moment it was found is not looked for again', async () => {
  await goLive()
  await fault('insert', 'liveChatEnded')
  await expect(post('one')).rejects.toEqual(new GiveUpError('chatEnded'))
})

test('a chat that is switched off is given up', async () => {
  await goLive()
  await sandbox.control('/youtube/control/chat', { channel, enabled: false })
  await expect(post('one')).rejects.toEqual(new GiveUpError('chatDisabled'))
})

test('a chat that is switched off between two lines is given up too', async () => {
  await goLive()
  await post('one')
  await fault('insert', 'liveChatDisabled')
  await expect(post('two')).rejects.toEqual(new GiveUpError('chatDisabled'))
})

test('an insert that is not answered in time is unconfirmed, and not sent again', async () => {
  await goLive()
  poster = openPoster({}, 300)
  await sandbox.control('/youtube/control/faults', { operation: 'insert', fault: 'slow', delayMs: 2000 })
  await expect(post('once')).rejects.toEqual(new GiveUpError('unconfirmed'))
  expect(await said()).toEqual(['once'])
})

test('a list that is not answered in time is tried again', async () => {
  await goLive()
  poster = openPoster({}, 300)
  await sandbox.control('/youtube/control/faults', {
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
])('after %s the line is given up as %s', async (name, reason) => {
  await goLive()
  await fault('insert', name)
  await expect(post('one')).rejects.toMatchObject({ name: 'GiveUpError', reason })
})

test('too many lines at once make the queue wait', async () => {
  await goLive()
  await fault('insert', 'rateLimitExceeded')
  await expect(post('one')).rejects.toMatchObject({
    name: 'SlowDownError',
    scope: 'destination',
    reason: 'busy',
  })
})

test('when the day’s quota is used up the queue waits for midnight in California', async () => {
  await goLive()
  await sandbox.control('/youtube/control/quota', { budget: 20 })
  const error = await post('one').catch((error: unknown) => error)
  expect(error).toBeInstanceOf(SlowDownError)
  expect(error).toMatchObject({ scope: 'destination', reason: 'quotaExceeded' })
  const end = new Date(Date.now() + (error as SlowDownError).milliseconds)
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Los_Angeles', timeStyle: 'short' })
  expect(['00:00', '00:01']).toContain(clock.format(end))
})

test('a creator’s token that is about to end is refreshed first, sealed and kept', async () => {
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

test('a creator’s token that ended before its time is refreshed on the refusal', async () => {
  await goLive()
  await sandbox.control('/google/control/expire', { channel })
  await post('one')
  expect(await said()).toEqual(['one'])
  expect((await saved()).accessTokenSealed).not.toBe(connection.accessTokenSealed)
})

test('a creator who took our access away is given up as revoked', async () => {
  await goLive()
  await sandbox.control('/google/control/revoke', { channel })
  await expect(post('one')).rejects.toEqual(new GiveUpError('revoked'))
})

test('a bot token that ended before its time is replaced', async () => {
  await goLive()
  await post('one')
  await sandbox.control('/google/control/expire', { channel: 'Brimful Bot' })
  await post('two')
  expect(await said()).toEqual(['one', 'two'])
})

test('a bot whose grant is gone makes the queue wait', async () => {
  await goLive()
  poster = openPoster({ botRefreshToken: 'nothing' })
  await expect(post('one')).rejects.toMatchObject({ scope: 'destination', milliseconds: 60_000 })
})

test('a service that does not begin is an ordinary failure, and its error holds no token', async () => {
  await goLive()
  await fault('insert', 'status-503')
  const error = await post('one').catch((error: unknown) => error)
  expect(error).toEqual(new Error('youtube: backendError'))
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/ya29|Bearer/)
})

test.each(['drop-before', 'drop-after-commit', 'status-500'])(
  'an insert that is cut off or breaks (%s) is unconfirmed, and not sent again',
  async (name) => {
    await goLive()
    await post('before')
    await fault('insert', name)
    await expect(post('during')).rejects.toEqual(new GiveUpError('unconfirmed'))
    expect(await said()).toEqual(name === 'drop-after-commit' ? ['before', 'during'] : ['before'])
  },
)

test.each(['html', 'empty'])('an answer that is no message (%s) confirms nothing', async (name) => {
  await goLive()
  await fault('insert', name)
  await expect(post('once')).rejects.toEqual(new GiveUpError('unconfirmed'))
  expect(await said()).toEqual(['once'])
})

async function booked(): Promise<number> {
  const row = await ctx.db.selectFrom('quotaDay').select('units').executeTakeFirst()
  return row?.units ?? 0
}

test('what Google counts stands in our ledger as well, before the call is made', async () => {
  await goLive()
  const before = await unitsUsed()
  await post('one')
  await post('two')
  expect(await booked()).toBe((await unitsUsed()) - before)
})

test('a day that our own ledger calls used up costs Google nothing, in whatever process', async () => {
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
  expect(await poster.ready(connection, true)).toMatchObject({ lines: 0, reason: 'quotaExceeded' })
})

test('when Google calls the day used up the ledger knows it, and no other process asks again', async () => {
  await goLive()
  await fault('insert', 'quotaExceeded')
  await post('one').catch(() => {})
  const before = await unitsUsed()

  const other = openPoster()

  expect(await other.ready(connection, true)).toMatchObject({ lines: 0, reason: 'quotaExceeded' })
  await expect(other.post(connection, 'two')).rejects.toMatchObject({ reason: 'quotaExceeded' })
  expect(await unitsUsed()).toBe(before)
})

test('a creator who is far ahead of the day waits between two lines, and for a funded goal does not', async () => {
  await goLive()
  await post('one')
  await ctx.db.updateTable('quotaDay').set({ units: 8_000 }).execute()
  const { dayGone } = await readToday(ctx.db, 'youtube', 10_000)

  const tip = await poster.ready(connection, false)
  const funded = await poster.ready(connection, true)

  expect(funded.lines).toBeGreaterThan(0)
  expect(tip).toMatchObject(dayGone < 0.64 ? { lines: 0 } : { waitMs: 0 })
})
