/** What Twitch says to messages by its API, and to which tokens. */
import { expect } from 'vitest'
import { control, postForm, read } from '../sandbox.fixture.ts'
import type { Sandbox } from '../start.ts'
import { test } from '../test.fixture.ts'
import { refreshBot } from './chat.fixture.ts'

interface Answer {
  status: number
  body: { data?: object[]; message?: string; pagination?: { cursor?: string } }
}

async function call(sandbox: Sandbox, path: string, token: string, body?: object): Promise<Answer> {
  const response = await fetch(sandbox.env.TWITCH_API_URL + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      'client-id': sandbox.env.TWITCH_CLIENT_ID!,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

async function tokenOfApp(sandbox: Sandbox): Promise<string> {
  const response = await postForm(`${sandbox.env.TWITCH_AUTH_URL}/token`, {
    client_id: sandbox.env.TWITCH_CLIENT_ID!,
    client_secret: sandbox.env.TWITCH_CLIENT_SECRET!,
    grant_type: 'client_credentials',
  })
  return ((await response.json()) as { access_token: string }).access_token
}

const grant = (sandbox: Sandbox, login: string, scopes: string[]) =>
  control<{ userId: string; code: string }>(sandbox, '/twitch/control/grant', { login, scopes })

/** Consents as a user and returns the token. */
async function tokenOf(sandbox: Sandbox, login: string, scopes: string[]): Promise<string> {
  const { code } = await grant(sandbox, login, scopes)
  const response = await postForm(`${sandbox.env.TWITCH_AUTH_URL}/token`, {
    client_id: sandbox.env.TWITCH_CLIENT_ID!,
    client_secret: sandbox.env.TWITCH_CLIENT_SECRET!,
    grant_type: 'authorization_code',
    code,
    redirect_uri: 'http://localhost/',
  })
  return ((await response.json()) as { access_token: string }).access_token
}

/** Ada, in whose chat the bot is no moderator, and the bot's id. */
async function openAda(sandbox: Sandbox, scopes: string[] = ['channel:bot']) {
  await tokenOf(sandbox, 'ada', scopes)
  const { userId: ada } = await grant(sandbox, 'ada', [])
  await control(sandbox, '/twitch/control/channels', { channel: 'ada', mod: false })
  const { userId: bot } = await grant(sandbox, 'brimfulbot', [])
  return { ada, bot }
}

const texts = async (sandbox: Sandbox) =>
  (await read<{ text: string }[]>(sandbox, '/twitch/channel/ada/messages')).map(({ text }) => text)
const path = '/chat/messages'

test('the app posts as the bot in the chat of a broadcaster who has consented', async ({ sandbox }) => {
  const { ada, bot } = await openAda(sandbox)
  const app = await tokenOfApp(sandbox)

  const answer = await call(sandbox, path, app, { broadcaster_id: ada, sender_id: bot, message: 'Hello' })

  expect(answer.status).toBe(200)
  expect(answer.body.data).toEqual([{ message_id: expect.any(String), is_sent: true }])
  expect(await texts(sandbox)).toEqual(['Hello'])
})

test('without that consent it posts only as a moderator', async ({ sandbox }) => {
  const { ada, bot } = await openAda(sandbox, [])
  const app = await tokenOfApp(sandbox)
  const message = { broadcaster_id: ada, sender_id: bot, message: 'Hello' }

  expect((await call(sandbox, path, app, message)).status).toBe(401)
  await control(sandbox, '/twitch/control/channels', { channel: 'ada', mod: true })
  expect((await call(sandbox, path, app, message)).status).toBe(200)
  await control(sandbox, '/twitch/control/revoke', { login: 'brimfulbot' })
  expect((await call(sandbox, path, app, message)).status).toBe(401)
})

test('a user posts as nobody else, with the scope, and not for the source only', async ({ sandbox }) => {
  const { ada, bot } = await openAda(sandbox)
  const eve = await tokenOf(sandbox, 'eve', ['user:write:chat'])
  const mute = await tokenOf(sandbox, 'brimfulbot', ['user:bot'])
  const writer = await tokenOf(sandbox, 'brimfulbot', ['user:write:chat'])
  const message = { broadcaster_id: ada, sender_id: bot, message: 'Hello' }

  expect((await call(sandbox, path, eve, message)).status).toBe(401)
  expect((await call(sandbox, path, mute, message)).status).toBe(401)
  expect((await call(sandbox, path, writer, { ...message, for_source_only: true })).status).toBe(400)
  expect((await call(sandbox, path, writer, message)).status).toBe(200)
})

test.for<[string, object, number]>([
  ['no message', { message: '' }, 400],
  ['another broadcaster', { broadcaster_id: '1' }, 400],
  ['another sender', { sender_id: '1' }, 400],
  ['501 characters', { message: 'x'.repeat(501) }, 422],
])('refuses %s', async ([, change, status], { sandbox }) => {
  const { ada, bot } = await openAda(sandbox)
  const message = { broadcaster_id: ada, sender_id: bot, message: 'Hello', ...change }
  expect((await call(sandbox, path, await tokenOfApp(sandbox), message)).status).toBe(status)
  expect(await texts(sandbox)).toEqual([])
})

test('what the rules of the chat refuse is dropped with a code; a sender who is banned is refused', async ({
  sandbox,
}) => {
  const { ada, bot } = await openAda(sandbox)
  const app = await tokenOfApp(sandbox)
  const message = { broadcaster_id: ada, sender_id: bot, message: 'Hello' }
  await control(sandbox, '/twitch/control/channels', { channel: 'ada', followersOnly: 10 })

  const dropped = await call(sandbox, path, app, message)
  await control(sandbox, '/twitch/control/channels', { channel: 'ada', banned: true })

  expect(dropped.body.data).toMatchObject([{ is_sent: false, drop_reason: { code: 'followers_only_mode' } }])
  expect((await call(sandbox, path, app, message)).status).toBe(403)
  expect(await texts(sandbox)).toEqual([])
})

test('lists the channels that the bot moderates, page by page, to the bot alone', async ({ sandbox }) => {
  const { ada, bot } = await openAda(sandbox)
  const { userId: bea } = await grant(sandbox, 'bea', [])
  const { userId: cleo } = await grant(sandbox, 'cleo', [])
  const token = await refreshBot(sandbox)
  const list = (query: string, by = token) => call(sandbox, `/moderation/channels?${query}`, by)

  const first = await list(`user_id=${bot}&first=1`)
  const second = await list(`user_id=${bot}&first=1&after=${first.body.pagination?.cursor}`)

  expect([first, second].flatMap(({ body }) => body.data)).toMatchObject([
    { broadcaster_id: bea },
    { broadcaster_id: cleo },
  ])
  expect(second.body.pagination).toEqual({})
  expect((await list(`user_id=${ada}`)).status).toBe(401)
  expect((await list(`user_id=${bot}`, await tokenOfApp(sandbox))).status).toBe(401)
})
