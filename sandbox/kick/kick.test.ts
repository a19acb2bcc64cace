import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { control, openSandbox, postForm } from '../sandbox.fixture.ts'

const verifier = 'v'.repeat(43)
const redirectUri = 'http://127.0.0.1/back'

async function open() {
  const sandbox = await openSandbox()
  const { KICK_CLIENT_ID: id, KICK_CLIENT_SECRET: secret, KICK_AUTH_URL: auth } = sandbox.env
  const consent = {
    client_id: id!,
    response_type: 'code',
    redirect_uri: redirectUri,
    state: 'state',
    scope: 'user:read chat:write',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  const token = (form: Record<string, string>) =>
    postForm(`${auth}/oauth/token`, { client_id: id!, client_secret: secret!, ...form })
  return {
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
    sandbox,
    consent,
    token,
    authorize: (change: Record<string, string> = {}) =>
      fetch(`${auth}/oauth/authorize?${new URLSearchParams({ ...consent, ...change })}`),
    async allow(scope = consent.scope) {
      const body = new URLSearchParams({ ...consent, scope, decision: 'allow', name: 'Mira' })
      const answer = await fetch(`${auth}/oauth/authorize`, { method: 'POST', body, redirect: 'manual' })
      return new URL(answer.headers.get('location')!).searchParams.get('code')!
    },
    redeem: (code: string, change: Record<string, string> = {}) =>
      token({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        ...change,
      }),
    post: (accessToken: string, body: object) =>
      fetch(`${sandbox.env.KICK_API_URL}/public/v1/chat`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

async function readTokens(answer: Response) {
  return (await answer.json()) as { access_token: string; refresh_token: string; scope: string }
}

test.each<Record<string, string>>([
  { state: '' },
  { code_challenge: '' },
  { code_challenge_method: 'plain' },
  { scope: 'chat:everything' },
  { client_id: 'other' },
  { redirect_uri: 'https://elsewhere.example/' },
])('the consent page refuses %o', async (change) => {
  await using kick = await open()
  expect((await kick.authorize()).status).toBe(200)
  expect((await kick.authorize(change)).status).toBe(400)
})

test('a code works once, with its verifier and its redirect address', async () => {
  await using kick = await open()

  expect((await kick.redeem(await kick.allow(), { code_verifier: 'w'.repeat(43) })).status).toBe(400)
  expect((await kick.redeem(await kick.allow(), { redirect_uri: `${redirectUri}/2` })).status).toBe(400)
  const code = await kick.allow()
  expect((await kick.redeem(code, { client_secret: 'wrong' })).status).toBe(401)
  expect((await kick.redeem(code)).status).toBe(200)
  expect((await kick.redeem(code)).status).toBe(400)
})

test('a refresh token works once and ends the access token before it', async () => {
  await using kick = await open()
  const first = await readTokens(await kick.redeem(await kick.allow()))
  const refresh = (refreshToken: string) =>
    kick.token({ grant_type: 'refresh_token', refresh_token: refreshToken })

  const second = await readTokens(await refresh(first.refresh_token))

  expect((await refresh(first.refresh_token)).status).toBe(400)
  const message = { content: 'one', type: 'bot' }
  expect((await kick.post(first.access_token, message)).status).toBe(401)
  expect((await kick.post(second.access_token, message)).status).toBe(200)
})

test('a message needs its scope, its length, and no other field', async () => {
  await using kick = await open()
  const reader = await readTokens(await kick.redeem(await kick.allow('user:read')))
  const { access_token: token } = await readTokens(await kick.redeem(await kick.allow()))

  expect((await kick.post(reader.access_token, { content: 'one', type: 'bot' })).status).toBe(403)
  expect((await kick.post(token, { content: 'a'.repeat(501), type: 'bot' })).status).toBe(400)
  expect((await kick.post(token, { content: '', type: 'bot' })).status).toBe(400)
  expect((await kick.post(token, { content: 'one', type: 'bot', broadcaster_user_id: 1 })).status).toBe(400)
  expect((await kick.post(token, { content: 'one' })).status).toBe(400)
})

test('the eleventh message in twenty seconds is one too many', async () => {
  await using kick = await open()
  const { access_token: token } = await readTokens(await kick.redeem(await kick.allow()))
  for (let at = 0; at < 10; at++) await kick.post(token, { content: `line ${at}`, type: 'bot' })

  const answer = await kick.post(token, { content: 'one more', type: 'bot' })

  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('revoking one token leaves the other, and an unknown token is no error', async () => {
  await using kick = await open()
  const { access_token: token, refresh_token: refreshToken } = await readTokens(
    await kick.redeem(await kick.allow()),
  )
  const revoke = (value: string) =>
    fetch(`${kick.sandbox.env.KICK_AUTH_URL}/oauth/revoke?${new URLSearchParams({ token: value })}`, {
      method: 'POST',
    })

  expect((await revoke('unknown')).status).toBe(200)
  await revoke(refreshToken)
  expect((await kick.post(token, { content: 'one', type: 'bot' })).status).toBe(200)
  await revoke(token)
  expect((await kick.post(token, { content: 'two', type: 'bot' })).status).toBe(401)
})

test('a grant by a control call is revoked by one', async () => {
  await using kick = await open()
  const { code } = await control<{ code: string }>(kick.sandbox, '/kick/control/grant', { name: 'Ada' })
  await readTokens(await kick.redeem(code))

  expect(await control(kick.sandbox, '/kick/control/revoke', { name: 'Ada' })).toEqual({ revoked: 1 })
})
