import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forFile } from '../../../db/for-file.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { openTcpProxy } from '../../../db/tcp-proxy.fixture.ts'
import { listBotOutages } from '../../../db/queries/chat/bot-outages.ts'
import { readConfig } from '../../../domain/config/config.ts'
import { GiveUpError } from '../../errors.ts'
import type { SlowDownError } from '../../errors.ts'
import { connectionRow } from '../connection-row.fixture.ts'
import type { ChatPoster } from '../poster.ts'
import { openTwitchLimits } from './limits.ts'
import { openTwitchPoster } from './poster.ts'
import type { TwitchPosterContext } from './poster.ts'
import { control, openSandbox, read } from '../../../sandbox/sandbox.fixture.ts'
import { makeSecretKeys } from '../../../domain/config/secret-keys.fixture.ts'

/** How many times faster than real time the clocks of the sandbox and the poster run. */
const scale = 100
const secretsKey = makeSecretKeys()
const silent = pino({ level: 'silent' })
const testDb = await forFile(createTestDb())
const sandbox = await forFile(openSandbox())
let poster: ChatPoster
let channel: string

// In real time, the many bots of this file would exceed Twitch's limit of joins.
beforeAll(() => control(sandbox, '/twitch/control/clock', { scale }))

beforeEach(async () => {
  channel = `mira_${randomBytes(4).toString('hex')}`
  await grant(channel)
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

/** The ids of the users of this test, by login. */
const ids = new Map<string, string>()

async function grant(login: string): Promise<void> {
  const { userId } = await control<{ userId: string }>(sandbox, '/twitch/control/grant', { login })
  ids.set(login, userId)
}

const connectionTo = (name: string) =>
  connectionRow({ channel: name, platformUserId: ids.get(name) ?? '404404404' })

const post = (text: string, to = channel) => poster.post(connectionTo(to), text)
const change = (settings: object) => control(sandbox, '/twitch/control/channels', { channel, ...settings })
const fault = (name: string, times = 1) => control(sandbox, '/twitch/control/faults', { fault: name, times })

async function readTexts(of = channel): Promise<string[]> {
  const messages = await read<{ user: string; text: string }[]>(sandbox, `/twitch/channel/${of}/messages`)
  return messages.map(({ user, text }) => `${user}: ${text}`)
}

async function expectNoViolation(name: string): Promise<void> {
  const { violations } = await read<{ violations: Record<string, number> }>(sandbox, '/twitch/control/state')
  expect(violations).toMatchObject({ [name]: 0 })
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
  await grant(other)

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

test('equal messages within half a minute are numbered where Twitch refuses repetitions', async () => {
  await change({ mod: false })
  for (let i = 0; i < 3; i++) await post('again')
  await post('other')
  await post('again')
  expect(await readTexts()).toEqual(
    ['again', 'again (2)', 'again (3)', 'other', 'again'].map((text) => `brimfulbot: ${text}`),
  )
  await expectNoViolation('duplicates')
})

test('a message that equals the last one of another process is refused once and then numbered', async () => {
  await change({ mod: false })
  const other = openPoster()
  await other.post(connectionTo(channel), 'again')
  await other.close()

  await post('again')

  expect(await readTexts()).toEqual(['brimfulbot: again', 'brimfulbot: again (2)'])
  await control(sandbox, '/twitch/control/forgive', {})
})

test('a message that may have been sent before is not numbered, so that Twitch refuses it', async () => {
  await change({ mod: false })
  await post('again')
  await expect(poster.post(connectionTo(channel), 'again', { isRetry: true })).rejects.toMatchObject({
    scope: 'delivery',
    milliseconds: 31_000 / scale,
    reason: 'duplicate',
  })
  expect(await readTexts()).toEqual(['brimfulbot: again'])
  await control(sandbox, '/twitch/control/forgive', {})
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

describe('two limits', () => {
  const limits = openTwitchLimits(testDb.db, twitchConfig())
  let plain: string
  let slow: ChatPoster
  const roomFor = async (name: string) => (await slow.ready(connectionTo(name), false)).messages

  beforeEach(async () => {
    plain = `${channel}x`
    await grant(plain)
    await control(sandbox, '/twitch/control/channels', { channel: plain, mod: false })
    slow = openPoster({ scale: 1 })
  })
  afterEach(() => slow.close())

  test('chats of moderators do not wait for the others, which have used up their limit', async () => {
    for (let i = 0; i < 18; i++) expect(await limits.takeMessage(false)).toBe(0)
    expect(await limits.takeMessage(false)).toBeGreaterThan(0)

    expect(await roomFor(plain)).toBe(0)
    expect(await roomFor(channel)).toBe(72)
  })

  test('while chats of moderators need the joins, the others use no more than one', async () => {
    const crowded = openTwitchLimits(testDb.db, twitchConfig())
    // A slot that comes late on a slow machine is lost, so another try counts.
    await expect
      .poll(async () => {
        await testDb.db.deleteFrom('botBudget').execute()
        return (await crowded.takeJoin(false)) === 0
      })
      .toBe(true)
    expect(await crowded.takeJoin(false)).toBeGreaterThan(0)

    for (let i = 0; i < 17; i++) expect(await crowded.takeJoin(true)).toBe(0)
    expect(await crowded.takeJoin(true)).toBeGreaterThan(0)
  })

  test('a process that has begun a while ago takes all joins for chats of others', async () => {
    const fast = openTwitchLimits(testDb.db, twitchConfig(), 1_000)
    await sleep(20)
    // The window is 510 ms long: on a slow machine it slides past the first slots, so another try counts.
    await expect
      .poll(async () => {
        await testDb.db.deleteFrom('botBudget').execute()
        const waits = await Promise.all(Array.from({ length: 19 }, () => fast.takeJoin(false)))
        return waits.filter((waitMs) => waitMs === 0).length
      })
      .toBe(18)
  })

  test('a slot that came late, because this process hung, is not used', async () => {
    const taking = limits.takeMessage(true)
    for (const until = performance.now() + 600; performance.now() < until;);
    expect(await taking).toBe(0)

    const { takenAt } = await testDb.db
      .selectFrom('botBudget')
      .select('takenAt')
      .where('name', 'like', 'twitch:lines:%')
      .executeTakeFirstOrThrow()
    expect(takenAt).toHaveLength(2)
  })

  test('chats of moderators leave the limit of the others as it is', async () => {
    for (let i = 0; i < 60; i++) await limits.takeMessage(true)

    expect(await roomFor(channel)).toBe(30)
    expect(await roomFor(plain)).toBe(18)
  })

  test('while chats of moderators need all that is left, the others use no more than six', async () => {
    for (let i = 0; i < 90; i++) await limits.takeMessage(true)
    expect(await roomFor(channel)).toBe(0)
    await testDb.db.deleteFrom('botBudget').execute()

    expect(await roomFor(plain)).toBe(6)
  })
})

test('a channel that refuses for the rate makes only itself wait', async () => {
  const other = `${channel}x`
  await grant(other)
  await change({ refuse: 'msg_ratelimit' })

  await expect(post('one')).rejects.toMatchObject({ scope: 'delivery', milliseconds: 5_000 / scale })

  await post('two', other)
  expect(await readTexts(other)).toEqual(['brimfulbot: two'])
})

test('when two channels refuse for the rate, the account is over its limit and all wait', async () => {
  const other = `${channel}x`
  await grant(other)
  await change({ refuse: 'msg_ratelimit' })
  await control(sandbox, '/twitch/control/channels', { channel: other, refuse: 'msg_ratelimit' })
  // The two refusals have to come within ten seconds of the poster's clock. At a hundred times the speed that is a tenth of a
  // second, which a busy machine exceeds, so this clock is slower.
  const slower = { scale: 5 }
  const slow = openPoster(slower)
  for (const name of [channel, other]) await slow.ready(connectionTo(name), false)

  await Promise.allSettled([slow.post(connectionTo(channel), 'one'), sleep(20)])
  await expect(slow.post(connectionTo(other), 'two')).rejects.toMatchObject({
    scope: 'destination',
    milliseconds: 30_000 / slower.scale,
  })
  await slow.close()

  // The limit is stored for all processes, so another poster knows it.
  const third = openPoster(slower)
  expect(await third.ready(connectionTo(channel), false)).toMatchObject({ messages: 0 })
  await third.close()
})

describe('channels where the bot is not a moderator', () => {
  beforeEach(() => control(sandbox, '/twitch/control/limits', { maxChannels: 3 }))
  afterEach(() => control(sandbox, '/twitch/control/limits', { maxChannels: 100 }))

  test('are left again, the one used the longest ago first, and every channel gets its message', async () => {
    const names = Array.from({ length: 5 }, (_, i) => `${channel}_${i}`)
    for (const name of names) {
      await grant(name)
      await control(sandbox, '/twitch/control/channels', { channel: name, mod: false })
    }
    const few = openPoster({ maxPlainChannels: 2 })

    await few.post(connectionTo(channel), 'a moderator’s channel does not count')
    for (const name of [...names, names[0]!]) await few.post(connectionTo(name), 'hello')

    expect(await connections()).toEqual([[channel, names[4], names[0]]])
    expect(await Promise.all(names.map((name) => readTexts(name)))).toEqual(
      names.map((_, i) =>
        Array.from({ length: i === 0 ? 2 : 1 }, (_, at) => `brimfulbot: hello${at ? ' (2)' : ''}`),
      ),
    )
    await expectNoViolation('channels')
    await few.close()
  })

  test('are left when Twitch says that there are too many, and the next attempt succeeds', async () => {
    const names = Array.from({ length: 4 }, (_, i) => `${channel}_${i}`)
    for (const name of names) {
      await grant(name)
      await control(sandbox, '/twitch/control/channels', { channel: name, mod: false })
    }
    for (const name of names.slice(0, 3)) await post('hello', name)

    await expect(post('hello', names[3])).rejects.toMatchObject({ scope: 'delivery', reason: 'busy' })
    await post('hello', names[3])

    expect(await readTexts(names[3])).toEqual(['brimfulbot: hello'])
    await control(sandbox, '/twitch/control/forgive', {})
  })
})

test('a join that Twitch drops is sent again', async () => {
  const hasty = openPoster({ timeouts: { connectMs: 5000, joinMs: 300, sendMs: 5000 } })
  await fault('drop-join')
  await hasty.post(connectionTo(channel), 'hello')
  expect(await readTexts()).toEqual(['brimfulbot: hello'])
  await hasty.close()
})

test('two dropped joins make the chat wait without telling the creator that it does not exist', async () => {
  const hasty = openPoster({ timeouts: { connectMs: 5000, joinMs: 300, sendMs: 5000 } })
  await fault('drop-join', 2)
  await expect(hasty.post(connectionTo(channel), 'hello')).rejects.toMatchObject({ reason: 'busy' })
  await hasty.post(connectionTo(channel), 'hello')
  expect(await readTexts()).toEqual(['brimfulbot: hello'])
  await hasty.close()
})

describe('a renamed channel', () => {
  const rename = (to: string) => control(sandbox, '/twitch/control/rename', { login: channel, to })

  test('is followed by its id', async () => {
    const row = connectionTo(channel)
    const hasty = openPoster({ timeouts: { connectMs: 5000, joinMs: 300, sendMs: 5000 } })
    await rename(`${channel}_new`)

    await hasty.post(row, 'hello')

    expect(await readTexts(`${channel}_new`)).toEqual(['brimfulbot: hello'])
    await hasty.close()
  })

  test('is followed when another user has taken its old name, who gets no message', async () => {
    const row = connectionTo(channel)
    await rename(`${channel}_new`)
    await grant(channel)

    await poster.post(row, 'hello')

    expect(await readTexts(`${channel}_new`)).toEqual(['brimfulbot: hello'])
    expect(await readTexts(channel)).toEqual([])
    expect(await connections()).toEqual([[`${channel}_new`]])
  })
})

test('messages of a Shared Chat session from other channels are no answer to ours', async () => {
  const other = `${channel}x`
  await grant(other)
  await post('before')
  await post('before', other)
  await control(sandbox, '/twitch/control/shared-chat', { channels: [channel, other] })

  await Promise.all([post('one'), post('two', other)])

  expect(await readTexts()).toEqual(['brimfulbot: before', 'brimfulbot: one'])
  expect(await readTexts(other)).toEqual(['brimfulbot: before', 'brimfulbot: two'])
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
    await sleep(300) // no PING is sent before a message if something was received within a quarter of a second

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
  await sleep(2500)
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
  expect(await listBotOutages(testDb.db)).toMatchObject([{ platform: 'twitch' }])

  const third = openPoster()
  await third.post(connectionTo(channel), 'three')
  expect(await listBotOutages(testDb.db)).toEqual([])
  await third.close()
})

test('all channels wait when the bot’s grant is gone', async () => {
  await post('this bot works') // its first log-in would otherwise end the other bot's outage
  const config = twitchConfig({ TWITCH_BOT_REFRESH_TOKEN: 'nosuchtoken' })
  const other = openPoster({ config })
  await expect(other.post(connectionTo(channel), 'one')).rejects.toMatchObject({ scope: 'destination' })
  expect(await listBotOutages(testDb.db)).toMatchObject([{ platform: 'twitch' }])
  await other.close()
  await testDb.db.deleteFrom('botOutage').execute()
})

test('a bot whose grant is gone is noticed before the first message', async () => {
  await post('this bot works')
  const other = openPoster({ config: twitchConfig({ TWITCH_BOT_REFRESH_TOKEN: 'nosuchtoken' }) })
  await expect.poll(() => listBotOutages(testDb.db)).toMatchObject([{ platform: 'twitch' }])
  await other.close()
  await testDb.db.deleteFrom('botOutage').execute()
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
  await sleep(first + 5) // a timer may end a millisecond early
  const second = await waitAfter()
  expect(second).toBeGreaterThanOrEqual(1000)
  expect(second).toBeLessThanOrEqual(2000)
  await sleep(second + 5)

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
    channels: 0,
    commands: 0,
    multiLine: 0,
    tooLong: 0,
  })
})
