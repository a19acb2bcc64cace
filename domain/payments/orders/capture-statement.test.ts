import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { standardStyle } from '../../../contract/alerts/alert-looks.ts'
import { openDb } from '../../../db/connection.ts'
import type { Db } from '../../../db/connection.ts'
import type { OrderRow } from '../../../db/schema.ts'
import { buildCreator, buildGoal, buildOrder } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { publishAlertStyle, saveAlertDraft } from '../../../db/queries/alerts/alert-styles.ts'
import { countRowsVisited } from '../../../db/pages-read.fixture.ts'
import { captureOf } from '../ledger/ledger.fixture.ts'
import { recordCaptures } from './capture-statement.ts'
import type { CaptureToRecord } from './capture-statement.ts'
import { recordTip, recordTipWithWebhook } from './record-tip.ts'

function webhookOf(eventId: string): NonNullable<CaptureToRecord['webhook']> {
  const type = 'PAYMENT.CAPTURE.COMPLETED'
  return { provider: 'paypal', payeeId: '', eventId, type, body: '{"a":"\\"}' }
}

async function listTips(db: Db) {
  return db
    .selectFrom('tip')
    .select(['captureNo', 'supporterName'])
    .orderBy('creatorUid')
    .orderBy('captureNo')
    .execute()
}

test('captures of several creators in one statement keep separate numbers, goals, totals and events', async () => {
  await using test = await createTestDb({ isNew: true })
  const [ada, bea] = [await buildCreator(test.db), await buildCreator(test.db)]
  const goal = await buildGoal(test.db, ada.uid, { amountMinor: 12_00, amountReceivedMinor: 0 })
  const bookings: CaptureToRecord[] = []
  for (const supporterName of ['one', 'ONE', 'two', 'three']) {
    const order = await buildOrder(test.db, ada.uid, { supporterName, goalId: goal.goalId })
    bookings.push({ capture: captureOf(order) })
    bookings.push({ capture: captureOf(await buildOrder(test.db, bea.uid, { supporterName })) })
  }

  const booked = await recordCaptures(test.db, bookings)

  const tips = await test.db.selectFrom('tip').selectAll().orderBy('captureNo').execute()
  for (const { uid } of [ada, bea])
    expect(
      tips.filter((tip) => tip.creatorUid === uid).map((tip) => [tip.captureNo, tip.supporterName]),
    ).toEqual([
      [1, 'one'],
      [2, 'ONE'],
      [3, 'two'],
      [4, 'three'],
    ])
  // Ada's third tip brings the goal from 10.00 to 15.00. The goal's amount is 12.00, so the tip has a second event: the goal is
  // funded.
  expect(booked.map(({ tip }) => tip!.events.length)).toEqual([1, 1, 1, 1, 2, 1, 1, 1])
  const filled = await test.db.selectFrom('goal').selectAll().executeTakeFirstOrThrow()
  expect(filled).toMatchObject({
    amountReceivedMinor: 20_00,
    status: 'COMPLETED',
    fundedByTipId: booked[4]!.tipId,
  })
  const totals = await test.db
    .selectFrom('supporterTotal')
    .select(['name', 'amountMinor'])
    .where('period', '=', 'all')
    .where('creatorUid', '=', ada.uid)
    .orderBy('amountMinor', 'desc')
    .orderBy('name')
    .execute()
  expect(totals).toEqual([
    { name: 'ONE', amountMinor: 10_00 },
    { name: 'three', amountMinor: 5_00 },
    { name: 'two', amountMinor: 5_00 },
  ])
  const order = await test.db
    .selectFrom('outbox')
    .select(['eventId', 'type'])
    .where('creatorUid', '=', ada.uid)
    .orderBy('createdAt')
    .orderBy('type', 'desc')
    .execute()
  expect(order.map(({ eventId }) => eventId)).toEqual(
    booked.filter((_, i) => i % 2 === 0).flatMap(({ tip }) => tip!.events.map(({ eventId }) => eventId)),
  )
})

test('two processes that record the same captures at once, in different sequences, record each once', async () => {
  await using test = await createTestDb({ isNew: true })
  const other = openDb(test.url, { poolSize: 4 })
  const creators = await Promise.all(Array.from({ length: 5 }, () => buildCreator(test.db)))
  const orders: OrderRow[] = []
  for (let i = 0; i < 100; i++) orders.push(await buildOrder(test.db, creators[i % 5]!.uid))

  const outcomes = await Promise.all([
    ...orders.map((order) => recordTip(test.db, captureOf(order))),
    ...orders.toReversed().map((order) => recordTip(other, captureOf(order))),
  ])
  await other.destroy()

  expect(outcomes.filter(({ kind }) => kind === 'recorded')).toHaveLength(100)
  expect(outcomes.filter(({ kind }) => kind === 'known')).toHaveLength(100)
  const numbers = (await listTips(test.db)).map(({ captureNo }) => captureNo)
  expect(numbers).toEqual(creators.flatMap(() => Array.from({ length: 20 }, (_, i) => i + 1)))
  const { rows } = await sql<{ sum: number }>`select sum(amount_minor)::int as sum from ledger_entry`.execute(
    test.db,
  )
  expect(rows).toEqual([{ sum: 0 }])
})

test('one capture that cannot be recorded does not prevent the others', async () => {
  await using test = await createTestDb({ isNew: true })
  const creator = await buildCreator(test.db)
  const orders = []
  for (let i = 0; i < 6; i++) orders.push(await buildOrder(test.db, creator.uid))
  const taken = captureOf(orders[0]!)
  await recordTip(test.db, taken)

  const outcomes = await Promise.allSettled(
    orders.slice(1).map((order, i) =>
      // The fourth capture has the capture id of another order, so its statement fails.
      recordTip(test.db, { ...captureOf(order), ...(i === 3 && { captureId: taken.captureId }) }),
    ),
  )

  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false, true])
  expect(await listTips(test.db)).toHaveLength(5)
})

test('a webhook is stored as processed with its tip, and as unprocessed without one; a repeat is not new', async () => {
  await using test = await createTestDb({ isNew: true })
  const creator = await buildCreator(test.db)
  const capture = captureOf(await buildOrder(test.db, creator.uid))

  const first = await recordTipWithWebhook(test.db, webhookOf('WH-1'), capture)
  const again = await recordTipWithWebhook(test.db, webhookOf('WH-1'), capture)
  const late = await recordTipWithWebhook(test.db, webhookOf('WH-2'), capture)

  expect(first).toMatchObject({ tip: { kind: 'recorded' }, isNew: true })
  expect([again, late]).toEqual([
    { tip: undefined, isNew: false },
    { tip: undefined, isNew: true },
  ])
  const stored = await test.db.selectFrom('webhookEvent').selectAll().orderBy('eventId').execute()
  expect(stored.map(({ eventId, processedAt, body }) => [eventId, processedAt !== null, body])).toEqual([
    ['WH-1', true, webhookOf('').body],
    ['WH-2', false, webhookOf('').body],
  ])
})

/** Returns how many rows a statement visits that records this many captures, two for each goal. It is rolled back. */
async function rowsOfStatement(url: string, db: Db, count: number): Promise<number> {
  const captures: CaptureToRecord[] = []
  for (let i = 0; i < count; i += 2) {
    const { uid } = await buildCreator(db)
    await saveAlertDraft(db, uid, { ...standardStyle(), milestones: { quarters: true, oneTipToGo: true } }, 0)
    await publishAlertStyle(db, uid, 1)
    const { goalId } = await buildGoal(db, uid, { amountMinor: 1_000_00, amountReceivedMinor: 0 })
    for (const supporterName of ['one', 'two'])
      captures.push({ capture: captureOf(await buildOrder(db, uid, { goalId, supporterName })) })
  }
  return countRowsVisited(url, async (counted) => {
    const undone = new Error('undone')
    const recording = counted.transaction().execute(async (trx) => {
      await sql`set local enable_incremental_sort = off`.execute(trx) // as in a database of many orders
      expect((await recordCaptures(trx, captures)).every(({ tipId }) => tipId !== null)).toBe(true)
      throw undone
    })
    await expect(recording).rejects.toBe(undone)
  })
}

test('a statement of fifty captures of goals with milestones joins no more than two of its steps at a time', async () => {
  await using test = await createTestDb({ isNew: true })

  const few = await rowsOfStatement(test.url, test.db, 10)
  const many = await rowsOfStatement(test.url, test.db, 50)

  expect(many).toBeLessThan(few * (50 / 10) ** 2)
})
