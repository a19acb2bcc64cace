import { expect } from 'vitest'
import { control, openSandbox, postForm } from '../sandbox.fixture.ts'
import type { Sandbox } from '../start.ts'
import { connect } from './chat.fixture.ts'
import { test } from '../test.fixture.ts'

interface TokenAnswer {
  access_token: string
  refresh_token: string
  scope: string[]
  expires_in: number
}

const back = 'http://localhost:3000/api/v1/account/twitch/callback'

function consentUrl({ env }: Sandbox, change: Record<string, string> = {}): string {
  const query = {
    client_id: env.TWITCH_CLIENT_ID!,
    redirect_uri: back,
    response_type: 'code',
    scope: 'user:read:email',
    state: 's-1',
  }
  return `${env.TWITCH_AUTH_URL}/authorize?${new URLSearchParams({ ...query, ...change })}`
}

async function press(sandbox: Sandbox, decision: string, login = 'ada'): Promise<URLSearchParams> {
  const query = Object.fromEntries(new URL(consentUrl(sandbox)).searchParams)
  const response = await postForm(`${sandbox.env.TWITCH_AUTH_URL}/authorize`, {
    ...query,
    decision,
    newLogin: login,
  })
  return new URL(response.headers.get('location')!).searchParams
}

function askToken({ env }: Sandbox, form: Record<string, string>): Promise<Response> {
  const app = { client_id: env.TWITCH_CLIENT_ID!, client_secret: env.TWITCH_CLIENT_SECRET! }
  return postForm(`${env.TWITCH_AUTH_URL}/token`, { ...app, ...form })
}

async function grant(sandbox: Sandbox): Promise<TokenAnswer> {
  const { code } = await control<{ code: string }>(sandbox, '/twitch/control/grant', { login: 'ada' })
  const response = await askToken(sandbox, { grant_type: 'authorization_code', code, redirect_uri: back })
  return (await response.json()) as TokenAnswer
}

const validate = ({ env }: Sandbox, token: string) =>
  fetch(`${env.TWITCH_AUTH_URL}/validate`, { headers: { authorization: `OAuth ${token}` } })
const users = ({ env }: Sandbox, headers: Record<string, string>) =>
  fetch(`${env.TWITCH_API_URL}/users`, { headers })

test('issues a code on the consent page, tokens once for the code, and the user for the token', async ({
  sandbox,
}) => {
  await control(sandbox, '/twitch/control/grant', { login: 'grace', displayName: '<b>Grace</b>' })

  const html = await (await fetch(consentUrl(sandbox))).text()
  expect(html).toContain('View your email address')
  expect(html).not.toContain('<b>Grace</b>')

  const answer = await press(sandbox, 'authorize')
  expect(answer.get('state')).toBe('s-1')
  const form = { grant_type: 'authorization_code', code: answer.get('code')!, redirect_uri: back }
  const tokens = (await (await askToken(sandbox, form)).json()) as TokenAnswer
  expect(tokens.scope).toEqual(['user:read:email'])
  expect(tokens.access_token).toBe(tokens.access_token.toLowerCase())

  const client = {
    authorization: `Bearer ${tokens.access_token}`,
    'client-id': sandbox.env.TWITCH_CLIENT_ID!,
  }
  const { data } = (await (await users(sandbox, client)).json()) as { data: object[] }
  expect(data).toMatchObject([
    { login: 'ada', email: 'ada@viewers.example', id: expect.stringMatching(/^\d+$/) },
  ])
  const again = await askToken(sandbox, form)
  expect([again.status, await again.json()]).toMatchObject([400, { message: 'Invalid authorization code' }])
})

test('redirects with access_denied after Cancel', async ({ sandbox }) => {
  const answer = await press(sandbox, 'cancel')

  expect(Object.fromEntries(answer)).toMatchObject({ error: 'access_denied', state: 's-1' })
})

test('refuses a wrong client, redirect address or secret', async ({ sandbox }) => {
  const { code } = await control<{ code: string }>(sandbox, '/twitch/control/grant', { login: 'ada' })
  const form = { grant_type: 'authorization_code', code, redirect_uri: back }

  const wrongClient = await fetch(consentUrl(sandbox, { client_id: 'nobody' }))
  const wrongAddress = await fetch(consentUrl(sandbox, { redirect_uri: 'https://evil.example/back' }))
  const wrongSecret = await askToken(sandbox, { ...form, client_secret: 'wrong' })

  expect([wrongClient.status, wrongAddress.status, wrongSecret.status]).toEqual([400, 400, 403])
})

test('accepts a code only with its own redirect address', async ({ sandbox }) => {
  const code = (await press(sandbox, 'authorize')).get('code')!

  const response = await askToken(sandbox, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: 'http://localhost:3000/other',
  })

  expect(response.status).toBe(400)
})

test('keeps the refresh token, and refuses an expired access token', async ({ sandbox }) => {
  const first = await grant(sandbox)

  await control(sandbox, '/twitch/control/expire', { login: 'ada' })
  expect((await validate(sandbox, first.access_token)).status).toBe(401)

  const response = await askToken(sandbox, {
    grant_type: 'refresh_token',
    refresh_token: first.refresh_token,
  })
  const second = (await response.json()) as TokenAnswer
  expect(second.refresh_token).toBe(first.refresh_token)
  const valid = await validate(sandbox, second.access_token)
  expect(await valid.json()).toMatchObject({ login: 'ada', scopes: ['user:read:email'] })
})

test('revoking ends the access token and the refresh token', async ({ sandbox }) => {
  const { env } = sandbox
  const tokens = await grant(sandbox)

  const revoked = await postForm(`${env.TWITCH_AUTH_URL}/revoke`, {
    client_id: env.TWITCH_CLIENT_ID!,
    token: tokens.access_token,
  })

  expect(revoked.status).toBe(200)
  expect((await validate(sandbox, tokens.access_token)).status).toBe(401)
  const refresh = await askToken(sandbox, {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
  })
  expect([refresh.status, await refresh.json()]).toMatchObject([400, { message: 'Invalid refresh token' }])
})

test('refuses API calls without a token or with another client id', async ({ sandbox }) => {
  const { access_token } = await grant(sandbox)
  const authorization = `Bearer ${access_token}`

  const answers = await Promise.all([
    users(sandbox, {}),
    users(sandbox, { authorization: 'Bearer wrong', 'client-id': sandbox.env.TWITCH_CLIENT_ID! }),
    users(sandbox, { authorization }),
    users(sandbox, { authorization, 'client-id': 'another' }),
  ])

  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
})

test('keeps tokens after a restart, including the bot’s', async ({ stateFile }) => {
  const before = await openSandbox({ stateFile })
  const tokens = await grant(before)
  await before.close()

  await using after = await openSandbox({ stateFile })

  expect(after.env.TWITCH_BOT_REFRESH_TOKEN).toBe(before.env.TWITCH_BOT_REFRESH_TOKEN)
  expect((await validate(after, tokens.access_token)).status).toBe(200)
  const refresh = await askToken(after, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
  expect(refresh.status).toBe(200)
  await using bot = await connect(after)
  expect(bot.client.readyState()).toBe('OPEN')
})
