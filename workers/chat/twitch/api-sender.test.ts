import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { forFile } from '../../../db/for-file.fixture.ts'
import { findTestPort } from '../../../db/test-port.fixture.ts'
import { findConnection } from '../../../db/queries/chat/connections.ts'
import type { ConnectionRow } from '../../../db/schema.ts'
import type { TwitchConfig } from '../../../domain/config/chat/twitch.ts'
import { openTwitchOauth } from '../../../domain/chat/platforms/twitch/oauth.ts'
import { control, openSandbox, read } from '../../../sandbox/sandbox.fixture.ts'
import { GiveUpError } from '../../errors.ts'
import { createTestContext } from '../../workers.fixture.ts'
import { connectTwitchChannel, readTexts } from '../connections.fixture.ts'
import type { ChatPoster } from '../poster.ts'
import { openTwitchLimits } from './limits.ts'
import { openTwitchPoster } from './poster.ts'

/** How many times faster than real time the clocks of the sandbox and the poster run. */
const scale = 100
const sandbox = await forFile(openSandbox())
const keys = [
  'CLIENT_ID',
  'CLIENT_SECRET',
  'BOT_USERNAME',
  'BOT_REFRESH_TOKEN',
  'AUTH_URL',
  'API_URL',
  'CHAT_URL',
]
const env = Object.fromEntries(keys.map((name) => [`TWITCH_${name}`, sandbox.env[`TWITCH_${name}`]!]))
const ctx = await forFile(createTestContext('postgres', env))
const config = ctx.config.twitch!
let poster: ChatPoster
let channel: string
let uid: string
let row: ConnectionRow

beforeAll(() => control(sandbox, '/twitch/control/clock', { scale }))
beforeEach(async () => {
  channel = `mira_${randomBytes(4).toString('hex')}`
  uid = (await buildCreator(ctx.db)).uid
  row = await connect()
  poster = openPoster()
})
afterEach(async () => {
  await poster.close()
  await control(sandbox, '/twitch/control/faults', { fault: 'none' })
  await ctx.db.deleteFrom('botBudget').execute()
})

const connect = (scopes = ['user:read:email', 'channel:bot']) =>
  connectTwitchChannel({ ...ctx, sandbox }, uid, channel, scopes)

function openPoster(change: Partial<TwitchConfig> = {}, speed = scale): ChatPoster {
  const { secretsKey } = ctx.config
  const log = pino({ level: 'silent' })
  return openTwitchPoster({ db: ctx.db, log, config: { ...config, ...change }, secretsKey, scale: speed })
}

const change = (settings: object) => control(sandbox, '/twitch/control/channels', { channel, ...settings })
const fault = (name: string, times = 1) => control(sandbox, '/twitch/control/faults', { fault: name, times })
const texts = () => readTexts(sandbox, 'twitch', channel)

interface State {
  calls: { channel: string; text: string; by: string }[]
  connections: { login: string; channels: string[] }[]
  violations: Record<string, number>
}
const readState = () => read<State>(sandbox, '/twitch/control/state')

/** The texts that came by the API. */
const called = async () =>
  (await readState()).calls.filter((one) => one.channel === channel).map(({ text, by }) => `${by}: ${text}`)
const storedWay = async () => (await findConnection(ctx.db, uid, 'twitch'))?.postWay

test('with the creator’s consent a message goes by the API, and no channel is joined', async () => {
  expect(await poster.ready(row, false)).toMatchObject({ waitMs: 0 })
  expect(await poster.post(row, 'Grace just tipped £7')).toBe('posted')

  expect(await texts()).toEqual(['Grace just tipped £7'])
  expect(await called()).toEqual(['app: Grace just tipped £7'])
  expect((await readState()).connections).toEqual([])
  expect(await storedWay()).toBe('api')
})

test('without a consent it goes over IRC, which makes the bot’s role known, and then by the API', async () => {
  row = await connect(['user:read:email'])
  expect(await poster.post(row, 'one')).toBe('posted')
  expect(await called()).toEqual([])
  expect(await storedWay()).toBe('noConsent')

  expect(await poster.post({ ...row, botIsModerator: true }, 'two')).toBe('posted')
  expect(await called()).toEqual(['app: two'])
  expect(await texts()).toEqual(['one', 'two'])
})

test('without the bot’s own consent it goes over IRC', async () => {
  const grant = { login: config.botUsername, scopes: ['chat:read', 'chat:edit'] }
  const { code } = await control<{ code: string }>(sandbox, '/twitch/control/grant', grant)
  const { refreshToken } = await openTwitchOauth(config).exchange(code, 'http://127.0.0.1/connected')
  const old = openPoster({ botRefreshToken: refreshToken! })

  expect(await old.post(row, 'one')).toBe('posted')

  expect(await called()).toEqual([])
  expect(await storedWay()).toBe('botConsent')
  await old.close()
})

test('in a Shared Chat only the creator’s own chat gets it', async () => {
  const other = `${channel}x`
  await control(sandbox, '/twitch/control/grant', { login: other })
  await control(sandbox, '/twitch/control/shared-chat', { channels: [channel, other] })

  await poster.post(row, 'one')

  expect(await texts()).toEqual(['one'])
  await control(sandbox, '/twitch/control/shared-chat', { channels: [] })
})

describe('where the bot is not a moderator', () => {
  beforeEach(() => change({ mod: false }))

  test('it says so, waits a second between messages, and numbers equal ones', async () => {
    expect(await poster.post(row, 'again')).toBe('notModerator')
    expect(await poster.post(row, 'again')).toBe('notModerator')

    expect(await texts()).toEqual(['again', 'again (2)'])
    expect(await called()).toHaveLength(2)
    expect((await readState()).violations).toMatchObject({ channelRate: 0, duplicates: 0 })
  })

  test('it takes from the lower limit', async () => {
    const limits = openTwitchLimits(ctx.db, config, 1)
    await poster.post(row, 'one')
    const { left } = await limits.readMessages(false)
    expect(left).toBe(17)
  })

  test('a test line asks Twitch anew, so a creator who has just made it a moderator sees that', async () => {
    const slow = openPoster({}, 1)
    expect(await slow.post(row, 'one')).toBe('notModerator')
    await change({ user: config.botUsername, mod: true })

    expect(await slow.post(row, 'two', { isTest: true })).toBe('posted')
    await slow.close()
  })

  test('a creator who makes it a moderator is believed within a minute', async () => {
    expect(await poster.post(row, 'one')).toBe('notModerator')
    await change({ mod: true })
    const isModerator = async () => (await poster.post(row, randomBytes(4).toString('hex'))) === 'posted'
    await expect.poll(isModerator).toBe(true)
  })

  test.each([
    ['followersOnly', { followersOnly: 10 }],
    ['subscribersOnly', { subsOnly: true }],
    ['emoteOnly', { emoteOnly: true }],
    ['rejected', { rejects: ['tipped'] }],
  ] as const)('it gives up with %s after Twitch has dropped the message', async (reason, settings) => {
    await change(settings)
    await expect(poster.post(row, 'Grace just tipped £7')).rejects.toEqual(new GiveUpError(reason))
    expect(await texts()).toEqual([])
    expect(await storedWay()).toBe('api')
  })

  test('in slow mode the message waits as long as Twitch says', async () => {
    await change({ slow: 500 })
    await poster.post(row, 'one')
    await expect(poster.post(row, 'two')).rejects.toMatchObject({ scope: 'delivery', reason: 'slowMode' })
  })
})

test('a time-out, whose length the API does not say, makes the message wait for half a minute', async () => {
  await change({ timedOutSeconds: 1_000 })
  await expect(poster.post(row, 'one')).rejects.toMatchObject({
    reason: 'timedOut',
    milliseconds: 31_000 / scale,
  })
})

test('what the API refuses goes over IRC, which says why', async () => {
  await change({ banned: true })
  await expect(poster.post(row, 'one')).rejects.toEqual(new GiveUpError('banned'))
  await change({ banned: false })
  expect(await poster.post(row, 'two')).toBe('posted')
  expect(await called()).toEqual([])
  expect(await storedWay()).toBe('refused')
})

test('a creator who withdraws the consent gets messages over IRC, and after a new one by the API again', async () => {
  await change({ mod: false })
  await control(sandbox, '/twitch/control/revoke', { login: channel })
  await poster.post(row, 'one')
  expect(await called()).toEqual([])

  row = await connect()
  await poster.post(row, 'two')
  expect(await called()).toEqual(['app: two'])
  expect(await texts()).toEqual(['one', 'two'])
})

test('while the API is away, messages go over IRC', async () => {
  const away = openPoster({ apiUrl: `http://127.0.0.1:${await findTestPort()}` })
  expect(await away.post(row, 'one')).toBe('posted')
  await away.close()
  await fault('call-503')
  expect(await poster.post(row, 'two')).toBe('posted')

  expect(await texts()).toEqual(['one', 'two'])
  expect(await called()).toEqual([])
  expect(await storedWay()).toBe('refused')
})

test.each(['call-drop-before', 'call-drop-after', 'call-500'])(
  'after %s nobody knows whether it was posted, so it is not sent again',
  async (name) => {
    await fault(name)
    await expect(poster.post(row, 'one')).rejects.toEqual(new GiveUpError('unconfirmed'))
    expect(await texts()).toEqual(name === 'call-drop-after' ? ['one'] : [])
  },
)

test('after a 429 all chats wait', async () => {
  await fault('call-429')
  await expect(poster.post(row, 'one')).rejects.toMatchObject({ scope: 'destination' })
  expect((await poster.ready(row, false)).messages).toBe(0)
})

test('an app token that Twitch no longer accepts is replaced', async () => {
  await poster.post(row, 'one')
  await control(sandbox, '/twitch/control/end-app-tokens')
  await poster.post(row, 'two')
  expect(await called()).toEqual(['app: one', 'app: two'])
})

test('a message of 500 characters of more than one code unit is posted', async () => {
  const text = '🎉'.repeat(250)
  expect(await poster.post(row, text)).toBe('posted')
  expect(await texts()).toEqual([text])
})
