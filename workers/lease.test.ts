import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { releaseLease, takeLease } from '../db/queries/leases.ts'
import { keepLease } from './lease.ts'
import type { HeldLease } from './lease.ts'
import { createTestContext } from './workers.fixture.ts'
import type { TestContext } from './workers.fixture.ts'

/** Records which task holds the lease. Fails the test when two tasks hold it at the same time. */
function openHolders() {
  const history: string[] = []
  const leftAt = new Map<string, number>()
  const holders = new Map<string, HeldLease>()

  function leave(name: string, how: string): void {
    leftAt.set(name, Date.now())
    holders.delete(name)
    history.push(`${name} ${how}`)
  }

  return {
    history,
    holders,
    /** When each task gave its duty up last, by the clock that Postgres has too: what reads it later may be slow. */
    leftAt,
    beginAs: (name: string) => (lease: HeldLease) => {
      expect([...holders.keys()]).toEqual([])
      holders.set(name, lease)
      history.push(`${name} begins`)
      return {
        close: async () => leave(name, 'closes'),
        drop: async () => leave(name, 'drops'),
      }
    },
  }
}

async function readLease({ db }: TestContext) {
  const { rows } = await sql<{ holder: string; expiresAt: Date }>`
    select holder, expires_at from bot_lease`.execute(db)
  return rows
}

test('of several that ask, one has the lease; closed, it is another’s at once', async () => {
  await using ctx = await createTestContext('postgres')
  const { history, holders, beginAs } = openHolders()
  const keepers = ['a', 'b', 'c'].map((name) => ({ name, lease: keepLease(ctx, 'twitch', beginAs(name)) }))
  await expect.poll(() => history).toHaveLength(1)

  const [first] = holders.keys()
  await keepers.find(({ name }) => name === first)!.lease.close()
  const closedAt = performance.now()
  await expect.poll(() => holders.size).toBe(1)
  const tookMs = performance.now() - closedAt
  await Promise.all(keepers.filter(({ name }) => name !== first).map(({ lease }) => lease.close()))

  console.log(`a lease that was given back was taken after ${Math.round(tookMs)} ms`)
  expect(history.slice(0, 2)).toEqual([`${first} begins`, `${first} closes`])
  expect(history).toHaveLength(4)
  expect(await readLease(ctx)).toEqual([])
})

test('a lease is kept for as long as its holder lives', async () => {
  await using ctx = await createTestContext('postgres')
  const { history, holders, beginAs } = openHolders()
  const first = keepLease(ctx, 'twitch', beginAs('a'))
  await expect.poll(() => history).toEqual(['a begins'])
  const second = keepLease(ctx, 'twitch', beginAs('b'))

  await sleep(4_000)

  expect(holders.get('a')!.isSafe()).toBe(true)
  expect(history).toEqual(['a begins'])
  await Promise.all([first.close(), second.close()])
})

test('the lease of a process that is no more is taken when it has run out, and not before', async () => {
  await using ctx = await createTestContext('postgres')
  const gone = randomUUID()
  expect(await takeLease(ctx.db, 'twitch', gone, 1_500)).toEqual({ isHeld: true, leftMs: 1_500 })
  const [old] = await readLease(ctx)
  const { history, beginAs } = openHolders()
  const lease = keepLease(ctx, 'twitch', beginAs('a'))

  await expect.poll(() => history).toEqual(['a begins'])

  const [taken] = await readLease(ctx)
  const takenAt = taken!.expiresAt.getTime() - 3_000
  expect(takenAt).toBeGreaterThanOrEqual(old!.expiresAt.getTime())
  await lease.close()
})

test('another’s lease is neither taken, nor renewed, nor given back', async () => {
  await using ctx = await createTestContext('postgres')
  const [holder, other] = [randomUUID(), randomUUID()]
  await takeLease(ctx.db, 'twitch', holder, 60_000)

  const answers = await Promise.all([
    takeLease(ctx.db, 'twitch', other, 60_000),
    releaseLease(ctx.db, 'twitch', other),
    takeLease(ctx.db, 'youtube', other, 60_000),
  ])

  expect(answers[0].isHeld).toBe(false)
  expect(answers[0].leftMs).toBeGreaterThan(50_000)
  expect(answers[2].isHeld).toBe(true)
  expect((await readLease(ctx)).map((row) => row.holder).sort()).toEqual([holder, other].sort())
})

test('a holder whose renewal is not answered lays its duty down while the lease is still its own', async () => {
  await using ctx = await createTestContext('postgres')
  const { history, holders, leftAt, beginAs } = openHolders()
  const first = keepLease(ctx, 'twitch', beginAs('a'))
  await expect.poll(() => history).toEqual(['a begins'])
  const held = holders.get('a')!

  const { expiresAt } = await ctx.db.transaction().execute(async (trx) => {
    await sql`select from bot_lease for update`.execute(trx)
    await expect.poll(() => held.isSafe()).toBe(false)
    expect(history).toEqual(['a begins'])
    await expect.poll(() => history).toEqual(['a begins', 'a drops'])
    const [row] = await readLease(ctx)
    return row!
  })
  const second = keepLease(ctx, 'twitch', beginAs('b'))
  await expect.poll(() => history).toHaveLength(3)

  expect(leftAt.get('a')).toBeLessThan(expiresAt.getTime())
  await Promise.all([first.close(), second.close()])
})

test('what a renewal is worth counts from its request, however late its answer comes', async () => {
  await using ctx = await createTestContext('postgres')
  const { history, beginAs } = openHolders()
  const lease = keepLease(ctx, 'twitch', beginAs('a'))
  await expect.poll(() => history).toEqual(['a begins'])
  const countWaiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(ctx.db)
    return rows.length
  }
  const clock = performance.now.bind(performance)
  let passedMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock() + passedMs)
  onTestFinished(() => void vi.restoreAllMocks())

  const countCancelled = () => ctx.lines.filter(({ msg }) => msg === 'lease in trouble').length

  // A renewal that is cancelled because this machine is slow is not a late response, so another one is delayed.
  await expect
    .poll(async () => {
      const before = countCancelled()
      history.length = 0
      await ctx.db.transaction().execute(async (trx) => {
        await sql`select from bot_lease for update`.execute(trx)
        await expect.poll(countWaiting, { interval: 10 }).toBe(1)
        passedMs += 10_000
      })
      await sleep(250)
      return countCancelled() === before && history.includes('a drops')
    })
    .toBe(true)
  await lease.close()
})
