import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDb } from '../../db/database.fixture.ts'
import type { TestDb } from '../../db/database.fixture.ts'
import { GrantRevokedError } from './oauth-tokens.ts'
import type { OauthTokens } from './oauth-tokens.ts'
import { listBotOutages } from '../../db/queries/chat/bot-outages.ts'
import { openBotToken } from './bot-token.ts'
import { makeSecretKeys } from '../config/secret-keys.fixture.ts'

const hour = 3600_000
const secretsKey = makeSecretKeys()
let database: TestDb

beforeAll(async () => {
  database = await createTestDb()
})
afterEach(async () => {
  await database.db.deleteFrom('botGrant').execute()
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
})

function openToken(refresh: (refreshToken: string) => Promise<OauthTokens>, configured = 'configured') {
  return openBotToken({ db: database.db, secretsKey, platform: 'twitch', configured, refresh })
}

/** Opens a token service that numbers its access tokens and records the refresh tokens that it received. */
function openService({ lastsMs = hour, rotates = false } = {}) {
  const refreshed: string[] = []
  async function refresh(refreshToken: string): Promise<OauthTokens> {
    refreshed.push(refreshToken)
    return {
      accessToken: `access ${refreshed.length}`,
      refreshToken: rotates ? `refresh ${refreshed.length}` : undefined,
      expiresAt: new Date(Date.now() + lastsMs),
      scopes: [],
    }
  }
  return { refreshed, refresh, token: openToken(refresh) }
}

test('concurrent callers share one refresh, and the token is reused', async () => {
  const { refreshed, token } = openService()
  expect(await Promise.all([token.get(), token.get(), token.get()])).toEqual(Array(3).fill('access 1'))
  expect(await token.get()).toBe('access 1')
  expect(refreshed).toEqual(['configured'])
})

test('replaces a token shortly before it expires', async () => {
  const { token } = openService({ lastsMs: 4 * 60_000 })
  expect(await token.get()).toBe('access 1')
  expect(await token.get()).toBe('access 2')
})

test('a token that is refused while it is being stored is returned, and its refresh token is stored', async () => {
  const { refreshed, token } = openService({ rotates: true })
  let first: Promise<string> | undefined
  await database.owner.transaction().execute(async (trx) => {
    await sql`lock table bot_outage in access exclusive mode`.execute(trx) // holds the end of an outage, which follows on a refresh
    first = token.get()
    await expect.poll(async () => (await listWaiting()).length).toBe(1)
    token.drop('access 1')
  })

  expect(await first).toBe('access 1')
  await openToken(async (refreshToken) => {
    refreshed.push(refreshToken)
    throw new Error('enough')
  })
    .get()
    .catch(() => {})
  expect(refreshed).toEqual(['configured', 'refresh 1'])
})

async function listWaiting() {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.owner)
  return rows
}

test('replaces a dropped token, and dropping an old one keeps the newer one', async () => {
  const { token } = openService()
  const first = await token.get()
  token.drop(first)
  expect(await token.get()).toBe('access 2')
  token.drop(first)
  expect(await token.get()).toBe('access 2')
})

test('uses the rotated refresh token', async () => {
  const { refreshed, token } = openService({ rotates: true })
  token.drop(await token.get())
  token.drop(await token.get())
  await token.get()
  expect(refreshed).toEqual(['configured', 'refresh 1', 'refresh 2'])
})

test('retries after a failed refresh', async () => {
  let isRevoked = true
  const token = openToken(async () => {
    if (isRevoked) throw new GrantRevokedError()
    return { accessToken: 'new', refreshToken: undefined, expiresAt: new Date(Date.now() + hour), scopes: [] }
  })
  await expect(token.get()).rejects.toBeInstanceOf(GrantRevokedError)
  isRevoked = false
  expect(await token.get()).toBe('new')
})

test('the next process uses the rotated refresh token', async () => {
  const { refreshed, refresh, token } = openService({ rotates: true })
  await token.get()
  await openToken(refresh).get()
  expect(refreshed).toEqual(['configured', 'refresh 1'])
})

test('a newly configured refresh token replaces the stored one', async () => {
  const { refreshed, refresh, token } = openService({ rotates: true })
  await token.get()
  await openToken(refresh, 'another').get()
  await openToken(refresh, 'another').get()
  expect(refreshed).toEqual(['configured', 'another', 'refresh 2'])
})

test('the stored token cannot be read without the key', async () => {
  const { token } = openService({ rotates: true })
  await token.get()
  const { refreshTokenSealed } = await database.db
    .selectFrom('botGrant')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(refreshTokenSealed).not.toContain('refresh 1')
})

test('an outage is stored with the time of the first refusal, and ends with the next token', async () => {
  const { db } = database
  let isRevoked = true
  const { refresh } = openService()
  const token = openToken(async (refreshToken) => {
    if (isRevoked) throw new GrantRevokedError()
    return refresh(refreshToken)
  })

  await expect(token.get()).rejects.toThrow(GrantRevokedError)
  const [first] = await listBotOutages(db)
  await expect(token.get()).rejects.toThrow(GrantRevokedError)
  expect(await listBotOutages(db)).toEqual([{ platform: 'twitch', since: first!.since }])

  isRevoked = false
  await token.get()
  expect(await listBotOutages(db)).toEqual([])
})

test('a platform that does not respond is no outage of the bot', async () => {
  const token = openToken(() => Promise.reject(new Error('twitch answered 503')))
  await expect(token.get()).rejects.toThrow('503')
  expect(await listBotOutages(database.db)).toEqual([])
})
