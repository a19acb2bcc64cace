import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ConnectionRow } from '../../db/schema.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import { openTcpProxy } from '../../db/tcp-proxy.fixture.ts'
import { readConfig } from '../../domain/config.ts'
import { GiveUpError } from '../errors.ts'
import type { SlowDownError } from '../errors.ts'
import type { ChatPoster } from './poster.ts'
import { openTwitchLimits } from './twitch-limits.ts'
import { openTwitchPoster } from './twitch-poster.ts'
import type { TwitchPosterContext } from './twitch-poster.ts'
import { control, openSandbox, read } from '../../sandbox/sandbox.fixture.ts'

/** How many times faster than real time the clocks of the sandbox and the poster run. */
const scale = 100
const secretsKey = randomBytes(32)
const silent = pino({ level: 'silent' })
const testDb = await forFile(createTestDb())
const sandbox = await forFile(openSandbox())
let poster: ChatPoster
let channel: string

// In real time, the many bots of this file would exceed Twitch's limit of joins.
beforeAll(() => control(sandbox, '/twitch/control/clock', { scale }))

beforeEach(async () => {
  channel = `mira_${randomBytes(4).toString('hex')}`
  await control(sandbox, '/twitch/control/grant', { login: channel })
  poster = openPoster()
})
afterEach(async () => {
  await poster.close()
  await control(sandbox, '/twitch/control/faults', { fault: 'none' })
  await testDb.db.deleteFrom('botBudget').execute()
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

function openPoster(change: Partial<TwitchPosterContext> = {}): ChatPoster {
  return openTwitchPoster({
    db: testDb.db,
    log: silent,
    config: twitchConfig(),
    secretsKey,
    scale,
    ...change,
  })
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
    problemAt: null,
    accessLostAt: null,
    checkedAt: new Date(),
    refreshingUntil: null,
    connectedAt: new Date(),
  }
}

const post = (text: string, to = channel) => poster.post(connectionTo(to), text)
const change = (settings: object) => control(sandbox, '/twitch/control/channels', { channel, ...settings })
const fault = (name: string, times = 1) => control(sandbox, '/twitch/control/faults', { fault: name, times })

async function readTexts(of = channel): Promise<string[]> {
  const messages = await read<{ user: string; text: string }[]>(sandbox, `/twitch/channel/${of}/messages`)
  return messages.map(({ user, text }) => `${user}: ${text}`)
}

async function connections(): Promise<string[][]> {
  const state = await read<{ connections: { channels: string[] }[] }>(sandbox, '/twitch/control/state')
  return state.connections.map(({ channels }) => channels)
}

test('posts a message as the bot', async () => {
  await post('Grace just tipped £7')
  expect(await readTexts()).toEqual(['brimfulbot: Grace just tipped £7'])
})

test('sends messages to several channels over one connection', async () => {
  const other = `${channel}x`
  await control(sandbox, '/twitch/control/grant', { login: other })

  await Promise.all([post('one').then(() => post('three')), post('two', other)])

  expect(await readTexts()).toEqual(['brimfulbot: one', 'brimfulbot: three'])
  expect(await readTexts(other)).toEqual(['brimfulbot: two'])
  expect(await connections()).toEqual([expect.arrayContaining([channel, other])])
})

test('waits a second between two messages where the bot is not a moderator', async () => {
  await change({ mod: false })
  await post('one')
  const before = Date.now()
  await post('two')
  expect(Date.now() - before).toBeGreaterThanOrEqual(1000 / scale)
  expect(await readTexts()).toHaveLength(2)
})

test.each([
  ['banned', { banned: true }],
  ['suspended', { suspended: true }],
  ['followersOnly', { mod: false, followersOnly: 10 }],
  ['subscribersOnly', { mod: false, subsOnly: true }],
  ['emoteOnly', { mod: false, emoteOnly: true }],
  ['rejected', { rejects: ['tipped'] }],
  ['noPermission', { refuse: 'no_permission' }],
])('gives up with %s after its refusal', async (reason, settings) => {
  await change(settings)
  await expect(post('Grace just tipped £7')).rejects.toEqual(new GiveUpError(reason as GiveUpError['reason']))
  expect(await readTexts()).toEqual([])
})

test('reports a ban that begins after the join, and posts again after its end', async () => {
  await post('before')
  await change({ banned: true })
  await expect(post('during')).rejects.toMatchObject({ reason: 'banned' })
  await change({ banned: false })
  await post('after')
  expect(await readTexts()).toEqual(['brimfulbot: before', 'brimfulbot: after'])
})

test('a repeated message waits half a minute', async () => {
  await post('again')
  await expect(post('again')).rejects.toMatchObject({
    scope: 'delivery',
    milliseconds: 31_000 / scale,
    reason: 'duplicate',
  })
})

test('in slow mode a message waits as long as the room’s settings or the refusal say', async () => {
  await change({ mod: false, slow: 500 })
  await post('one')
  // After joining, the poster knows the room's slow mode, so it waits before Twitch would refuse a message.
  expect(await poster.ready(connectionTo(channel), false)).toMatchObject({ messages: 0 })
  const waiting = await post('two').catch((error: unknown) => error as SlowDownError)
  expect(waiting).toMatchObject({ scope: 'delivery' })
  expect((waiting as SlowDownError).milliseconds).toBeGreaterThan(3_000)
  expect(await readTexts()).toHaveLength(1)

  const other = openPoster()
  const refused = await other.post(connectionTo(channel), 'three').catch((error: unknown) => error)
  expect(refused).toMatchObject({ scope: 'delivery', reason: 'slowMode' })
  expect((refused as SlowDownError).milliseconds).toBeGreaterThan(2_000)
  await other.close()
})

test('reports that the bot is not a moderator', async () => {
  await change({ mod: false })
  expect(await post('one')).toBe('notModerator')
  await change({ mod: true })
  expect(await post('two')).toBe('posted')
})

test('messages in other channels count toward the account’s limit', async () => {
  const before = await poster.ready(connectionTo(channel), false)
  await post('one')
  const after = await poster.ready(connectionTo(channel), false)
  expect(before.messages - after.messages).toBe(1)
})

test('chats with the higher limit leave room for one with the lower limit, except for funded goals', async () => {
  const plain = `${channel}x`
  await control(sandbox, '/twitch/control/grant', { login: plain })
  await control(sandbox, '/twitch/control/channels', { channel: plain, mod: false })
  const slow = openPoster({ scale: 1 })
  const limits = openTwitchLimits(testDb.db, twitchConfig())
  for (let i = 0; i < 20; i++) await limits.takeMessage(true)
  const roomFor = async (name: string, isUrgent = false) =>
    (await slow.ready(connectionTo(name), isUrgent)).messages

  expect(await roomFor(channel)).toBe(70)
  expect(await roomFor(plain)).toBe(0)
  expect(await roomFor(channel)).toBe(0)
  expect(await roomFor(channel, true)).toBe(70)
  await slow.close()
})

test('over the rate limit all channels wait', async () => {
  await change({ refuse: 'msg_ratelimit' })
  await expect(post('one')).rejects.toMatchObject({ scope: 'destination', milliseconds: 30_000 / scale })
  // The limit is stored for all processes, so another poster knows it.
  const other = openPoster()
  expect(await other.ready(connectionTo(channel), false)).toMatchObject({ messages: 0 })
  await other.close()
})

test('what is due in a channel that answers no join waits, longer each time, and gives nothing up', async () => {
  const hasty = openPoster({ timeouts: { connectMs: 5000, joinMs: 300, sendMs: 5000 } })
  const tryPosting = () => hasty.post(connectionTo('nobody_is_here'), 'hello')

  const waits = [{ milliseconds: 5_000 / scale }, { milliseconds: 10_000 / scale }]
  for (const wait of waits)
    await expect(tryPosting()).rejects.toMatchObject({ name: 'SlowDownError', reason: 'notFound', ...wait })
  await hasty.close()
})

describe('a connection that falls silent', () => {
  async function openSilenced(isModerator: boolean) {
    await change({ mod: isModerator })
    const proxy = await openTcpProxy(sandbox.env.TWITCH_CHAT_URL!, 80)
    const poster = openPoster({
      config: twitchConfig({ TWITCH_CHAT_URL: proxy.url }),
      timeouts: { connectMs: 5000, joinMs: 1000, sendMs: 1000, pingMs: 500 },
    })
    await poster.post(connectionTo(channel), 'before')
    return { proxy, poster }
  }

  test('during a message of a bot that is not a moderator: the message is posted once', async () => {
    const { proxy, poster } = await openSilenced(false)

    proxy.silence()
    await poster.post(connectionTo(channel), 'after')

    expect(await readTexts()).toEqual(['brimfulbot: before', 'brimfulbot: after'])
    await poster.close()
    await proxy.close()
  })

  test('while nothing is sent: it is noticed before a moderator’s next message, which waits for another', async () => {
    const { proxy, poster } = await openSilenced(true)
    proxy.silence()
    await sleep(3_100) // no PING is sent before a message if something was received within three seconds

    const first = poster.post(connectionTo(channel), 'after')

    await expect(first).rejects.toMatchObject({ name: 'SlowDownError', reason: 'busy' })
    await poster.post(connectionTo(channel), 'after')
    expect(await readTexts()).toEqual(['brimfulbot: before', 'brimfulbot: after'])
    await poster.close()
    await proxy.close()
  })
})

test('a message without a response is unconfirmed and not sent again', async () => {
  const hasty = openPoster({ timeouts: { connectMs: 5000, joinMs: 5000, sendMs: 500 } })
  await fault('no-userstate')
  await expect(hasty.post(connectionTo(channel), 'once')).rejects.toEqual(new GiveUpError('unconfirmed'))
  await hasty.close()
  expect(await readTexts()).toEqual(['brimfulbot: once'])
})

test.each(['drop-before-post', 'drop-after-post'])(
  'when the connection is lost during a message (%s) and the bot is not a moderator, the message is posted once',
  async (name) => {
    await change({ mod: false })
    await post('before')
    await fault(name)

    expect(await post('during')).toBe('notModerator')

    expect(await readTexts()).toEqual(['brimfulbot: before', 'brimfulbot: during'])
    await expect.poll(() => connections()).toHaveLength(1)
  },
)

test.each([
  ['drop-before-post', ['before', 'after']],
  ['drop-after-post', ['before', 'during', 'after']],
])(
  'when the connection is lost during a message (%s) and the bot is a moderator, the message is not sent again',
  async (name, texts) => {
    await post('before')
    await fault(name)

    await expect(post('during')).rejects.toEqual(new GiveUpError('unconfirmed'))

    await post('after')
    expect(await readTexts()).toEqual(texts.map((text) => `brimfulbot: ${text}`))
  },
)

test('after RECONNECT the next message uses one new connection', async () => {
  await post('before')
  await fault('reconnect')
  await expect.poll(() => connections()).toEqual([])

  await post('after')

  expect(await readTexts()).toEqual(['brimfulbot: before', 'brimfulbot: after'])
  // By itself, tmi.js would reconnect 1 to 2 seconds after RECONNECT.
  const asked = Date.now()
  await vi.waitUntil(() => Date.now() - asked > 2500, { timeout: 5000 })
  expect(await connections()).toEqual([[channel]])
})

test('replaces an expired access token', async () => {
  await post('before')
  await control(sandbox, '/twitch/control/expire', { login: 'brimfulbot' })
  await fault('drop')
  await expect.poll(() => connections()).toEqual([])

  await post('after')

  expect(await readTexts()).toEqual(['brimfulbot: before', 'brimfulbot: after'])
})

test('retries a refused log-in with a new token, and then makes all channels wait', async () => {
  await fault('bad-login')
  await post('one')
  expect(await readTexts()).toEqual(['brimfulbot: one'])

  const second = openPoster()
  await fault('bad-login', 2)
  const outcome = second.post(connectionTo(channel), 'two')
  await expect(outcome).rejects.toMatchObject({ scope: 'destination' })
  await expect(outcome).rejects.toSatisfy(
    ({ milliseconds }) => milliseconds >= 15_000 && milliseconds <= 30_000,
  )
  await second.close()
})

test('all channels wait when the bot’s grant is gone', async () => {
  const config = twitchConfig({ TWITCH_BOT_REFRESH_TOKEN: 'nosuchtoken' })
  const other = openPoster({ config })
  await expect(other.post(connectionTo(channel), 'one')).rejects.toMatchObject({ scope: 'destination' })
  await other.close()
})

test('all channels wait when Twitch cannot be reached, longer each time', async () => {
  await fault('refuse-connections', 2)
  const waitAfter = async () => {
    const error = await post('one').catch((reason: unknown) => reason)
    expect(error).toMatchObject({ scope: 'destination' })
    return (error as SlowDownError).milliseconds
  }

  const first = await waitAfter()
  expect(first).toBeGreaterThanOrEqual(500)
  expect(first).toBeLessThanOrEqual(1000)
  // Nothing was attempted during the pause, so the second wait is not longer.
  expect(await waitAfter()).toBeLessThanOrEqual(first)
  await sleep(first)
  const second = await waitAfter()
  expect(second).toBeGreaterThanOrEqual(1000)
  expect(second).toBeLessThanOrEqual(2000)
  await sleep(second)

  await post('one')
  expect(await readTexts()).toEqual(['brimfulbot: one'])
})

test('gives up connecting when Twitch does not finish the log-in', async () => {
  const hasty = openPoster({ timeouts: { connectMs: 500, joinMs: 5000, sendMs: 5000 } })
  await fault('no-376')
  await expect(hasty.post(connectionTo(channel), 'one')).rejects.toMatchObject({ scope: 'destination' })
  await hasty.close()
  await expect.poll(() => connections()).toEqual([])
})

test('no other test of this file broke a rule of Twitch', async () => {
  const { violations } = await read<{ violations: Record<string, number> }>(sandbox, '/twitch/control/state')
  expect(violations).toMatchObject({
    messages: 0,
    channelRate: 0,
    joins: 0,
    commands: 0,
    multiLine: 0,
    tooLong: 0,
  })
})
