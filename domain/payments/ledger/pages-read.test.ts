import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../../db/connection.ts'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import type { TestDb } from '../../../db/database.fixture.ts'
import { countPagesRead } from '../../../db/pages-read.fixture.ts'
import type { StatementFilter } from '../../../db/queries/payments/statement.ts'
import { planSetOff } from './plan-set-off.ts'
import { readStatement } from './read-statement.ts'
import { buildManyTips, buildTip, refundOf } from './ledger.fixture.ts'
import { recordRefund } from './record-refund.ts'

let books: TestDb
/** Two creators: `small` has one full page of tips, `large` has fifty times as many. */
let small: string
let large: string

beforeAll(async () => {
  books = await createTestDb({ isNew: true })
  small = await createLedgerOf(80)
  large = await createLedgerOf(4_000)
})

afterAll(() => books[Symbol.asyncDispose]())

/** Creates a creator who has one refunded tip and then this many tips. */
async function createLedgerOf(tips: number): Promise<string> {
  const { uid } = await buildCreator(books.db)
  const refunded = await buildTip(books.db, uid)
  await recordRefund(books.db, refundOf(refunded, { refundId: `REFUND-${uid}` }))
  await sql`update creator_counter set capture_no = 0 where creator_uid = ${uid}`.execute(books.db)
  await sql`update tip set capture_no = 1000000 where creator_uid = ${uid}`.execute(books.owner)
  await buildManyTips(books.owner, uid, tips)
  return uid
}

/**
 * Returns how many database pages `work` reads for the large creator, and the limit for it: slightly more than it reads for the
 * small one.
 */
async function countBoth(work: (db: Db, creatorUid: string) => Promise<unknown>) {
  const few = await countPagesRead(books.url, (db) => work(db, small))
  const many = await countPagesRead(books.url, (db) => work(db, large))
  return { many, bound: 1.5 * few + 5 }
}

test('planning what a card order sets off reads as much after many tips as after few', async () => {
  const { many, bound } = await countBoth(async (db, creatorUid) => {
    const payment = { mode: 'test', currency: 'gbp', amountMinor: 10_00, feeMinor: 50 } as const
    const planned = await db.transaction().execute((trx) => planSetOff(trx, { ...payment, creatorUid }))
    expect(planned).toBe(2_00)
  })

  expect(many).toBeLessThanOrEqual(bound)
})

test.each<[string, Pick<StatementFilter, 'kind' | 'year'>, number]>([
  ['the first page of a statement', {}, 50],
  ['a page of rare movements', { kind: 'refund' }, 1],
  ['a page of a year without movements', { year: 2001 }, 0],
  ['the first page of this year', { year: new Date().getUTCFullYear() }, 50],
])('%s reads as much after many tips as after few', async (_, filter, rows) => {
  const { many, bound } = await countBoth(async (db, creatorUid) => {
    const { entries } = await readStatement(db, { ...filter, creatorUid, mode: 'test' })
    expect(entries).toHaveLength(rows)
  })

  expect(many).toBeLessThanOrEqual(bound)
})

test('a page in the middle of a statement reads as much after many tips as after few', async () => {
  const { many, bound } = await countBoth(async (db, creatorUid) => {
    const { rows } = await sql<{ id: number }>`
      select max(id) - 120 as id from ledger_entry where creator_uid = ${creatorUid}`.execute(books.db)
    const { entries } = await readStatement(db, { creatorUid, mode: 'test', before: rows[0]!.id })
    expect(entries).toHaveLength(50)
  })

  expect(many).toBeLessThanOrEqual(bound)
})
