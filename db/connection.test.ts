import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { limitsOf, openDb } from './connection.ts'
import type { Db } from './connection.ts'
import { createTestDb } from './database.fixture.ts'
import { isAway } from './is-away.ts'
import { openTcpProxy } from './tcp-proxy.fixture.ts'

/** Returns the error that a promise rejects with; throws if the promise is fulfilled. */
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error('did not fail')),
    (error: unknown) => error,
  )

const one = async (db: Db) => (await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0]?.one

test('a connection that dies inside a transaction fails the transaction, and nothing else', async () => {
  await using test = await createTestDb()
  const db = openDb(test.url, { poolSize: 1 })

  const failure = await failureOf(
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(test.db)
      const left = sql`select from pg_stat_activity where pid = ${rows[0]!.pid}`
      await expect.poll(async () => (await left.execute(test.db)).rows).toEqual([])
      await one(trx)
    }),
  )

  expect(isAway(failure)).toBe(true)
  expect(await one(db)).toBe(1)
  await db.destroy()
})

test('Postgres ends a session within 20 seconds when nobody is at the other end', async () => {
  await using test = await createTestDb()
  const proxy = await openTcpProxy(test.url) // keep-alive settings exist only for TCP, so the test connects through a TCP proxy
  const db = openDb(proxy.url, { poolSize: 1 })

  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name like 'tcp\_%' order by name
  `.execute(db)

  expect(rows).toEqual([
    { name: 'tcp_keepalives_count', setting: '10' },
    { name: 'tcp_keepalives_idle', setting: '10' },
    { name: 'tcp_keepalives_interval', setting: '1' },
    { name: 'tcp_user_timeout', setting: '20000' },
  ])
  await db.destroy()
  await proxy.close()
})

test('Postgres compiles no statement of ours', async () => {
  await using test = await createTestDb()
  const db = openDb(test.url, { poolSize: 1 })

  const { rows } = await sql`show jit`.execute(db)

  expect(rows).toEqual([{ jit: 'off' }])
  await db.destroy()
})

test('a connection that falls silent is replaced after one query', async () => {
  await using test = await createTestDb()
  const proxy = await openTcpProxy(test.url)
  const db = openDb(proxy.url, { poolSize: 1, timeoutMs: 3_000 })
  expect(await one(db)).toBe(1)

  proxy.silence()

  expect(isAway(await failureOf(one(db)))).toBe(true)
  expect(await one(db)).toBe(1)
  expect(await one(db)).toBe(1)
  await db.destroy()
  await proxy.close()
})

test('a connection that is not made in time is given up, while statements may take longer', async () => {
  await using test = await createTestDb()
  const proxy = await openTcpProxy(test.url)
  const db = openDb(proxy.url, { poolSize: 1, timeoutMs: 60_000, connectTimeoutMs: 300 })

  const fault = proxy.blackHole()
  const failure = await failureOf(one(db))
  fault.lift()

  expect(isAway(failure)).toBe(true)
  await sql`select pg_sleep(0.6)`.execute(db)
  await db.destroy()
  await proxy.close()
})

test('Postgres gives up what we have given up: a statement, a wait for a lock', async () => {
  await using test = await createTestDb()
  const limits = limitsOf(500)
  expect(limits.statement_timeout).toBeLessThan(limits.query_timeout)
  // Our own timer is longer here: on a busy machine it may end before Postgres's response, which was sent earlier, is read.
  const db = openDb(`${test.url}?statement_timeout=${limits.statement_timeout}`, {
    poolSize: 1,
    timeoutMs: 60_000,
  })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)

  const slept = await failureOf(sql`select pg_sleep(60)`.execute(db))
  const waited = await test.db.transaction().execute(async (trx) => {
    await sql`lock table goal in access exclusive mode`.execute(trx)
    return failureOf(sql`select from goal`.execute(db))
  })

  expect([slept, waited]).toMatchObject([{ code: '57014' }, { code: '57014' }])
  expect([slept, waited].map(isAway)).toEqual([true, true])
  const { rows: after } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  expect(after).toEqual(rows) // Postgres reported the timeout itself, so the pool keeps the connection
  await db.destroy()
})

test('a transaction that its process has left open is ended, and its locks with it', async () => {
  await using test = await createTestDb()
  const db = openDb(test.url, { poolSize: 1, timeoutMs: 3_000 })

  const failure = await failureOf(
    db.transaction().execute(async (trx) => {
      await sql`lock table goal in access exclusive mode`.execute(trx)
      await sql`select from goal`.execute(test.db) // waits until the other transaction has released its lock
      await one(trx)
    }),
  )

  expect(isAway(failure)).toBe(true)
  expect(await one(db)).toBe(1)
  await db.destroy()
})
