import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../../db/connection.ts'
import { buildCreator, buildGoal, buildOrder } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { openOneConnection } from '../../../db/one-connection.fixture.ts'
import { captureOf } from '../ledger/ledger.fixture.ts'
import { recordTip } from './record-tip.ts'

async function eventTypes(db: Db): Promise<string[]> {
  return (await db.selectFrom('outbox').select('type').orderBy('type').execute()).map(({ type }) => type)
}

test('a capture reported twice makes one tip and one event', async () => {
  await using test = await createTestDb()
  const creator = await buildCreator(test.db)
  const order = await buildOrder(test.db, creator.uid)

  const outcomes = await Promise.all([1, 2, 3].map(() => recordTip(test.db, captureOf(order))))

  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['known', 'known', 'recorded'])
  const tips = await test.db.selectFrom('tip').select(['amountMinor', 'supporterName', 'captureNo']).execute()
  expect(tips).toEqual([{ amountMinor: 500, supporterName: 'Grace', captureNo: 1 }])
  expect(await eventTypes(test.db)).toEqual(['tip.captured'])
})

test('capture numbers of one creator have no gap under 60 captures at once', async () => {
  await using test = await createTestDb()
  const creator = await buildCreator(test.db)
  const goal = await buildGoal(test.db, creator.uid, { amountMinor: 1_000_00, amountReceivedMinor: 0 })
  const orders = []
  for (let i = 0; i < 60; i++) orders.push(await buildOrder(test.db, creator.uid, { goalId: goal.goalId }))

  await Promise.all([...orders, ...orders].map((order) => recordTip(test.db, captureOf(order))))

  const tips = await test.db.selectFrom('tip').select('captureNo').orderBy('captureNo').execute()
  expect(tips.map(({ captureNo }) => captureNo)).toEqual(orders.map((_, i) => i + 1))
  const { amountReceivedMinor } = await test.db.selectFrom('goal').selectAll().executeTakeFirstOrThrow()
  expect(amountReceivedMinor).toBe(60 * 500)
})

test('tips that race for the last pound complete the goal once, and each is recorded in full', async () => {
  await using test = await createTestDb()
  const creator = await buildCreator(test.db)
  const goal = await buildGoal(test.db, creator.uid, { amountMinor: 21_00, amountReceivedMinor: 20_00 })
  const orders = []
  for (let i = 0; i < 20; i++) orders.push(await buildOrder(test.db, creator.uid, { goalId: goal.goalId }))

  await Promise.all(orders.map((order) => recordTip(test.db, captureOf(order))))

  const row = await test.db.selectFrom('goal').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ status: 'COMPLETED', amountReceivedMinor: 20_00 + 20 * 500 })
  expect((await eventTypes(test.db)).filter((type) => type === 'goal.funded')).toHaveLength(1)
})

test.each([
  ['split', { provider: -1001, creator: 951, platform_fee: 50 }],
  ['owed', { provider: -1001, creator: 1001, fee_owed: -50, platform_fee: 50 }],
] as const)(
  'with the fee %s the ledger has the right balances, and sums to zero',
  async (feeMode, expected) => {
    await using test = await createTestDb()
    const creator = await buildCreator(test.db)
    const order = await buildOrder(test.db, creator.uid, { amountMinor: 1001, feeMinor: 50, feeMode })

    await recordTip(test.db, captureOf(order))

    const entries = await test.db.selectFrom('ledgerEntry').select(['account', 'amountMinor']).execute()
    expect(Object.fromEntries(entries.map((entry) => [entry.account, entry.amountMinor]))).toEqual(expected)
    expect(entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0)
  },
)

test('the database refuses a movement that does not sum to zero, and its owner any change of an entry', async () => {
  await using test = await createTestDb()
  const creator = await buildCreator(test.db)
  const order = await buildOrder(test.db, creator.uid)
  await recordTip(test.db, captureOf(order))
  const tip = await test.db.selectFrom('tip').selectAll().executeTakeFirstOrThrow()
  const of = { tipId: tip.id, creatorUid: creator.uid, provider: 'paypal', mode: 'test' } as const
  const what = { kind: 'capture', account: 'creator', currency: 'gbp', amountMinor: 1 } as const
  const entry = { movementId: randomUUID(), ...of, ...what }

  await expect(test.db.insertInto('ledgerEntry').values(entry).execute()).rejects.toThrow(/sum to zero/)
  await expect(test.owner.updateTable('ledgerEntry').set({ amountMinor: 9 }).execute()).rejects.toThrow(
    /append-only/,
  )
  await expect(test.owner.deleteFrom('ledgerEntry').execute()).rejects.toThrow(/append-only/)
  await expect(sql`truncate ledger_entry`.execute(test.owner)).rejects.toThrow(/append-only/)
})

test.each([
  ['amount', { chargedMinor: 501 }],
  ['currency', { currency: 'usd' }],
  ['payee', { payeeId: 'SOMEBODYELSE' }],
])(
  'captured money with another %s than ordered makes no tip, and marks the order for a person',
  async (_, wrong) => {
    await using test = await createTestDb()
    const creator = await buildCreator(test.db)
    const order = await buildOrder(test.db, creator.uid)

    const outcome = await recordTip(test.db, captureOf(order, wrong))

    expect(outcome).toEqual({ kind: 'mismatch' })
    expect(await test.db.selectFrom('tip').selectAll().execute()).toEqual([])
    expect(await test.db.selectFrom('tipOrder').select('status').execute()).toEqual([{ status: 'MISMATCH' }])
  },
)

test('a capture of an order that is not ours changes nothing', async () => {
  await using test = await createTestDb()
  const creator = await buildCreator(test.db)
  const order = await buildOrder(test.db, creator.uid)

  expect(await recordTip(test.db, captureOf(order, { providerOrderId: 'NOT-OURS' }))).toEqual({
    kind: 'unknown_order',
  })
  expect(await eventTypes(test.db)).toEqual([])
})

test('totals add up by account, or by name ignoring case; anonymous tips are left out', async () => {
  await using test = await createTestDb()
  const creator = await buildCreator(test.db)
  for (const order of [
    { supporterName: 'Ada', amountMinor: 3_00 },
    { supporterName: 'ADA', amountMinor: 4_00 },
    { supporterName: 'Anonymous', isAnonymous: true, amountMinor: 50_00 },
  ]) {
    await recordTip(test.db, captureOf(await buildOrder(test.db, creator.uid, order)))
  }

  const totals = await test.db
    .selectFrom('supporterTotal')
    .select(['period', 'name', 'amountMinor'])
    .execute()
  expect(totals).toHaveLength(3)
  expect(totals.every((total) => total.name === 'ADA' && total.amountMinor === 7_00)).toBe(true)
})

test.each([
  ['EXPIRED', 'COMPLETED', 2],
  ['ARCHIVED', 'ARCHIVED', 1],
] as const)(
  'a payment opened in time counts toward a goal that is %s since',
  async (status, after, events) => {
    await using test = await createTestDb()
    const creator = await buildCreator(test.db)
    const goal = await buildGoal(test.db, creator.uid, { amountReceivedMinor: 99_00, status })
    const order = await buildOrder(test.db, creator.uid, { goalId: goal.goalId })

    await recordTip(test.db, captureOf(order))

    const row = await test.db.selectFrom('goal').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: after, amountReceivedMinor: 104_00 })
    expect(await eventTypes(test.db)).toHaveLength(events)
  },
)

test('200 captures at once on a goal with 1 unit left: all money is recorded, and the goal is completed and funded once', async () => {
  await using test = await createTestDb()
  const creator = await buildCreator(test.db)
  const goal = await buildGoal(test.db, creator.uid, { amountMinor: 100_00, amountReceivedMinor: 99_00 })
  const orders = await Promise.all(
    Array.from({ length: 200 }, () => buildOrder(test.db, creator.uid, { goalId: goal.goalId })),
  )

  const booked = await Promise.all(orders.map((order) => recordTip(test.db, captureOf(order))))

  expect(booked.filter(({ kind }) => kind === 'recorded')).toHaveLength(200)
  const after = await test.db.selectFrom('goal').selectAll().executeTakeFirstOrThrow()
  expect(after).toMatchObject({ status: 'COMPLETED', amountReceivedMinor: 99_00 + 200 * 5_00 })
  const funded = await test.db.selectFrom('outbox').selectAll().where('type', '=', 'goal.funded').execute()
  expect(funded.map(({ payload }) => payload)).toEqual([
    { type: 'goal.funded', goalId: goal.goalId, tipId: after.fundedByTipId },
  ])
  const { completedAt } = after
  expect(completedAt).toBeInstanceOf(Date)
})

test('the statement is planned for its first five runs only', async () => {
  await using test = await createTestDb()
  const creator = await buildCreator(test.db)
  await using connection = await openOneConnection(test.url)

  for (let i = 0; i < 8; i++)
    await recordTip(connection.db, captureOf(await buildOrder(test.db, creator.uid)))

  expect(await connection.countPlans('record_captures')).toEqual({ customPlans: 5, genericPlans: 3 })
})
