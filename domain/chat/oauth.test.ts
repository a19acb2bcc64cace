import { afterAll, beforeAll, expect, test } from 'vitest'
import { control } from '../../sandbox/sandbox.fixture.ts'
import { startSandbox } from '../../sandbox/start.ts'
import type { Sandbox } from '../../sandbox/start.ts'
import { configFor } from '../config/config.fixture.ts'
import type { Config } from '../config/config.ts'
import { openGoogleOauth } from './platforms/youtube/oauth.ts'
import { GrantRevokedError } from './oauth-tokens.ts'
import { openTwitchOauth } from './platforms/twitch/oauth.ts'

const redirectUri = 'http://127.0.0.1/connected'
let sandbox: Sandbox
let config: Config

beforeAll(async () => {
  sandbox = await startSandbox()
  config = configFor(sandbox.env)
})
afterAll(() => sandbox.close())

/** Grants access as a person does on the consent page, through the sandbox's control API, and returns the code for the callback. */
async function allow(path: string, body: object): Promise<string> {
  return (await control<{ code: string }>(sandbox, path, body)).code
}

test('a Twitch code is redeemed for tokens that are valid, identify the user and can be refreshed', async () => {
  const twitch = openTwitchOauth(config.twitch!)
  const code = await allow('/twitch/control/grant', { login: 'mira', email: 'mira@example.test' })

  const tokens = await twitch.exchange(code, redirectUri)

  expect(tokens.scopes).toEqual(['user:read:email'])
  expect(tokens.expiresAt.getTime()).toBeGreaterThan(Date.now() + 60_000)
  expect(await twitch.validate(tokens.accessToken)).toBe(true)
  const user = await twitch.findUser(tokens.accessToken)
  expect(user).toMatchObject({ login: 'mira', email: 'mira@example.test' })
  const fresh = await twitch.refresh(tokens.refreshToken!)
  expect(fresh.accessToken).not.toBe(tokens.accessToken)
})

test('a revoked Twitch token is invalid, and revoking it again succeeds', async () => {
  const twitch = openTwitchOauth(config.twitch!)
  const { accessToken } = await twitch.exchange(
    await allow('/twitch/control/grant', { login: 'otto' }),
    redirectUri,
  )
  await twitch.revoke(accessToken)
  expect(await twitch.validate(accessToken)).toBe(false)
  await twitch.revoke(accessToken)
})

test('a code is redeemed only once', async () => {
  const twitch = openTwitchOauth(config.twitch!)
  const code = await allow('/twitch/control/grant', { login: 'mira' })
  await twitch.exchange(code, redirectUri)
  await expect(twitch.exchange(code, redirectUri)).rejects.toThrow('twitch answered 400')
})

test('throws GrantRevokedError for a refresh token that Twitch does not know', async () => {
  await expect(openTwitchOauth(config.twitch!).refresh('nothing')).rejects.toThrow(GrantRevokedError)
})

test('a Google code is redeemed for tokens that can be refreshed until the grant is revoked', async () => {
  const google = openGoogleOauth(config.youtube!)
  const code = await allow('/google/control/grant', { channelTitle: 'Mira Vale' })

  const tokens = await google.exchange(code, redirectUri)
  const fresh = await google.refresh(tokens.refreshToken!)

  expect(tokens.scopes).toContain('https://www.googleapis.com/auth/youtube.readonly')
  expect(fresh.accessToken).not.toBe(tokens.accessToken)
  expect(fresh.refreshToken).toBeUndefined()
  await google.revoke(tokens.refreshToken!)
  await expect(google.refresh(tokens.refreshToken!)).rejects.toThrow(GrantRevokedError)
})
