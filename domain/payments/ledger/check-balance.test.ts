import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { register } from 'prom-client'
import { expect, test } from 'vitest'
import type { Db } from '../../../db/connection.ts'
import { buildCreator, buildGoal } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import { checkBalance } from './check-balance.ts'
import { recordDispute } from './record-dispute.ts'
import { recordRefund } from './record-refund.ts'
import { buildTip, disputeOf, refundOf } from './ledger.fixture.ts'

/** A goal with a partly refunded and a disputed tip, and a check of their ledger. */
async function openLedger(db: Db) {
  const creator = await buildCreator(db)
  const other = await buildCreator(db)
  const goal = await buildGoal(db, creator.uid, { amountReceivedMinor: 0 })
  const refunded = await buildTip(db, creator.uid, { goaluuid: goal.goaluuid })
  const disputed = await buildTip(db, creator.uid, { goaluuid: goal.goaluuid, feeMode: 'owed' })
  await recordRefund(db, refundOf(refunded))
  await recordDispute(db, disputeOf(disputed))
  const lines: { msg: string; level: number }[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const tip = await db
    .selectFrom('tip')
    .selectAll()
    .where('captureId', '=', refunded.captureId)
    .executeTakeFirstOrThrow()
  return { goal, other, tip, lines, check: () => checkBalance({ db, log }) }
}

async function readMetric(): Promise<number | undefined> {
  const { values } = await register.getSingleMetric('brimful_ledger_imbalances')!.get()
  return values[0]?.value
}

test('reports nothing for a ledger with refunds and disputes that balances', async () => {
  await using test = await createTestDb()
  const { check, lines } = await openLedger(test.db)

  expect(await check()).toEqual([])

  expect(lines).toEqual([])
  expect(await readMetric()).toBe(0)
})

test('an unbalanced entry is refused by the trigger, and reported when the trigger was off', async () => {
  await using test = await createTestDb()
  const { check, lines, tip } = await openLedger(test.db)
  const plant = () => plantEntry(test.db, tip, 1)
  await expect(plant()).rejects.toThrow('must sum to zero')
  await sql`alter table ledger_entry disable trigger ledger_balanced`.execute(test.db)
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
  await using test = await createTestDb()
  const { check, tip, other } = await openLedger(test.db)
  const movementId = randomUUID()
  const plant = () =>
    test.db
      .insertInto('ledgerEntry')
      .values([
        entryOf(tip, { movementId, amountMinor: 5 }),
        entryOf(tip, { movementId, amountMinor: -5, creatorUid: other.uid }),
      ])
      .execute()
  await expect(plant()).rejects.toThrow('must sum to zero')
  await sql`alter table ledger_entry disable trigger ledger_balanced`.execute(test.db)
  await plant()

  const found = await check()

  expect(found.map(({ what }) => what)).toEqual(expect.arrayContaining(['creator', 'tip entries']))
})

test('reports a goal and a tip whose amounts differ from their entries', async () => {
  await using test = await createTestDb()
  const { check, goal, tip } = await openLedger(test.db)
  await test.db.updateTable('goal').set({ amountReceivedMinor: 1 }).execute()
  await test.db.updateTable('tip').set({ returnedMinor: 0 }).where('id', '=', tip.id).execute()

  const found = await check()

  expect(found.map(({ what, id }) => [what, id])).toEqual([
    ['tip money', tip.id],
    ['goal', goal.goaluuid],
  ])
})

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
