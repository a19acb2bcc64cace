import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { defaultTimerRule } from '../../contract/timer/timer.ts'
import type { TimerChange } from '../../contract/timer/timer.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { recordRefund } from '../../domain/payments/ledger/record-refund.ts'
import { buildTip, captureOf, refundOf } from '../../domain/payments/ledger/ledger.fixture.ts'
import { addToTimers } from '../../domain/timer/add-to-timers.ts'
import { computeTimer } from '../../domain/timer/compute-timer.ts'
import { changeTimer, createTimer, listTimers } from '../../domain/timer/manage-timers.ts'
import { readLiveTimers, readTimerEntries } from '../../domain/timer/read-entries.ts'
import { toEntry } from '../../domain/timer/timer-row.ts'
import { createTestContext, publishTip, runWorkers } from '../workers.fixture.ts'
import type { TestContext } from '../workers.fixture.ts'

const hour = 3_600_000

/** Makes a timer with an hour to go, and starts workers unless they are not wanted yet. */
async function startTimer(ctx: TestContext, { hasWorkers = true } = {}) {
  const { db } = ctx
  const { uid } = await buildCreator(db)
  const { timerId } = await createTimer(db, uid, { name: 'Donothon', rule: defaultTimerRule, actor: uid })
  const change = (what: TimerChange, entryId: string = randomUUID()) =>
    changeTimer(db, uid, timerId, { entryId, change: what, actor: uid })
  await change({ kind: 'start', seconds: 3600 })
  if (hasWorkers) await runWorkers(ctx)
  const granted = async () => (await listTimers(db, uid))[0]!.grantedMs - hour
  const entries = async () => (await readTimerEntries(db, uid, { timerId, page: 0 })).entries
  return { uid, timerId, change, granted, entries }
}

test('a tip extends the timer once, and its refund takes the time back', async () => {
  await using ctx = await createTestContext('postgres')
  const { uid, granted, entries } = await startTimer(ctx)

  const { order, eventIds } = await publishTip(ctx, uid, { amountMinor: 500, supporterName: 'Grace' })
  await expect.poll(granted).toBe(5 * 60_000)
  for (const eventId of eventIds) await addToTimers(ctx.db, [eventId])
  expect(await granted()).toBe(5 * 60_000)
  expect((await entries())[0]).toMatchObject({ kind: 'tip', addedMs: 300_000, name: 'Grace', amount: 500 })

  await recordRefund(ctx.db, refundOf(captureOf(order), { amountMinor: 250 }))
  await expect.poll(granted).toBe(2.5 * 60_000)
  expect((await entries())[0]).toMatchObject({ kind: 'refund', addedMs: -150_000 })
})

test('a timer that a tip has extended is announced, and no other creator’s', async () => {
  await using ctx = await createTestContext('postgres')
  const announced: string[] = []
  await ctx.pubsub.subscribe((message) => {
    if (message.kind === 'timers') announced.push(message.creatorUid)
  })
  const [{ uid, granted }] = [await startTimer(ctx), await startTimer(ctx, { hasWorkers: false })]

  await publishTip(ctx, uid)

  await expect.poll(() => announced).toEqual([uid])
  expect(await granted()).toBeGreaterThan(0)
})

test('tips that are due together are added together, and each once, whatever their order', async () => {
  await using ctx = await createTestContext('postgres')
  const { db } = ctx
  const makers = await Promise.all([1, 2].map(() => startTimer(ctx, { hasWorkers: false })))
  const given: string[] = []
  for (const { uid } of makers)
    for (const amountMinor of [1_00, 2_00, 3_00])
      given.push((await buildTip(db, uid, { amountMinor, goalId: null })).eventId)

  await addToTimers(db, given.slice(1, 3)) // the first tip comes late
  expect(new Set(await addToTimers(db, given.toReversed()))).toEqual(new Set(makers.map(({ uid }) => uid)))
  expect(await addToTimers(db, given)).toEqual([])

  for (const { timerId, granted } of makers) {
    expect(await granted()).toBe(6 * 60_000)
    const { state } = await db
      .selectFrom('timer')
      .select('state')
      .where('timerId', '=', timerId)
      .executeTakeFirstOrThrow()
    const rows = await db.selectFrom('timerEntry').selectAll().where('timerId', '=', timerId).execute()
    expect(state).toEqual(computeTimer(rows.map(toEntry)).state)
  }
})

test('a timer that cannot take its tip delays no other', async () => {
  await using ctx = await createTestContext('postgres')
  const broken = await startTimer(ctx, { hasWorkers: false })
  const sound = await startTimer(ctx, { hasWorkers: false })
  await ctx.db.updateTable('timer').set({ state: '{}' }).where('timerId', '=', broken.timerId).execute()
  const tips = [await publishTip(ctx, broken.uid), await publishTip(ctx, sound.uid, { amountMinor: 5_00 })]
  await runWorkers(ctx)

  await expect.poll(sound.granted).toBe(5 * 60_000)
  const statusOf = async (eventId: string) =>
    (
      await ctx.db
        .selectFrom('delivery')
        .select('status')
        .where('eventId', '=', eventId)
        .where('destination', '=', 'timer')
        .execute()
    )[0]?.status
  await expect.poll(() => statusOf(tips[1]!.eventIds[0]!)).toBe('sent')
  await expect.poll(() => statusOf(tips[0]!.eventIds[0]!)).toBe('due')
})

test('a held tip and an anonymous one count without a name', async () => {
  await using ctx = await createTestContext('postgres')
  const { uid, granted } = await startTimer(ctx)

  await publishTip(ctx, uid, { amountMinor: 100, supporterName: 'A rude word', isForReview: true })
  await publishTip(ctx, uid, { amountMinor: 100, supporterName: 'Anonymous', isAnonymous: true })

  await expect.poll(granted).toBe(2 * 60_000)
  const [timer] = await readLiveTimers(ctx.db, uid)
  expect(timer!.latest.filter(({ kind }) => kind === 'tip').map(({ name }) => name)).toEqual([null, null])
})

test('two changes at the same moment both count', async () => {
  await using ctx = await createTestContext('postgres')
  const { change, granted } = await startTimer(ctx, { hasWorkers: false })
  const countWaiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(ctx.db)
    return rows.length
  }

  const changes = await ctx.db.transaction().execute(async (trx) => {
    await sql`select from timer for no key update`.execute(trx)
    const both = Promise.all([60, 600].map((seconds) => change({ kind: 'adjust', seconds })))
    await expect.poll(countWaiting).toBe(2)
    return { both }
  })
  await changes.both

  expect(await granted()).toBe(660_000)
})

test('a repeated request changes nothing, and one that the state does not allow is refused', async () => {
  await using ctx = await createTestContext('postgres')
  const { change, granted } = await startTimer(ctx)
  const entryId = randomUUID()

  await change({ kind: 'adjust', seconds: 60 }, entryId)
  await change({ kind: 'adjust', seconds: 60 }, entryId)
  expect(await granted()).toBe(60_000)

  await expect(change({ kind: 'resume' })).rejects.toMatchObject({ code: 'timer_changed' })
  await change({ kind: 'undo', entryId })
  expect(await granted()).toBe(0)
})

test('Postgres refuses to change or delete what happened to a timer', async () => {
  await using ctx = await createTestContext('postgres')
  const { timerId } = await startTimer(ctx)
  const { db } = ctx

  const changing = db.updateTable('timerEntry').set({ kind: 'end' }).where('timerId', '=', timerId).execute()
  await expect(changing).rejects.toThrow('permission denied')
  const deleting = db.deleteFrom('timerEntry').where('timerId', '=', timerId).execute()
  await expect(deleting).rejects.toThrow('permission denied')
})
