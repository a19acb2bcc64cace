import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { register } from 'prom-client'
import { expect, test } from 'vitest'
import type { Db } from '../../../db/connection.ts'
import { buildCreator, buildGoal } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { countPagesRead } from '../../../db/pages-read.fixture.ts'
import { checkBalance, checkNewEntries } from './check-balance.ts'
import { recordDispute } from './record-dispute.ts'
import { recordRefund } from './record-refund.ts'
import { buildManyTips, buildTip, disputeOf, refundOf } from './ledger.fixture.ts'

/**
 * Creates a goal with a partly refunded tip and a disputed one. Returns functions that check their ledger. `db` must be the
 * owner's, because only the owner can insert wrong entries.
 */
async function openLedger(db: Db) {
  const creator = await buildCreator(db)
  const other = await buildCreator(db)
  const goal = await buildGoal(db, creator.uid, { amountReceivedMinor: 0 })
  const refunded = await buildTip(db, creator.uid, { goalId: goal.goalId })
  const disputed = await buildTip(db, creator.uid, { goalId: goal.goalId, feeMode: 'owed' })
  await recordRefund(db, refundOf(refunded))
  await recordDispute(db, disputeOf(disputed))
  const lines: { msg: string; level: number }[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const tip = await db
    .selectFrom('tip')
    .selectAll()
    .where('captureId', '=', refunded.captureId)
    .executeTakeFirstOrThrow()
  return { goal, other, tip, lines, check: () => checkBalance({ db, log }), ctx: { db, log } }
}

async function readMetric(): Promise<number | undefined> {
  const { values } = await register.getSingleMetric('brimful_ledger_imbalances')!.get()
  return values[0]?.value
}

test('reports nothing for a ledger with refunds and disputes that balances', async () => {
  await using test = await createTestDb({ isNew: true })
  const { check, lines } = await openLedger(test.owner)

  expect(await check()).toEqual([])

  expect(lines).toEqual([])
  expect(await readMetric()).toBe(0)
})

test('an unbalanced entry is refused by the trigger, and reported when the trigger was off', async () => {
  await using test = await createTestDb({ isNew: true })
  const { check, lines, tip } = await openLedger(test.owner)
  const plant = () => plantEntry(test.owner, tip, 1)
  await expect(plant()).rejects.toThrow('must sum to zero')
  await switchTriggersOff(test.owner)
  await plant()

  const found = await check()

  expect(found.map(({ what, offMinor }) => [what, offMinor])).toEqual(
    expect.arrayContaining(['movement', 'tip', 'creator', 'provider', 'total'].map((what) => [what, 1])),
  )
  expect(await readMetric()).toBe(found.length)
  expect(lines).toHaveLength(found.length)
  expect(lines[0]).toMatchObject({ level: 50, msg: 'the ledger does not balance' })
})

test('a movement that sums to zero only across two creators is refused, and reported when the trigger was off', async () => {
  await using test = await createTestDb({ isNew: true })
  const { check, tip, other } = await openLedger(test.owner)
  const movementId = randomUUID()
  const plant = () =>
    test.owner
      .insertInto('ledgerEntry')
      .values([
        entryOf(tip, { movementId, amountMinor: 5 }),
        entryOf(tip, { movementId, amountMinor: -5, creatorUid: other.uid }),
      ])
      .execute()
  await expect(plant()).rejects.toThrow('must sum to zero')
  await switchTriggersOff(test.owner)
  await plant()

  const found = await check()

  expect(found.map(({ what }) => what)).toEqual(expect.arrayContaining(['creator', 'tip entries']))
})

test('reports a goal and a tip whose amounts differ from their entries', async () => {
  await using test = await createTestDb({ isNew: true })
  const { check, goal, tip } = await openLedger(test.owner)
  await test.owner.updateTable('goal').set({ amountReceivedMinor: 1 }).execute()
  await test.owner.updateTable('tip').set({ returnedMinor: 0 }).where('id', '=', tip.id).execute()

  const found = await check()

  expect(found.map(({ what, id }) => [what, id])).toEqual([
    ['tip money', tip.id],
    ['goal', goal.goalId],
  ])
})

test('reports sums that the booking keeps when they are not those of the entries', async () => {
  await using test = await createTestDb({ isNew: true })
  const { check, tip } = await openLedger(test.owner)
  await expect(sql`update ledger_movement set balance_minor = 1`.execute(test.owner)).rejects.toThrow(
    /append-only/,
  )
  await expect(sql`update ledger_year set creator_minor = 1`.execute(test.owner)).rejects.toThrow(/balances/)
  await sql`alter table ledger_movement disable trigger user`.execute(test.owner)
  await sql`update ledger_year set returned_minor = returned_minor + 1, disputed_minor = disputed_minor - 1`.execute(
    test.owner,
  )
  await sql`
    update ledger_movement set creator_minor = creator_minor + 2, balance_minor = balance_minor + 3
    where tip_id = ${tip.id} and kind = 'capture'`.execute(test.owner)

  const found = await check()

  expect(found.map(({ what, offMinor }) => [what, offMinor])).toEqual([
    ['kept movement', 2],
    ['kept balance', expect.any(Number)],
    ['kept balance', expect.any(Number)],
    ['kept year', 0],
  ])
  expect(found.slice(1, 3).map(({ offMinor }) => offMinor)).toEqual(expect.arrayContaining([1, -3]))
  expect(found[0]!.id).toBe(tip.id)
})

test('checks new entries and those of the last minutes, and raises the alarm until they balance', async () => {
  await using test = await createTestDb({ isNew: true })
  const { ctx, tip } = await openLedger(test.owner)
  await letTimePass(test.owner)
  expect(await checkNewEntries(ctx)).toEqual([])
  await switchTriggersOff(test.owner)
  // This entry has a smaller id than entries that the check has already seen, like an entry of a transaction that commits late.
  await plantEntry(test.owner, tip, 7)
  await sql`update ledger_check set seen_id = seen_id + 1`.execute(test.owner)

  const alarms = [await checkNewEntries(ctx)]
  await letTimePass(test.owner)
  alarms.push(await checkNewEntries(ctx))
  expect(alarms.map((found) => found.map(({ what }) => what))).toEqual(
    Array(2).fill(expect.arrayContaining(['movement', 'tip', 'kept movement'])),
  )
})

test('checking new entries reads as much after many tips as after few', async () => {
  await using test = await createTestDb({ isNew: true })
  const { ctx, other } = await openLedger(test.owner)
  const countPages = async () => {
    for (const _ of [1, 2]) {
      await letTimePass(test.owner)
      await checkNewEntries(ctx)
    }
    await buildTip(test.owner, other.uid, { feeMode: 'owed' })
    return countPagesRead(test.ownerUrl, async (db) =>
      expect(await checkNewEntries({ ...ctx, db })).toEqual([]),
    )
  }
  const few = await countPages()
  await buildManyTips(test.owner, (await buildCreator(test.owner)).uid, 4_000)

  expect(await countPages()).toBeLessThanOrEqual(1.5 * few + 5)
})

/** Moves the time of the last check eleven minutes back. */
async function letTimePass(db: Db): Promise<void> {
  await sql`update ledger_check set seen_at = seen_at - interval '11 minutes'`.execute(db)
}

async function switchTriggersOff(db: Db): Promise<void> {
  await sql`alter table ledger_entry disable trigger ledger_balanced`.execute(db)
  await sql`alter table ledger_entry disable trigger ledger_sums_kept`.execute(db)
}

type Tip = Awaited<ReturnType<typeof openLedger>>['tip']

function entryOf({ id, creatorUid, provider, mode, currency }: Tip, change: object) {
  const which = { tipId: id, creatorUid, provider, mode, currency, sourceId: null }
  return {
    movementId: randomUUID(),
    kind: 'correction' as const,
    account: 'creator' as const,
    amountMinor: 0,
    ...which,
    ...change,
  }
}

async function plantEntry(db: Db, tip: Tip, amountMinor: number): Promise<void> {
  await db.insertInto('ledgerEntry').values(entryOf(tip, { amountMinor })).execute()
}
