import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { standardStyle } from '../../contract/alerts/alert-looks.ts'
import { buildCreator, buildGoal, buildOrder } from '../../db/builders.fixture.ts'
import type { Db } from '../../db/connection.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { publishAlertStyle, saveAlertDraft } from '../../db/queries/alerts/alert-styles.ts'
import { startStream } from '../../db/queries/alerts/stream-totals.ts'
import { findEventDetails } from '../../db/queries/deliveries/event-details.ts'
import {
  endDueMonths,
  listGoalPeriods,
  moveMonthEnds,
  setStartsAnew,
} from '../../db/queries/goals/goal-periods.ts'
import { listImbalances } from '../../db/queries/payments/balance.ts'
import { findGoalProgress } from '../../db/queries/payments/orders.ts'
import { captureOf, captureTip, refundOf } from '../payments/ledger/ledger.fixture.ts'
import { recordRefund } from '../payments/ledger/record-refund.ts'
import { recordTip } from '../payments/orders/record-tip.ts'
import { changeGoalStatus } from './own-goals.ts'

const books = await forFile(createTestDb())
const { db } = books

const losAngeles = 'America/Los_Angeles'

interface Setup {
  zone?: string
  anew?: 'month' | 'stream' | null
  /** When the current month ends; by default in the future. */
  endsAt?: string
  style?: boolean
}

/** A goal of 10.00 that starts anew, and what its tests do with it. */
async function openGoal({ zone = losAngeles, anew = 'month', endsAt, style = false }: Setup = {}) {
  const { uid } = await buildCreator(db, { timeZone: zone })
  if (style) {
    await saveAlertDraft(
      db,
      uid,
      { ...standardStyle(), milestones: { quarters: true, oneTipToGo: false } },
      0,
    )
    await publishAlertStyle(db, uid, 1)
  }
  const { goalId } = await buildGoal(db, uid, { amountMinor: 10_00, amountReceivedMinor: 0 })
  await db.transaction().execute((trx) => setStartsAnew(trx, goalId, anew))
  if (endsAt)
    await db.updateTable('goal').set({ periodEndsAt: endsAt }).where('goalId', '=', goalId).execute()
  const row = () => db.selectFrom('goal').selectAll().where('goalId', '=', goalId).executeTakeFirstOrThrow()
  /** All months since, whenever the test runs. */
  const past = async () => {
    const rows = await listGoalPeriods(db, { goalId, viewerUid: uid }, 1_000)
    return rows.map(({ to, amountReceivedMinor }) => [to, amountReceivedMinor])
  }
  const tip = (amountMinor: number, at?: string) =>
    captureTip(db, uid, { goalId, amountMinor }, at ? new Date(at) : undefined)
  return { uid, goalId, row, past, tip }
}

/** Returns the types of a creator's events about goals, in their order. */
async function goalEvents(of: Db, uid: string): Promise<string[]> {
  const rows = await of
    .selectFrom('outbox')
    .select('type')
    .where('creatorUid', '=', uid)
    .where('type', 'in', ['goal.funded', 'goal.milestone'])
    .orderBy('createdAt')
    .execute()
  return rows.map(({ type }) => type)
}

/** Expects that every goal and every period has what its tips sum up to. */
async function expectEven(): Promise<void> {
  expect((await listImbalances(db, 10)).filter(({ what }) => what === 'goal')).toEqual([])
}

test.each([
  [losAngeles, '2026-03-31T12:00:00Z', '2026-04-01T07:00:00.000Z'],
  ['winter, Europe/Berlin', '2026-11-30T22:59:59Z', '2026-11-30T23:00:00.000Z'],
  // summer time ends on 25 October
  ['Europe/Berlin', '2026-10-01T12:00:00Z', '2026-10-31T23:00:00.000Z'],
  // clocks go back from 1:00 to midnight on the first day of November, which so has two midnights
  ['America/Havana', '2026-10-15T12:00:00Z', '2026-11-01T04:00:00.000Z'],
  // the first day of October began at 1:00
  ['America/Asuncion', '2023-09-15T12:00:00Z', '2023-10-01T04:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-12-31T12:00:00Z', '2027-01-31T10:00:00.000Z'],
])('in %s the month of %s ends at %s', async (zone, at, end) => {
  const { rows } = await sql<{ end: Date }>`
    select month_end(${at}, ${zone.split(', ').at(-1)}) as "end"`.execute(db)
  expect(rows[0]!.end.toISOString()).toBe(end)
})

test('tips around midnight in Los Angeles belong to the month of their capture', async () => {
  const goal = await openGoal({ endsAt: '2026-03-01T08:00:00Z' })

  await goal.tip(3_00, '2026-03-01T07:59:59.999Z')
  await goal.tip(4_00, '2026-03-01T08:00:00Z')
  await goal.tip(5_00, '2026-03-01T07:59:59Z') // recorded late

  expect(await goal.past()).toEqual([['2026-02-28', 8_00]])
  expect(await goal.row()).toMatchObject({
    amountReceivedMinor: 4_00,
    periodNo: 2,
    periodEndsAt: new Date('2026-04-01T07:00:00Z'), // summer time has begun
  })
  await expectEven()
})

test('a goal that is reached in two months is funded, and reaches its milestones, in both', async () => {
  const goal = await openGoal({ endsAt: '2026-03-01T08:00:00Z', style: true })

  await goal.tip(6_00, '2026-02-10T12:00:00Z')
  await goal.tip(5_00, '2026-02-11T12:00:00Z')
  expect(await goal.row()).toMatchObject({ status: 'COMPLETED', amountReceivedMinor: 11_00 })
  await goal.tip(6_00, '2026-03-10T12:00:00Z')
  expect(await goal.row()).toMatchObject({ status: 'ACTIVE', amountReceivedMinor: 6_00, fundedByTipId: null })
  const last = await goal.tip(4_00, '2026-03-11T12:00:00Z')

  expect(await goal.row()).toMatchObject({ status: 'COMPLETED', fundedByTipId: last.tipId })
  const month = ['goal.milestone', 'goal.funded']
  expect(await goalEvents(db, goal.uid)).toEqual([...month, ...month])
})

test('a tip that was captured in a month that is over can still fund it, without touching the new one', async () => {
  const goal = await openGoal({ endsAt: '2026-03-01T08:00:00Z' })
  await goal.tip(6_00, '2026-02-10T12:00:00Z')
  await goal.tip(1_00, '2026-03-02T12:00:00Z')

  const late = await goal.tip(4_00, '2026-03-01T07:59:00Z')

  expect(await goalEvents(db, goal.uid)).toEqual(['goal.funded'])
  expect(await goal.row()).toMatchObject({ status: 'ACTIVE', amountReceivedMinor: 1_00 })
  const details = await findEventDetails(db, late.eventIds[0]!)
  expect(details?.goal).toMatchObject({ amountMinor: 10_00, receivedMinor: 10_00 })
})

test('the worker ends months without a tip, also several at once, and leaves other goals alone', async () => {
  const goal = await openGoal({ endsAt: '2026-02-01T08:00:00Z' })
  const later = await openGoal()
  const closed = await openGoal()
  await changeGoalStatus(db, closed.uid, closed.goalId, 'close')
  const past = { periodEndsAt: '2026-02-01T08:00:00Z' }
  await db.updateTable('goal').set(past).where('goalId', '=', closed.goalId).execute()
  await goal.tip(2_00, '2026-01-10T12:00:00Z')

  const creators = await endDueMonths(db)

  expect(creators).toContain(goal.uid)
  expect(creators).not.toContain(later.uid)
  const months = await goal.past()
  expect(months.at(-1)).toEqual(['2026-01-31', 2_00])
  expect(months.at(-2)).toEqual(['2026-02-28', 0])
  expect((await goal.row()).periodEndsAt!.getTime()).toBeGreaterThan(Date.now())
  expect(await closed.past()).toEqual([])
  expect(await endDueMonths(db)).not.toContain(goal.uid)
})

test('a refund is taken from the period of its tip', async () => {
  const goal = await openGoal({ endsAt: '2026-03-01T08:00:00Z' })
  const { order } = await goal.tip(10_00, '2026-02-10T12:00:00Z')
  await goal.tip(3_00, '2026-03-10T12:00:00Z')

  await recordRefund(db, refundOf(captureOf(order), { refundId: `R-${order.id}` }))

  expect(await goal.past()).toEqual([['2026-02-28', 6_00]])
  expect(await goal.row()).toMatchObject({ amountReceivedMinor: 3_00 })
  await expectEven()
})

test('the thanks after a payment show the progress of the period', async () => {
  const goal = await openGoal()
  await goal.tip(3_00)
  await db
    .updateTable('goal')
    .set({ periodEndsAt: sql<Date>`date_trunc('milliseconds', now()) + interval '1 millisecond'` })
    .where('goalId', '=', goal.goalId)
    .execute()
  const { order } = await goal.tip(4_00)

  expect(await findGoalProgress(db, order.id)).toMatchObject({ before: 0, after: 4_00 })
})

test('a goal starts anew when its creator begins a stream, and not if nothing came since the last one', async () => {
  const goal = await openGoal({ anew: 'stream' })
  const other = await openGoal({ anew: null })
  await goal.tip(10_00)
  await other.tip(4_00)

  await startStream(db, goal.uid)
  await startStream(db, goal.uid)
  await startStream(db, other.uid)
  await goal.tip(3_00)

  expect(await goal.row()).toMatchObject({ status: 'ACTIVE', amountReceivedMinor: 3_00, periodNo: 2 })
  expect((await goal.past()).map(([, amount]) => amount)).toEqual([10_00])
  expect(await other.row()).toMatchObject({ amountReceivedMinor: 4_00, periodNo: 1 })
  await expectEven()
})

test('captures that race with new streams all count once, each in the stream of its capture', async () => {
  const goal = await openGoal({ anew: 'stream' })
  const orders = []
  for (let i = 0; i < 60; i++)
    orders.push(await buildOrder(db, goal.uid, { goalId: goal.goalId, amountMinor: 1_00 }))

  await Promise.all(
    orders.map(async (order, i) => {
      if (i % 10 === 5) await startStream(db, goal.uid)
      await recordTip(db, captureOf(order))
    }),
  )

  const sums = [
    ...(await goal.past()).map(([, sum]) => sum as number),
    (await goal.row()).amountReceivedMinor,
  ]
  expect(sums.reduce((all, sum) => all + sum, 0)).toBe(60_00)
  await expectEven()
})

test('captures that race with the end of a month all count once', async () => {
  const goal = await openGoal()
  const orders = []
  for (let i = 0; i < 40; i++)
    orders.push(await buildOrder(db, goal.uid, { goalId: goal.goalId, amountMinor: 1_00 }))
  await goal.tip(1_00)
  await db
    .updateTable('goal')
    .set({
      periodEndsAt: sql<Date>`date_trunc('milliseconds', clock_timestamp()) + interval '20 milliseconds'`,
    })
    .where('goalId', '=', goal.goalId)
    .execute()

  const ends = Promise.all(Array.from({ length: 20 }, () => endDueMonths(db)))
  for (const order of orders) await recordTip(db, captureOf(order))
  await ends

  expect((await goal.row()).periodNo).toBe(2)
  const [[, before]] = (await goal.past()) as [[string, number]]
  expect(before + (await goal.row()).amountReceivedMinor).toBe(41_00)
  await expectEven()
})

test('another choice midway keeps what was counted until the next period begins', async () => {
  const goal = await openGoal({ anew: null })
  const choose = (anew: 'month' | 'stream' | null) =>
    db.transaction().execute((trx) => setStartsAnew(trx, goal.goalId, anew))
  await goal.tip(3_00)

  await choose('stream')
  await goal.tip(1_00)
  await startStream(db, goal.uid)
  await goal.tip(2_00)
  await choose('month')
  expect(await goal.row()).toMatchObject({ amountReceivedMinor: 2_00, periodEndsAt: expect.any(Date) })
  await choose(null)
  await startStream(db, goal.uid)

  expect((await goal.past()).map(([, sum]) => sum)).toEqual([4_00])
  expect(await goal.row()).toMatchObject({ amountReceivedMinor: 2_00, periodEndsAt: null })
  await expectEven()
})

test('a month ends where the creator’s new time zone has its end, and at once if that is over', async () => {
  const goal = await openGoal({ zone: 'Pacific/Kiritimati' })
  const { periodEndsAt: before } = await goal.row()
  await db.updateTable('account').set({ timeZone: 'Pacific/Pago_Pago' }).where('uid', '=', goal.uid).execute()

  await db.transaction().execute((trx) => moveMonthEnds(trx, goal.uid))

  expect((await goal.row()).periodEndsAt!.getTime() - before!.getTime()).toBe(25 * 3_600_000)
})

test('a goal that was closed over the end of its month starts anew when it is reopened', async () => {
  const goal = await openGoal()
  await goal.tip(3_00)
  await changeGoalStatus(db, goal.uid, goal.goalId, 'close')
  await db
    .updateTable('goal')
    .set({ periodEndsAt: sql<Date>`date_trunc('milliseconds', now()) - interval '1 minute'` })
    .where('goalId', '=', goal.goalId)
    .execute()
  await goal.tip(2_00) // its payment was begun before
  expect(await goal.row()).toMatchObject({ status: 'COMPLETED', amountReceivedMinor: 5_00 })

  await changeGoalStatus(db, goal.uid, goal.goalId, 'reopen')

  expect(await goal.row()).toMatchObject({ status: 'ACTIVE', amountReceivedMinor: 0, periodNo: 2 })
  expect((await goal.past()).map(([, sum]) => sum)).toEqual([5_00])
  await expectEven()
})
