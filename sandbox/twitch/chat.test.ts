import { expect, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { control, postForm, read } from '../sandbox.fixture.ts'
import type { Sandbox } from '../start.ts'
import type { ChatLine } from '../chat-page.ts'
import { type Chatter, connect, openClient, refreshBot } from './chat.fixture.ts'
import { soon, test } from '../test.fixture.ts'

interface ChatState {
  now: number
  violations: Record<string, number>
  connections: { login: string; channels: string[] }[]
}

const messages = (sandbox: Sandbox, channel: string) =>
  read<ChatLine[]>(sandbox, `/twitch/channel/${channel}/messages`)
const state = (sandbox: Sandbox) => read<ChatState>(sandbox, '/twitch/control/state')

async function openChannels(sandbox: Sandbox, channels: string[], settings: object = {}): Promise<void> {
  for (const login of channels) {
    await control(sandbox, '/twitch/control/grant', { login })
    await control(sandbox, '/twitch/control/channels', { channel: login, ...settings })
  }
}

/** Joins a channel. tmi.js stops waiting after 600 ms, so this polls the server until it lists the member. */
async function enter(sandbox: Sandbox, { client }: Chatter, channel: string): Promise<void> {
  await client.join(channel).catch(() => {})
  const login = client.getUsername()
  const isIn = async () =>
    (await state(sandbox)).connections.some((one) => one.login === login && one.channels.includes(channel))
  await soon(isIn).toBe(true)
}

/** Advances the chat's clock by this many seconds. */
async function passSeconds(sandbox: Sandbox, seconds: number): Promise<void> {
  const { now } = await state(sandbox)
  await control(sandbox, '/twitch/control/clock', { scale: 1000 })
  await soon(async () => (await state(sandbox)).now).toBeGreaterThan(now + seconds * 1000)
  await control(sandbox, '/twitch/control/clock', { scale: 1 })
}

test('acknowledges the bot’s message, sends it to readers and shows it on the page', async ({ sandbox }) => {
  await openChannels(sandbox, ['ada'])
  await using bot = await connect(sandbox)
  await using reader = await connect(sandbox, { username: 'justinfan123', password: '' })
  const received: { text: string; name: unknown; isMod: unknown }[] = []
  reader.client.on('message', (_channel, tags, text) =>
    received.push({ text, name: tags['display-name'], isMod: tags.mod }),
  )
  await enter(sandbox, reader, 'ada')

  await enter(sandbox, bot, 'ada')
  await bot.client.say('#ada', 'Grace just tipped £7 :) thank you!')

  await soon(() => bot.answers).toEqual([{ command: 'USERSTATE', channel: '#ada' }])
  await soon(() => received).toEqual([
    { text: 'Grace just tipped £7 :) thank you!', name: 'BrimfulBot', isMod: true },
  ])
  expect(await messages(sandbox, 'ada')).toEqual([
    { at: expect.any(String), user: 'brimfulbot', text: 'Grace just tipped £7 :) thank you!' },
  ])
  expect(bot.client.isMod('#ada', 'brimfulbot')).toBe(true)
})

test('refuses a wrong token, and a token of another user', async ({ sandbox }) => {
  const client = openClient(sandbox, { username: 'brimfulbot', password: 'oauth:wrong' })
  const otherUser = openClient(sandbox, { username: 'ada', password: `oauth:${await refreshBot(sandbox)}` })

  await expect(client.connect()).rejects.toBe('Login authentication failed')
  await expect(otherUser.connect()).rejects.toBe('Login authentication failed')
})

test('allows 20 messages in 30 s without moderator rights, then answers msg_ratelimit', async ({
  sandbox,
}) => {
  const channels = Array.from({ length: 25 }, (_, at) => `streamer${at}`)
  await openChannels(sandbox, channels, { mod: false })
  await using bot = await connect(sandbox)

  for (const channel of channels) await bot.client.say(channel, 'hello')

  await soon(() => bot.answers.length).toBe(25)
  const accepted = bot.answers.filter(({ command }) => command === 'USERSTATE')
  const refused = bot.answers.filter(({ msgId }) => msgId === 'msg_ratelimit')
  expect([accepted.length, refused.length]).toEqual([20, 5])
  expect((await state(sandbox)).violations).toMatchObject({ messages: 5 })
})

test('allows a moderator 100 messages in 30 s, and more after that', async ({ sandbox }) => {
  await openChannels(sandbox, ['ada'])
  await using bot = await connect(sandbox)

  for (let at = 0; at < 101; at += 1) await bot.client.say('ada', `tip ${at}`)
  await soon(() => bot.answers.length).toBe(101)
  expect(bot.answers[100]).toEqual({ command: 'NOTICE', channel: '#ada', msgId: 'msg_ratelimit' })

  await passSeconds(sandbox, 30)
  await bot.client.say('ada', 'tip 101')
  await soon(() => bot.answers[101]?.command).toBe('USERSTATE')
  expect(await messages(sandbox, 'ada')).toHaveLength(101)
})

test('allows one message a second in a channel without moderator rights', async ({ sandbox }) => {
  await openChannels(sandbox, ['ada'], { mod: false })
  await using bot = await connect(sandbox)

  await bot.client.say('ada', 'one')
  await bot.client.say('ada', 'two')

  await soon(() => bot.answers.map(({ msgId }) => msgId)).toEqual([undefined, 'msg_ratelimit'])
  expect((await state(sandbox)).violations).toMatchObject({ channelRate: 1 })
})

test.for([
  ['msg_banned', { banned: true }, 'hi'],
  ['msg_timedout', { timedOutSeconds: 60 }, 'hi'],
  ['msg_channel_suspended', { suspended: true }, 'hi'],
  ['msg_followersonly', { mod: false, followersOnly: 10 }, 'hi'],
  ['msg_subsonly', { mod: false, subsOnly: true }, 'hi'],
  ['msg_emoteonly', { mod: false, emoteOnly: true }, 'hi'],
  ['msg_rejected_mandatory', { rejects: ['rude'] }, 'a rude name'],
  ['msg_verified_email', { refuse: 'msg_verified_email' }, 'hi'],
  ['unrecognized_cmd', {}, '/color red'],
  ['no_permission', { mod: false }, '/ban somebody'],
] as const)('refuses a message with %s', async ([msgId, settings, text], { sandbox }) => {
  await openChannels(sandbox, ['ada'], settings)
  await using bot = await connect(sandbox)

  await bot.client.say('ada', text)

  await soon(() => bot.answers).toEqual([{ command: 'NOTICE', channel: '#ada', msgId }])
  expect(await messages(sandbox, 'ada')).toEqual([])
})

test('refuses messages in slow mode and repeated texts for a while', async ({ sandbox }) => {
  await openChannels(sandbox, ['slowpoke'], { mod: false, slow: 20 })
  await openChannels(sandbox, ['ada'], { mod: false })
  await using bot = await connect(sandbox)

  await bot.client.say('ada', 'same')
  await bot.client.say('ada', 'same')
  await bot.client.say('slowpoke', 'first')
  await bot.client.say('slowpoke', 'second')
  await soon(() => bot.answers.map(({ msgId }) => msgId)).toEqual([
    undefined,
    'msg_duplicate',
    undefined,
    'msg_slowmode',
  ])

  await passSeconds(sandbox, 30)
  await bot.client.say('ada', 'same')
  await bot.client.say('slowpoke', 'third')
  await soon(() => bot.answers.slice(4).map(({ command }) => command)).toEqual(['USERSTATE', 'USERSTATE'])
})

test('lets a token without chat:edit read only', async ({ sandbox }) => {
  await openChannels(sandbox, ['ada'])
  const { env } = sandbox
  const grant = { login: 'lurker', scopes: ['chat:read'] }
  const { code } = await control<{ code: string }>(sandbox, '/twitch/control/grant', grant)
  const response = await postForm(`${env.TWITCH_AUTH_URL}/token`, {
    client_id: env.TWITCH_CLIENT_ID!,
    client_secret: env.TWITCH_CLIENT_SECRET!,
    grant_type: 'authorization_code',
    code,
    redirect_uri: 'http://localhost:3000/back',
  })
  const { access_token } = (await response.json()) as { access_token: string }
  await using lurker = await connect(sandbox, { username: 'lurker', password: `oauth:${access_token}` })

  await lurker.client.say('ada', 'hi')

  await soon(() => lurker.answers.map(({ msgId }) => msgId)).toEqual(['no_permission'])
})

test('does not answer for an unknown channel', async ({ sandbox }) => {
  await openChannels(sandbox, ['ada'])
  await using bot = await connect(sandbox)

  await expect(bot.client.join('#nobody')).rejects.toBe('No response from Twitch.')
  await bot.client.say('nobody', 'hello?')
  await bot.client.say('ada', 'hello!')

  await soon(() => bot.answers).toEqual([{ command: 'USERSTATE', channel: '#ada' }])
})

test('ignores the 21st join within 10 s', async ({ sandbox }) => {
  const channels = Array.from({ length: 21 }, (_, at) => `streamer${at}`)
  await openChannels(sandbox, channels)
  await using bot = await connect(sandbox)

  await Promise.allSettled(channels.map((channel) => bot.client.join(channel)))

  await soon(async () => (await state(sandbox)).violations.joins).toBe(1)
  expect((await state(sandbox)).connections[0]?.channels).toHaveLength(20)
})

test('treats a line break in a text as another command, and counts it', async ({ sandbox }) => {
  await openChannels(sandbox, ['ada', 'victim'])
  await using bot = await connect(sandbox)

  await bot.client.say('ada', 'Eve\r\nPRIVMSG #victim :INJECTED')

  await soon(async () => (await messages(sandbox, 'victim')).map(({ text }) => text)).toEqual(['INJECTED'])
  expect((await state(sandbox)).violations).toMatchObject({ multiLine: 1 })
})

test('faults drop the greeting, the acknowledgement, or a message before or after it is shown', async ({
  sandbox,
}) => {
  await openChannels(sandbox, ['ada'])
  const fault = (name: string) => control(sandbox, '/twitch/control/faults', { fault: name })
  const texts = async () => (await messages(sandbox, 'ada')).map(({ text }) => text)

  await fault('no-376')
  const greeted = vi.fn<() => void>()
  const waiting = openClient(sandbox, {
    username: 'brimfulbot',
    password: `oauth:${await refreshBot(sandbox)}`,
  })
  waiting.connect().then(
    () => greeted(),
    () => {},
  )
  onTestFinished(async () => void (await waiting.disconnect()))
  await soon(async () => (await state(sandbox)).connections.map(({ login }) => login)).toEqual(['brimfulbot'])

  await using bot = await connect(sandbox)
  await fault('no-userstate')
  await bot.client.say('ada', 'shown, not acknowledged')
  await fault('silent')
  await bot.client.say('ada', 'swallowed')
  await bot.client.say('ada', 'shown')
  await soon(() => bot.answers).toHaveLength(1)
  await fault('drop-after-post')
  await bot.client.say('ada', 'shown, then cut off')
  await soon(() => bot.client.readyState()).toBe('CLOSED')

  await using other = await connect(sandbox)
  await fault('drop-before-post')
  await other.client.say('ada', 'never shown')
  await soon(() => other.client.readyState()).toBe('CLOSED')
  expect(await texts()).toEqual(['shown, not acknowledged', 'shown', 'shown, then cut off'])
  expect(greeted).not.toHaveBeenCalled()
})

test('tmi.js reconnects after RECONNECT', async ({ sandbox }) => {
  await openChannels(sandbox, ['ada'])
  await using bot = await connect(sandbox, undefined, { reconnect: true })
  await enter(sandbox, bot, 'ada')
  const events: string[] = []
  bot.client.on('disconnected', () => events.push('disconnected'))
  bot.client.on('connected', () => events.push('connected'))

  await control(sandbox, '/twitch/control/faults', { fault: 'reconnect' })

  await soon(() => events).toEqual(['disconnected', 'connected'])
})

test('sends tags and commands only to clients that requested them', async ({ sandbox }) => {
  await openChannels(sandbox, ['ada'])
  const socket = new WebSocket(sandbox.env.TWITCH_CHAT_URL!, 'irc')
  onTestFinished(() => socket.terminate())
  const lines: string[] = []
  socket.on('message', (data: Buffer) => lines.push(...data.toString().trim().split('\r\n')))
  await new Promise((resolve) => socket.once('open', resolve))

  socket.send('CAP REQ :twitch.tv/tags made.up/thing\r\n')
  socket.send(`PASS oauth:${await refreshBot(sandbox)}\r\n`)
  socket.send('NICK brimfulbot\r\n')
  socket.send('JOIN #ada\r\n')
  socket.send('PING :are you there\r\n')

  await soon(() => lines.at(-1)).toBe(':tmi.twitch.tv PONG tmi.twitch.tv :are you there')
  expect(lines[0]).toBe(':tmi.twitch.tv CAP * NAK :twitch.tv/tags made.up/thing')
  expect(lines.map((line) => line.split(' ')[1])).toEqual([
    'CAP',
    '001',
    '002',
    '003',
    '004',
    '375',
    '372',
    '376',
    'JOIN',
    '353',
    '366',
    'PONG',
  ])
})
