import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { defaultTimerRule } from '../../contract/timer.ts'
import type { TimerChange } from '../../contract/timer.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { recordRefund } from '../../domain/payments/ledger/record-refund.ts'
import { captureOf, refundOf } from '../../domain/payments/ledger/ledger.fixture.ts'
import { addTipToTimers } from '../../domain/timer/add-tip-to-timers.ts'
import { changeTimer, createTimer, listTimers } from '../../domain/timer/manage-timers.ts'
import { readLiveTimers, readTimerEntries } from '../../domain/timer/read-entries.ts'
import { createTestContext, publishTip, runWorkers } from '../workers.fixture.ts'
import type { TestContext } from '../workers.fixture.ts'

const patience = { timeout: 20_000, interval: 50 }
const hour = 3_600_000

/** Makes a timer with an hour to go, and starts workers. */
async function startTimer(ctx: TestContext) {
  const { db } = ctx
  const { uid } = await buildCreator(db)
  const { timerId } = await createTimer(db, uid, { name: 'Donothon', rule: defaultTimerRule, actor: uid })
  const change = (what: TimerChange, entryId: string = randomUUID()) =>
    changeTimer(db, uid, timerId, { entryId, change: what, actor: uid })
  await change({ kind: 'start', seconds: 3600 })
  await runWorkers(ctx)
  const granted = async () => (await listTimers(db, uid))[0]!.grantedMs - hour
  const entries = async () => (await readTimerEntries(db, uid, { timerId, page: 0 })).entries
  return { uid, timerId, change, granted, entries }
}

test('a tip extends the timer once, and its refund takes the time back', async () => {
  await using ctx = await createTestContext('postgres')
  const { uid, granted, entries } = await startTimer(ctx)

  const { order, eventIds } = await publishTip(ctx, uid, { amountMinor: 500, supporterName: 'Grace' })
  await expect.poll(granted, patience).toBe(5 * 60_000)
  for (const eventId of eventIds) await addTipToTimers(ctx.db, eventId)
  expect(await granted()).toBe(5 * 60_000)
  expect((await entries())[0]).toMatchObject({ kind: 'tip', addedMs: 300_000, name: 'Grace', amount: 500 })

  await recordRefund(ctx.db, refundOf(captureOf(order), { amountMinor: 250 }))
  await expect.poll(granted, patience).toBe(2.5 * 60_000)
  expect((await entries())[0]).toMatchObject({ kind: 'refund', addedMs: -150_000 })
})

test('a held tip and an anonymous one count without a name', async () => {
  await using ctx = await createTestContext('postgres')
  const { uid, granted } = await startTimer(ctx)

  await publishTip(ctx, uid, { amountMinor: 100, supporterName: 'A rude word', isForReview: true })
  await publishTip(ctx, uid, { amountMinor: 100, supporterName: 'Anonymous', isAnonymous: true })

  await expect.poll(granted, patience).toBe(2 * 60_000)
  const [timer] = await readLiveTimers(ctx.db, uid)
  expect(timer!.latest.filter(({ kind }) => kind === 'tip').map(({ name }) => name)).toEqual([null, null])
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
