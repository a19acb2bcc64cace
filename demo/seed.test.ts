import { pino } from 'pino'
import { expect, test } from 'vitest'
import { buildCreator } from '../db/builders.fixture.ts'
import { createTestDb } from '../db/database.fixture.ts'
import { openSandbox, read } from '../sandbox/sandbox.fixture.ts'
import { isReservedName } from '../contract/accounts/names.ts'
import { listPublicGoals } from '../db/queries/goals/goals.ts'
import { findAccountByEmail, findPublicCreator } from '../db/queries/accounts/accounts.ts'
import { isPassword } from '../domain/accounts/passwords.ts'
import { configFor } from '../domain/config/config.fixture.ts'
import { openTwitchOauth } from '../domain/chat/platforms/twitch/oauth.ts'
import { readLeaderboard } from '../domain/insights/read-leaderboard.ts'
import { tokenContext, unseal } from '../domain/security/sealing.ts'
import { listDemoCreators } from './people.ts'
import { seedDemo } from './seed.ts'
import type { SeedContext } from './seed.ts'

const demoCreators = listDemoCreators({ solo: undefined })

async function openHouse(environment: NodeJS.ProcessEnv = {}) {
  const database = await createTestDb()
  const config = configFor({ NODE_ENV: 'test', ...environment })
  const ctx: SeedContext = { db: database.db, config, log: pino({ level: 'silent' }) }
  return { ...database, ctx }
}

test('the demo has accounts to log in with and past tips that add up', async () => {
  await using house = await openHouse()

  const accounts = await seedDemo(house.ctx)

  expect(accounts.map(({ role, userName }) => [role, userName])).toEqual([
    ['creator', 'miravale'],
    ['creator', 'ottokestrel'],
    ['creator', 'juniper_o'],
    ['supporter', 'ada_lind'],
  ])
  for (const { email, password } of accounts) {
    const row = (await findAccountByEmail(house.db, email))!
    expect(await isPassword(row.passwordHash, password)).toBe(true)
    expect(isReservedName(row.userName)).toBe(false)
  }
  const mira = (await findPublicCreator(house.db, { userName: 'miravale' }))!
  const goals = await listPublicGoals(house.db, mira.uid)
  expect(goals.map(({ title, status, amountReceivedMinor }) => [title, status, amountReceivedMinor])).toEqual(
    [
      ['A kiln for the clay season', 'ACTIVE', 864_00],
      ['Forty glaze test tiles', 'ACTIVE', 141_00],
      ['A camera above the wheel', 'COMPLETED', 120_00],
    ],
  )
  expect(goals[2]!.completedAt!.getTime()).toBeLessThan(Date.now() - 40 * 24 * 3600_000)
  const { allTime } = await readLeaderboard(house.db, mira.uid)
  expect(allTime.slice(0, 4).map(({ name, amount }) => [name, amount])).toEqual([
    ['Grace', 240_00],
    ['Lin', 185_00],
    ['Ada', 97_00],
    ['Delphine', 70_00],
  ])
})

test('past tips have no pending deliveries', async () => {
  await using house = await openHouse()

  await seedDemo(house.ctx)

  const { open, all } = await house.db
    .selectFrom('outbox')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('fannedOutAt', 'is', null).as('open'),
    ])
    .executeTakeFirstOrThrow()
  expect(all).toBeGreaterThanOrEqual(40)
  expect(open).toBe(0)
  expect(await house.db.selectFrom('delivery').selectAll().execute()).toEqual([])
})

test('seeding twice, also at once, creates one demo and returns the same accounts', async () => {
  await using house = await openHouse()

  const [one, two] = await Promise.all([seedDemo(house.ctx), seedDemo(house.ctx)])
  const three = await seedDemo(house.ctx)

  expect(two).toEqual(one)
  expect(three).toEqual(one)
  expect(await house.db.selectFrom('account').select('uid').execute()).toHaveLength(4)
  expect(await house.db.selectFrom('tip').select('id').execute()).toHaveLength(40)
})

test('creates no demo when a demo name is taken', async () => {
  await using house = await openHouse()
  await buildCreator(house.db, { userName: 'miravale' })

  expect(await seedDemo(house.ctx)).toEqual([])
  expect(await house.db.selectFrom('account').select('uid').execute()).toHaveLength(1)
})

test('creates no demo in production', async () => {
  await using house = await openHouse({
    NODE_ENV: 'production',
    REDIS_URL: 'redis://127.0.0.1:6379',
    PUBLIC_URL: 'https://brimful.example',
    SUPPORT_EMAIL: 'help@brimful-tips.net',
    TRUST_PROXY: '1',
  })

  await expect(seedDemo(house.ctx)).rejects.toThrow('never made in production')
  expect(await house.db.selectFrom('account').select('uid').execute()).toEqual([])
})

test('with the sandbox every creator has payout accounts and platform connections there', async () => {
  await using sandbox = await openSandbox()
  await using house = await openHouse(sandbox.env)
  const ctx = { ...house.ctx, sandboxUrl: sandbox.url }

  await seedDemo(ctx)

  const payouts = await house.db.selectFrom('payoutAccount').selectAll().execute()
  expect(payouts.map(({ provider, isReady }) => [provider, isReady])).toEqual(
    demoCreators.flatMap(() => [
      ['paypal', true],
      ['stripe', true],
    ]),
  )
  const connections = await house.db
    .selectFrom('platformConnection')
    .selectAll()
    .orderBy('platform')
    .execute()
  expect(connections.map(({ platform }) => platform)).toEqual([
    ...demoCreators.map(() => 'twitch'),
    ...demoCreators.map(() => 'youtube'),
  ])
  expect(JSON.stringify(connections)).not.toContain('oauth:')
  const [twitch] = connections
  const context = tokenContext(twitch!.uid, 'twitch', 'access')
  const token = unseal(ctx.config.secretsKey, twitch!.accessTokenSealed, context)
  expect(await openTwitchOauth(ctx.config.twitch!).validate(token)).toBe(true)
  const { broadcasts } = await read<{ broadcasts: unknown[] }>(sandbox, '/youtube/control/state')
  expect(broadcasts).toHaveLength(3)
})

test('links a restarted sandbox again and leaves disconnected accounts alone', async () => {
  const first = await openSandbox()
  await using house = await openHouse(first.env)
  await seedDemo({ ...house.ctx, sandboxUrl: first.url })
  await first.close()
  const otto = (await findPublicCreator(house.db, { userName: 'ottokestrel' }))!
  await house.db.deleteFrom('platformConnection').where('uid', '=', otto.uid).execute()
  const sealedBefore = await house.db.selectFrom('platformConnection').select('refreshTokenSealed').execute()
  await using second = await openSandbox()
  const config = configFor({ NODE_ENV: 'test', ...second.env })

  await seedDemo({ ...house.ctx, config, sandboxUrl: second.url })
  const renewed = await house.db.selectFrom('platformConnection').select('refreshTokenSealed').execute()
  await seedDemo({ ...house.ctx, config, sandboxUrl: second.url })

  expect(renewed).toHaveLength(4)
  for (const { refreshTokenSealed } of renewed)
    expect(sealedBefore).not.toContainEqual({ refreshTokenSealed })
  expect(await house.db.selectFrom('platformConnection').select('refreshTokenSealed').execute()).toEqual(
    renewed,
  )
  const { merchants } = await read<{ merchants: object }>(second, '/paypal/control/state')
  const { accounts } = await read<{ accounts: object }>(second, '/stripe/control/state')
  const known = [...Object.keys(merchants), ...Object.keys(accounts)]
  const paid = await house.db.selectFrom('payoutAccount').select('payeeId').execute()
  expect(paid).toHaveLength(6)
  for (const { payeeId } of paid) expect(known).toContain(payeeId)
})
