import { expect, test } from 'vitest'
import { GrantRevokedError } from '../gateways/oauth-tokens.ts'
import type { OauthTokens } from '../gateways/oauth-tokens.ts'
import { openBotToken } from './bot-token.ts'

const hour = 3600_000

/** A service that numbers its access tokens; what it was asked to refresh, in order. */
function openService({ lastsMs = hour, rotates = false } = {}) {
  const asked: string[] = []
  async function refresh(refreshToken: string): Promise<OauthTokens> {
    asked.push(refreshToken)
    return {
      accessToken: `access ${asked.length}`,
      refreshToken: rotates ? `refresh ${asked.length}` : undefined,
      expiresAt: new Date(Date.now() + lastsMs),
      scopes: [],
    }
  }
  return { asked, token: openBotToken(refresh, 'configured') }
}

test('several who ask at once cause one refresh, and the token is kept', async () => {
  const { asked, token } = openService()
  expect(await Promise.all([token.get(), token.get(), token.get()])).toEqual(Array(3).fill('access 1'))
  expect(await token.get()).toBe('access 1')
  expect(asked).toEqual(['configured'])
})

test('a token that is about to end is replaced before it does', async () => {
  const { token } = openService({ lastsMs: 4 * 60_000 })
  expect(await token.get()).toBe('access 1')
  expect(await token.get()).toBe('access 2')
})

test('a token that was not taken is replaced, and dropped late it takes no newer one with it', async () => {
  const { token } = openService()
  const first = await token.get()
  token.drop(first)
  expect(await token.get()).toBe('access 2')
  token.drop(first)
  expect(await token.get()).toBe('access 2')
})

test('a refresh token that the service rotates is followed', async () => {
  const { asked, token } = openService({ rotates: true })
  token.drop(await token.get())
  token.drop(await token.get())
  await token.get()
  expect(asked).toEqual(['configured', 'refresh 1', 'refresh 2'])
})

test('a refresh that fails is asked for again the next time', async () => {
  let isRevoked = true
  const token = openBotToken(async () => {
    if (isRevoked) throw new GrantRevokedError()
    return { accessToken: 'new', refreshToken: undefined, expiresAt: new Date(Date.now() + hour), scopes: [] }
  }, 'configured')
  await expect(token.get()).rejects.toBeInstanceOf(GrantRevokedError)
  isRevoked = false
  expect(await token.get()).toBe('new')
})
