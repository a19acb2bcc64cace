import { randomBytes, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ConnectionRow } from '../../db/schema.ts'
import { readConfig } from '../../domain/config.ts'
import { GiveUpError } from '../errors.ts'
import type { SlowDownError } from '../errors.ts'
import type { ChatPoster } from './poster.ts'
import { openTestSandbox } from './test-sandbox.ts'
import type { TestSandbox } from './test-sandbox.ts'
import { openTwitchPoster } from './twitch-poster.ts'

const silent = pino({ level: 'silent' })
let sandbox: TestSandbox
let poster: ChatPoster
let channel: string

beforeAll(async () => {
  sandbox = await openTestSandbox()
  // So many bots coming and going would be over Twitch's limit of joins: its windows pass ten times as fast.
  await sandbox.control('/twitch/control/clock', { scale: 10 })
})
afterAll(() => sandbox.close())

beforeEach(async () => {
  channel = `mira_${randomBytes(4).toString('hex')}`
  await sandbox.control('/twitch/control/grant', { login: channel })
  poster = openTwitchPoster(twitchConfig(), silent)
})
afterEach(async () => {
  await poster.close()
  await sandbox.control('/twitch/control/faults', { fault: 'none' })
})

function twitchConfig(change: Record<string, string> = {}) {
  const config = readConfig({
    DATABASE_URL: 'postgres://unused',
    SESSION_SECRET: '0'.repeat(64),
    SECRETS_KEY: '0'.repeat(64),
    ...sandbox.env,
    ...change,
  })
  return config.twitch!
}

function connectionTo(name: string): ConnectionRow {
  return {
    uid: randomUUID(),
    platform: 'twitch',
    platformUserId: '1',
    channel: name,
    email: 'mira@example.test',
    scopes: '',
    accessTokenSealed: '',
    refreshTokenSealed: '',
    accessExpiresAt: new Date(),
    problem: null,
    connectedAt: new Date(),
  }
}

const post = (text: string, to = channel) => poster.post(connectionTo(to), text)
const change = (settings: object) => sandbox.control('/twitch/control/channels', { channel, ...settings })
const fault = (name: string, times = 1) => sandbox.control('/twitch/control/faults', { fault: name, times })

async function said(of = channel): Promise<string[]> {
  const lines = await sandbox.read<{ user: string; text: string }[]>(`/twitch/channel/${of}/messages`)
  return lines.map(({ user, text }) => `${user}: ${text}`)
}

async function connections(): Promise<string[][]> {
  const state = await sandbox.read<{ connections: { channels: string[] }[] }>('/twitch/control/state')
  return state.connections.map(({ channels }) => channels)
}

test('a line stands in the chat once it is posted, in the bot’s name', async () => {
  await post('Grace just tipped £7')
  expect(await said()).toEqual(['brimfulbot: Grace just tipped £7'])
})

test('lines to several channels go over one connection', async () => {
  const other = `${channel}x`
  await sandbox.control('/twitch/control/grant', { login: other })

  await Promise.all([post('one'), post('two', other), post('three')])

  expect(await said()).toEqual(['brimfulbot: one', 'brimfulbot: three'])
  expect(await said(other)).toEqual(['brimfulbot: two'])
  expect(await connections()).toEqual([expect.arrayContaining([channel, other])])
})

test('where the bot is no moderator, the second line of a second waits for the next one', async () => {
  await change({ mod: false })
  await post('one')
  const before = Date.now()
  await post('two')
  expect(Date.now() - before).toBeGreaterThan(1000)
  expect(await said()).toHaveLength(2)
})

test.each([
  ['banned', { banned: true }],
  ['suspended', { suspended: true }],
  ['restricted', { mod: false, followersOnly: 10 }],
  ['restricted', { mod: false, subsOnly: true }],
  ['rejected', { rejects: ['tipped'] }],
  ['noPermission', { refuse: 'no_permission' }],
])('a refusal is given up as %s', async (reason, settings) => {
  await change(settings)
  await expect(post('Grace just tipped £7')).rejects.toEqual(new GiveUpError(reason as GiveUpError['reason']))
  expect(await said()).toEqual([])
})

test('a ban that comes while we are in the channel is heard of, and its end as well', async () => {
  await post('before')
  await change({ banned: true })
  await expect(post('during')).rejects.toMatchObject({ reason: 'banned' })
  await change({ banned: false })
  await post('after')
  expect(await said()).toEqual(['brimfulbot: before', 'brimfulbot: after'])
})

test('the same line twice waits half a minute', async () => {
  await post('again')
  await expect(post('again')).rejects.toMatchObject({ scope: 'job', milliseconds: 31_000 })
})

test('slow mode waits as long as Twitch says, and the line after it longer', async () => {
  await change({ mod: false, slow: 200 })
  await post('one')
  const refused = await post('two').catch((error: unknown) => error as SlowDownError)
  expect(refused).toMatchObject({ scope: 'job' })
  expect(refused!.milliseconds).toBeGreaterThan(120_000)
  const waiting = await post('three').catch((error: unknown) => error as SlowDownError)
  expect(waiting!.milliseconds).toBeGreaterThan(120_000)
  expect(await said()).toHaveLength(1)
})

test('over the rate limit the whole queue waits', async () => {
  await change({ refuse: 'msg_ratelimit' })
  await expect(post('one')).rejects.toMatchObject({ scope: 'queue', milliseconds: 30_000 })
})

test('a channel that nobody owns is given up', async () => {
  const hasty = openTwitchPoster(twitchConfig(), silent, { connectMs: 5000, joinMs: 300, sayMs: 5000 })
  const outcome = hasty.post(connectionTo('nobody_is_here'), 'hello')
  await expect(outcome).rejects.toEqual(new GiveUpError('notFound'))
  await hasty.close()
})

test('silence after a line is unconfirmed, and the line is not sent again', async () => {
  const hasty = openTwitchPoster(twitchConfig(), silent, { connectMs: 5000, joinMs: 5000, sayMs: 500 })
  await fault('no-userstate')
  await expect(hasty.post(connectionTo(channel), 'once')).rejects.toEqual(new GiveUpError('unconfirmed'))
  await hasty.close()
  expect(await said()).toEqual(['brimfulbot: once'])
})

test('a connection lost in the middle of a line is a failure that may be tried again, on a new connection', async () => {
  await post('before')
  await fault('drop-before-post')
  const error = await post('during').catch((error: unknown) => error)
  expect(error).not.toBeInstanceOf(GiveUpError)
  expect(error).toBeInstanceOf(Error)

  await post('during')

  expect(await said()).toEqual(['brimfulbot: before', 'brimfulbot: during'])
  expect(await connections()).toHaveLength(1)
})

test('after RECONNECT the next line goes over a new connection, and no second one appears', async () => {
  await post('before')
  await fault('reconnect')
  await vi.waitFor(async () => expect(await connections()).toEqual([]), { timeout: 5000 })

  await post('after')

  expect(await said()).toEqual(['brimfulbot: before', 'brimfulbot: after'])
  // tmi.js by itself would come back 1 to 2 seconds after it was asked to.
  const asked = Date.now()
  await vi.waitUntil(() => Date.now() - asked > 2500, { timeout: 5000 })
  expect(await connections()).toEqual([[channel]])
})

test('an access token that ended meanwhile is replaced by a new one', async () => {
  await post('before')
  await sandbox.control('/twitch/control/expire', { login: 'brimfulbot' })
  await fault('drop')
  await vi.waitFor(async () => expect(await connections()).toEqual([]), { timeout: 5000 })

  await post('after')

  expect(await said()).toEqual(['brimfulbot: before', 'brimfulbot: after'])
})

test('a login that is refused once is tried with a new token; refused again, everybody waits', async () => {
  await fault('bad-login')
  await post('one')
  expect(await said()).toEqual(['brimfulbot: one'])

  const second = openTwitchPoster(twitchConfig(), silent)
  await fault('bad-login', 2)
  const outcome = second.post(connectionTo(channel), 'two')
  await expect(outcome).rejects.toMatchObject({ scope: 'queue', milliseconds: 30_000 })
  await second.close()
})

test('a bot whose grant is gone makes everybody wait', async () => {
  const config = twitchConfig({ TWITCH_BOT_REFRESH_TOKEN: 'nosuchtoken' })
  const other = openTwitchPoster(config, silent)
  await expect(other.post(connectionTo(channel), 'one')).rejects.toMatchObject({ scope: 'queue' })
  await other.close()
})

test('a chat that cannot be reached makes everybody wait, longer each time', async () => {
  await fault('refuse-connections', 2)
  await expect(post('one')).rejects.toMatchObject({ scope: 'queue', milliseconds: 1000 })
  await expect(post('one')).rejects.toMatchObject({ scope: 'queue', milliseconds: 2000 })
  await post('one')
  expect(await said()).toEqual(['brimfulbot: one'])
})

test('a chat that never finishes its greeting is not waited for', async () => {
  const hasty = openTwitchPoster(twitchConfig(), silent, { connectMs: 500, joinMs: 5000, sayMs: 5000 })
  await fault('no-376')
  await expect(hasty.post(connectionTo(channel), 'one')).rejects.toMatchObject({ scope: 'queue' })
  await hasty.close()
  await vi.waitFor(async () => expect(await connections()).toEqual([]), { timeout: 5000 })
})

test('no rule of Twitch was broken in all this but by the lines that were meant to', async () => {
  const { violations } = await sandbox.read<{ violations: Record<string, number> }>('/twitch/control/state')
  expect(violations).toMatchObject({
    messages: 0,
    channelRate: 0,
    joins: 0,
    commands: 0,
    multiLine: 0,
    tooLong: 0,
  })
})
