/** The platform's books read what a month needs, also after years and without a seller, by pages read from the database. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCreator } from '../../../db/builders.fixture.ts'
import type { Db } from '../../../db/connection.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import type { TestDb } from '../../../db/database.fixture.ts'
import { countPagesRead } from '../../../db/pages-read.fixture.ts'
import { listCreatorsOfMonth, listOpenFees, listUninvoiced } from '../../../db/queries/payments/invoices.ts'
import {
  findMonthToCarry,
  findMonthToClose,
  listPlatformMovements,
  listPlatformSums,
} from '../../../db/queries/payments/platform-months.ts'
import { closePastMonths, closingContext, monthsAgo } from '../invoices/invoices.fixture.ts'
import { readPlatformMonth } from './read-month.ts'

const creators = 60

/** One database with two past months, and one with sixty. Neither has a seller. */
let young: TestDb
let old: TestDb

beforeAll(async () => {
  young = await createTestDb({ isNew: true })
  old = await createTestDb({ isNew: true })
  await Promise.all([fillMonths(young, 2), fillMonths(old, 60)])
  for (const { db } of [young, old]) {
    const ctx = closingContext(db)
    await closePastMonths({ ...ctx, config: { ...ctx.config, invoicing: undefined } })
  }
  for (const { owner } of [young, old]) await sql`analyze`.execute(owner)
}, 120_000)
afterAll(async () => {
  await young[Symbol.asyncDispose]()
  await old[Symbol.asyncDispose]()
})

/** Gives creators owed fees in each of the past months and in this one. */
async function fillMonths({ db, owner }: TestDb, months: number): Promise<void> {
  const uids = await Promise.all(Array.from({ length: creators }, async () => (await buildCreator(db)).uid))
  await sql`
    insert into platform_month (mode, month, creator_uid, currency, tip_month, provider, kind, fee_minor, owed_minor, first_id, last_id)
    select 'test', m.month, c.uid, 'gbp', m.month, 'stripe', 'capture', 50, -50, 1, 1
    from unnest(${uids}::uuid[]) c(uid), (
      select (date_trunc('month', now() at time zone 'utc') - n * interval '1 month')::date as month
      from generate_series(0, ${months}::int) n
    ) m order by m.month, c.uid`.execute(owner)
}

async function countBoth(work: (db: Db) => Promise<unknown>) {
  const few = await countPagesRead(young.url, work)
  return { many: await countPagesRead(old.url, work), bound: 1.5 * few + 5 }
}

const config = { mode: 'test', invoicing: undefined } as const
const keyOf = (months: number) => ({ mode: 'test', month: monthsAgo(months).month }) as const

test.each([0, 1, 2])('the page of %i months ago reads as much after years as after weeks', async (months) => {
  const { many, bound } = await countBoth((db) =>
    readPlatformMonth({ db, config }, monthsAgo(months).month.slice(0, 7)),
  )

  expect(many).toBeLessThanOrEqual(bound)
})

test('closing a month reads as much after years as after weeks', async () => {
  const { many, bound } = await countBoth(async (db) => {
    await findMonthToCarry(db, 'test', 2)
    await findMonthToClose(db, 'test', 2)
    const uids = await listCreatorsOfMonth(db, keyOf(1), '00000000-0000-0000-0000-000000000000', 100)
    expect(await listOpenFees(db, keyOf(1), uids)).toHaveLength(creators)
    await listUninvoiced(db, keyOf(1))
    await listPlatformSums(db, keyOf(1))
  })

  expect(many).toBeLessThanOrEqual(bound)
})

test('openings are the same as when every month before is summed', async () => {
  const [sum] = await listPlatformSums(old.db, keyOf(0))

  expect(sum).toMatchObject({ owedOpening: 60 * creators * 50, owedClosing: 61 * creators * 50 })
})

test('a page of the export reads as much with many creators as with few', async () => {
  await using few = await createTestDb({ isNew: true })
  await using many = await createTestDb({ isNew: true })
  const pages = []
  for (const [books, count] of [
    [few, 12],
    [many, 240],
  ] as const) {
    await fillMovements(books, count)
    const read = (db: Db) => listPlatformMovements(db, keyOf(0), undefined, 1_000)
    expect(await read(books.db)).toHaveLength(1_000)
    pages.push(await countPagesRead(books.url, read))
  }

  expect(pages[1]).toBeLessThanOrEqual(1.5 * pages[0]! + 5)
}, 120_000)

/** Gives each creator a hundred movements in this month, as the trigger of the ledger would store them. */
async function fillMovements({ db, owner }: TestDb, count: number): Promise<void> {
  const uids = await Promise.all(Array.from({ length: count }, async () => (await buildCreator(db)).uid))
  await sql`
    insert into ledger_movement (id, movement_id, kind, tip_id, creator_uid, provider, mode, currency, booked_at, creator_minor,
      platform_fee_minor, provider_fee_minor, fee_owed_minor, balance_minor, owed_balance_minor)
    select n, gen_random_uuid(), 'capture', gen_random_uuid(), c.uid, 'stripe', 'test', 'gbp', now(), 950, 50, 0, -50, 0, 0
    from unnest(${uids}::uuid[]) c(uid), generate_series(1, 100) n order by c.uid, n`.execute(owner)
  await sql`
    insert into platform_month (mode, month, creator_uid, currency, tip_month, provider, kind, fee_minor, owed_minor, first_id, last_id)
    select 'test', ${keyOf(0).month}::date, c.uid, 'gbp', ${keyOf(0).month}::date, 'stripe', 'capture', 5000, -5000, 1, 100
    from unnest(${uids}::uuid[]) c(uid)`.execute(owner)
  await sql`analyze`.execute(owner)
}
