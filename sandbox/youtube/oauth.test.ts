import { createPublicKey, verify } from 'node:crypto'
import { expect } from 'vitest'
import type { Sandbox } from '../start.ts'
import { control, openSandbox, postForm, read } from '../sandbox.fixture.ts'
import { allow, type Google, openApi, openGoogle, reasonOf } from './youtube.fixture.ts'
import { test } from '../test.fixture.ts'

const readonly = 'https://www.googleapis.com/auth/youtube.readonly'
const list = { part: ['id'], broadcastStatus: 'active' }

/** Posts `form` to the consent page and returns the query of the redirect. */
async function consent(
  sandbox: Sandbox,
  url: string,
  form: Record<string, string>,
): Promise<URLSearchParams> {
  const query = Object.fromEntries(new URL(url).searchParams)
  const response = await postForm(sandbox.env.GOOGLE_AUTH_URL!, { ...query, ...form })
  return new URL(response.headers.get('location')!).searchParams
}

const yes = { decision: 'allow', newTitle: 'Ada Live', granted: readonly }
const askUrl = (google: Google, more: object = {}) =>
  google.generateAuthUrl({ scope: ['openid', 'email', readonly], state: 's-1', ...more })

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => undefined,
    (thrown: { message: string; response?: { status: number } }) => thrown,
  )
  return [error?.response?.status, error?.message]
}

test('issues tokens, with a refresh token when the app asks for consent', async ({ sandbox }) => {
  const google = openGoogle(sandbox)
  const offline = { access_type: 'offline', prompt: 'consent' }

  expect(await (await fetch(askUrl(google, offline))).text()).toContain('View your YouTube account')
  const answer = await consent(sandbox, askUrl(google, offline), yes)
  expect(Object.fromEntries(answer)).toMatchObject({ state: 's-1', scope: expect.stringContaining(readonly) })
  const first = await google.getToken(answer.get('code')!)
  expect(first.tokens).toMatchObject({ refresh_token: expect.any(String), token_type: 'Bearer' })
  expect(first.tokens.scope).toBe(`openid https://www.googleapis.com/auth/userinfo.email ${readonly}`)

  const later = await consent(sandbox, askUrl(google, { access_type: 'offline' }), yes)
  expect((await google.getToken(later.get('code')!)).tokens.refresh_token).toBeUndefined()
  const again = await consent(sandbox, askUrl(google, offline), yes)
  expect((await google.getToken(again.get('code')!)).tokens.refresh_token).toBeTruthy()
})

test('redirects with access_denied after Cancel, and omits declined scopes', async ({ sandbox }) => {
  const google = openGoogle(sandbox)

  const denied = await consent(sandbox, askUrl(google), { decision: 'deny' })
  const partly = await consent(sandbox, askUrl(google), { decision: 'allow', newTitle: 'Ada Live' })

  expect(Object.fromEntries(denied)).toEqual({ error: 'access_denied', state: 's-1' })
  const { tokens } = await google.getToken(partly.get('code')!)
  google.setCredentials(tokens)
  expect(tokens.scope).not.toContain(readonly)
  expect(await reasonOf(openApi(sandbox, google).liveBroadcasts.list(list))).toBe(
    '403 insufficientPermissions global',
  )
})

test('accepts a code once, with its redirect address and verifier', async ({ sandbox }) => {
  const google = openGoogle(sandbox)
  const { codeVerifier, codeChallenge } = await google.generateCodeVerifierAsync()
  const url = `${askUrl(google)}&code_challenge=${codeChallenge}&code_challenge_method=S256`
  const code = (await consent(sandbox, url, yes)).get('code')!

  expect(
    await errorOf(google.getToken({ code, redirect_uri: 'http://localhost/other', codeVerifier })),
  ).toEqual([400, 'redirect_uri_mismatch'])
  expect(await errorOf(google.getToken({ code }))).toEqual([400, 'invalid_grant'])
  expect(await errorOf(google.getToken({ code, codeVerifier: 'x'.repeat(43) }))).toEqual([
    400,
    'invalid_grant',
  ])
  await google.getToken({ code, codeVerifier })
  expect(await errorOf(google.getToken({ code, codeVerifier }))).toEqual([400, 'invalid_grant'])
})

test('signs the id_token with the published key', async ({ sandbox }) => {
  const google = await allow(sandbox, 'Ada Live')
  const [head, claims, signature] = google.credentials.id_token!.split('.')

  const { keys } = await read<{ keys: [{ kty: string }] }>(sandbox, '/google/certs')
  const key = createPublicKey({ key: keys[0], format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    key,
    Buffer.from(signature!, 'base64url'),
  )
  expect(isSigned).toBe(true)
  expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({
    aud: sandbox.env.GOOGLE_CLIENT_ID,
    email: 'ada.live@channels.example',
    email_verified: true,
    sub: expect.stringMatching(/^\d{21}$/),
  })
  const userinfo = await fetch(`${sandbox.env.GOOGLE_API_URL}/oauth2/v3/userinfo`, {
    headers: { authorization: `Bearer ${google.credentials.access_token}` },
  })
  expect(await userinfo.json()).toMatchObject({ email: 'ada.live@channels.example', email_verified: true })
})

test('refreshes an expired access token without a new refresh token', async ({ sandbox }) => {
  const google = await allow(sandbox, 'Ada Live')
  const renewed: (string | null | undefined)[] = []
  google.on('tokens', (tokens) => renewed.push(tokens.refresh_token))
  const refresh_token = google.credentials.refresh_token

  await control(sandbox, '/google/control/expire', { channel: 'Ada Live' })
  google.setCredentials({
    refresh_token,
    access_token: google.credentials.access_token,
    expiry_date: Date.now(),
  })
  const { liveBroadcasts } = openApi(sandbox, google)
  await Promise.all([liveBroadcasts.list(list), liveBroadcasts.list(list), liveBroadcasts.list(list)])

  expect(renewed).toEqual([undefined])
})

test('answers invalid_grant after the app or the account revoked a grant', async ({ sandbox }) => {
  const ada = await allow(sandbox, 'Ada Live')
  const grace = await allow(sandbox, 'Grace Live')

  await ada.revokeToken(ada.credentials.access_token!)
  await control(sandbox, '/google/control/revoke', { channel: 'Grace Live' })

  expect(await errorOf(ada.refreshAccessToken())).toEqual([400, 'invalid_grant'])
  expect(await errorOf(grace.refreshAccessToken())).toEqual([400, 'invalid_grant'])
  expect(await errorOf(ada.revokeToken('unknown'))).toEqual([400, 'invalid_token'])
})

test('refuses a wrong client, secret or redirect address', async ({ sandbox }) => {
  const google = openGoogle({ ...sandbox, env: { ...sandbox.env, GOOGLE_CLIENT_SECRET: 'wrong' } })
  const { code } = await control<{ code: string }>(sandbox, '/google/control/grant', {
    channelTitle: 'Ada Live',
  })

  const evil = await fetch(askUrl(google, { redirect_uri: 'https://evil.example/' }))

  expect(await errorOf(google.getToken(code))).toEqual([401, 'invalid_client'])
  expect([evil.status, await evil.text()]).toEqual([400, expect.stringContaining('redirect_uri_mismatch')])
})

test('keeps tokens and the live chat after a restart', async ({ stateFile }) => {
  const before = await openSandbox({ stateFile })
  const { refresh_token } = (await allow(before, 'Ada Live')).credentials
  await control(before, '/youtube/control/live', { channel: 'Ada Live' })
  await before.close()

  await using after = await openSandbox({ stateFile })
  const google = openGoogle(after)
  google.setCredentials({ refresh_token })

  expect((await openApi(after, google).liveBroadcasts.list(list)).data.items).toHaveLength(1)
  expect(after.env.YOUTUBE_BOT_REFRESH_TOKEN).toBe(before.env.YOUTUBE_BOT_REFRESH_TOKEN)
})
