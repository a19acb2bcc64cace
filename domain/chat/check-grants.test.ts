import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '../../db/connection.ts'
import type { ConnectionRow } from '../../db/schema.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import type { TestDb } from '../../db/database.fixture.ts'
import { startSandbox } from '../../sandbox/start.ts'
import type { Sandbox } from '../../sandbox/start.ts'
import { control } from '../../sandbox/sandbox.fixture.ts'
import { configFor } from '../config/config.fixture.ts'
import { GrantRevokedError } from './oauth-tokens.ts'
import { checkGrants } from './check-grants.ts'
import type { GrantContext } from './check-grants.ts'
import { openConnectors } from './connectors.ts'
import { getCreatorToken, refreshCreatorToken } from './creator-token.ts'
import { age, buildConnected, readConnection } from './connection.fixture.ts'

let sandbox: Sandbox
let database: TestDb
let ctx: GrantContext
const hour = 3600_000
const ago = (ms: number) => new Date(Date.now() - ms)

beforeAll(async () => {
  sandbox = await startSandbox()
  database = await createTestDb()
  const config = configFor(sandbox.env)
  ctx = { db: database.db, log: pino({ level: 'silent' }), config, connectors: openConnectors(config) }
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await sandbox.close()
})

const nameOf = () => `show${randomBytes(4).toString('hex')}`
const readAgain = ({ uid, platform }: ConnectionRow) => readConnection(ctx.db, uid, platform as 'twitch')

function counted(platform: 'twitch' | 'youtube') {
  const { refresh } = ctx.connectors[platform]!
  let count = 0
  const tokens = {
    db: ctx.db,
    secretsKey: ctx.config.secretsKey,
    refresh: async (token: string) => {
      count += 1
      return refresh(token)
    },
  }
  return { tokens, refreshCount: () => count }
}

test.each(['twitch', 'youtube'] as const)(
  'of many callers that find a %s token about to expire one refreshes, and all get the new token',
  async (platform) => {
    const { uid } = await buildConnected(ctx, sandbox, platform, nameOf())
    await age(ctx.db, await readConnection(ctx.db, uid, platform), { accessExpiresAt: ago(-hour / 60) })
    const stale = await readConnection(ctx.db, uid, platform)
    const elsewhere = openDb(database.url, { poolSize: 2 })
    const { tokens, refreshCount } = counted(platform)

    const all = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        getCreatorToken(at % 2 ? tokens : { ...tokens, db: elsewhere }, stale),
      ),
    )
    await elsewhere.destroy()

    expect(refreshCount()).toBe(1)
    expect(new Set(all).size).toBe(1)
    expect(await ctx.connectors[platform]!.validate(all[0]!)).toBe(true)
    const fresh = await readConnection(ctx.db, uid, platform)
    expect(fresh.accessExpiresAt.getTime()).toBeGreaterThan(Date.now() + hour / 2)
    expect(await getCreatorToken(tokens, fresh)).toBe(all[0])
    expect(refreshCount()).toBe(1)
  },
)

test('a failed refresh is retried by the next caller, and one of a dead process is taken over', async () => {
  const connection = await buildConnected(ctx, sandbox, 'twitch', nameOf())
  const { tokens, refreshCount } = counted('twitch')
  const broken = { ...tokens, refresh: () => Promise.reject(new Error('twitch is away')) }

  await expect(refreshCreatorToken(broken, connection)).rejects.toThrow('twitch is away')
  expect((await readAgain(connection)).refreshingUntil).toBeNull()
  await age(ctx.db, connection, { refreshingUntil: ago(1) })
  await refreshCreatorToken(tokens, connection)

  expect(refreshCount()).toBe(1)
})

test('a revoked grant is recorded once, and no caller refreshes it again', async () => {
  const name = nameOf()
  const connection = await buildConnected(ctx, sandbox, 'youtube', name)
  await control(sandbox, '/google/control/revoke', { channel: name })
  const { tokens, refreshCount } = counted('youtube')

  const all = await Promise.allSettled(
    Array.from({ length: 4 }, () => refreshCreatorToken(tokens, connection)),
  )

  for (const one of all) expect(one).toMatchObject({ reason: expect.any(GrantRevokedError) })
  expect(refreshCount()).toBe(1)
  expect((await readAgain(connection)).accessLostAt).toBeInstanceOf(Date)
})

test('a new grant is kept when the refresh of the old one fails', async () => {
  const connection = await buildConnected(ctx, sandbox, 'twitch', nameOf())
  const { tokens } = counted('twitch')
  const slow = {
    ...tokens,
    async refresh(): Promise<never> {
      await ctx.db
        .updateTable('platformConnection')
        .set({ refreshTokenSealed: 'anew', refreshingUntil: null })
        .where('uid', '=', connection.uid)
        .execute()
      throw new GrantRevokedError()
    },
  }

  await expect(refreshCreatorToken(slow, connection)).rejects.toThrow(GrantRevokedError)

  expect((await readAgain(connection)).accessLostAt).toBeNull()
})

test('validates Twitch grants every hour, records revoked ones and refreshes expired tokens', async () => {
  const [sound, lost, stale, young] = [nameOf(), nameOf(), nameOf(), nameOf()]
  const rows = await Promise.all(
    [sound, lost, stale, young].map((name) => buildConnected(ctx, sandbox, 'twitch', name)),
  )
  for (const row of rows.slice(0, 3)) await age(ctx.db, row, { checkedAt: ago(hour) })
  await control(sandbox, '/twitch/control/revoke', { login: lost })
  await control(sandbox, '/twitch/control/revoke', { login: young })
  await control(sandbox, '/twitch/control/expire', { login: stale })

  await checkGrants(ctx)

  const [a, b, c, d] = await Promise.all(rows.map(readAgain))
  expect(a).toMatchObject({ accessLostAt: null, accessTokenSealed: rows[0]!.accessTokenSealed })
  expect(a!.checkedAt.getTime()).toBeGreaterThan(ago(hour / 60).getTime())
  expect(b!.accessLostAt).toBeInstanceOf(Date)
  expect(c!.accessLostAt).toBeNull()
  expect(c!.accessTokenSealed).not.toBe(rows[2]!.accessTokenSealed)
  expect(d!.accessLostAt).toBeNull() // the next check of `d` was not due yet
})

test('finds a revoked YouTube grant without a tip', async () => {
  const name = nameOf()
  const row = await buildConnected(ctx, sandbox, 'youtube', name)
  await age(ctx.db, row, { checkedAt: ago(7 * hour) })
  await control(sandbox, '/google/control/revoke', { channel: name })

  await checkGrants(ctx)

  expect((await readAgain(row)).accessLostAt).toBeInstanceOf(Date)
})

test('retries in minutes when a platform does not respond, and records no lost access', async () => {
  const row = await buildConnected(ctx, sandbox, 'twitch', nameOf())
  await age(ctx.db, row, { checkedAt: ago(hour) })
  const twitch = { ...ctx.connectors.twitch!, validate: () => Promise.reject(new Error('no answer')) }

  await checkGrants({ ...ctx, connectors: { twitch } })

  const now = await readAgain(row)
  expect(now.accessLostAt).toBeNull()
  const dueInMs = now.checkedAt.getTime() + 55 * 60_000 - Date.now()
  expect(dueInMs).toBeGreaterThan(0)
  expect(dueInMs).toBeLessThan(6 * 60_000)
})
