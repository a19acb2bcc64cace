import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDb } from '../../connection.ts'
import { forFile } from '../../for-file.fixture.ts'
import { createTestDb } from '../../database.fixture.ts'
import { blockBudget, deleteUnusedBudgets, readBudget, takeFromBudget } from './bot-budgets.ts'

const testDb = await forFile(createTestDb())

const long = { windowMs: 60_000 }

test('a used-up budget returns the time until there is room', async () => {
  const { db } = testDb
  for (let i = 0; i < 3; i++) expect(await takeFromBudget(db, 'used up', { limit: 3, ...long })).toBe(0)

  const waitMs = await takeFromBudget(db, 'used up', { limit: 3, ...long })

  expect(waitMs).toBeGreaterThan(50_000)
  expect(waitMs).toBeLessThanOrEqual(60_000)
  const state = await readBudget(db, 'used up', { limit: 3, ...long })
  expect(state).toMatchObject({ left: 0 })
  expect(Math.abs(state.waitMs - waitMs)).toBeLessThan(2_000)
})

test('a wider limit continues where a narrower one is reached, and both count the same use', async () => {
  const { db } = testDb
  for (let i = 0; i < 18; i++) await takeFromBudget(db, 'two limits', { limit: 18, ...long })
  expect(await takeFromBudget(db, 'two limits', { limit: 90, ...long })).toBe(0)
  expect(await takeFromBudget(db, 'two limits', { limit: 18, ...long })).toBeGreaterThan(0)
  expect(await readBudget(db, 'two limits', { limit: 90, ...long })).toEqual({ left: 71, waitMs: 0 })
})

test('an unused budget is full', async () => {
  expect(await readBudget(testDb.db, 'untouched', { limit: 5, ...long })).toEqual({ left: 5, waitMs: 0 })
})

test('a blocked budget stays blocked, and a shorter block does not shorten it', async () => {
  const { db } = testDb
  await blockBudget(db, 'closed', 30_000)
  await blockBudget(db, 'closed', 1_000)

  const waitMs = await takeFromBudget(db, 'closed', { limit: 5, ...long })

  expect(waitMs).toBeGreaterThan(25_000)
  expect(await readBudget(db, 'closed', { limit: 5, ...long })).toMatchObject({ left: 0 })
})

test('counts every take, also at the moment when room appears', async () => {
  const { db } = testDb
  const limit = { limit: 1, windowMs: 1 }
  const written = new Set<string>()
  let taken = 0
  while (taken < 1_000) {
    if ((await takeFromBudget(db, 'brief', limit)) > 0) continue
    taken += 1
    const { rows } = await sql<{ moments: string }>`
      select taken_at::text as moments from bot_budget where name = 'brief'`.execute(db)
    written.add(rows[0]!.moments)
  }
  expect(written.size).toBe(taken)
})

test('no window exceeds the limit, however many processes take from it at once', async () => {
  const limit = { limit: 5, windowMs: 300 }
  const processes = Array.from({ length: 4 }, () =>
    openDb(testDb.url, { poolSize: 2, onError: (error) => expect.fail(error.message) }),
  )
  const end = performance.now() + 2_000
  // The time that Postgres stored for a slot is between `asked`, when the statement was sent, and `heard`, when its response
  // arrived.
  const taken: { requested: number; received: number }[] = []
  await Promise.all(
    processes.map(async (db) => {
      while (performance.now() < end) {
        const requested = performance.now()
        const waitMs = await takeFromBudget(db, 'shared', limit)
        if (waitMs === 0) taken.push({ requested, received: performance.now() })
        else await sleep(Math.min(waitMs, 20))
      }
    }),
  )
  await Promise.all(processes.map((db) => db.destroy()))

  for (const { received } of taken) {
    const surelyWithin = taken.filter(
      (other) => other.requested > received - limit.windowMs && other.received <= received,
    )
    expect(surelyWithin.length).toBeLessThanOrEqual(limit.limit)
  }
  expect(taken.length).toBeGreaterThan(20)
})

test('budgets that limit nothing any more are deleted, however many; those in use or blocked stay', async () => {
  await using own = await createTestDb()
  const { db } = own
  for (const name of ['idle', 'in use', 'idle but blocked'])
    await takeFromBudget(db, name, { limit: 3, ...long })
  await blockBudget(db, 'idle but blocked', 60_000)
  await blockBudget(db, 'was blocked', 0)
  await sql`update bot_budget set taken_at = array[now() - interval '25 hours'] where name like 'idle%'`.execute(
    db,
  )
  await sql`
    insert into bot_budget (name, taken_at)
    select 'old ' || n, array[now() - interval '2 days'] from generate_series(1, 4500) n`.execute(db)

  await deleteUnusedBudgets(db)

  const rows = await db.selectFrom('botBudget').select('name').orderBy('name').execute()
  expect(rows.map(({ name }) => name)).toEqual(['idle but blocked', 'in use'])
  expect(await takeFromBudget(db, 'idle', { limit: 1, ...long })).toBe(0)
})
