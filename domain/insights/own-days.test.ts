import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCreator } from '../../db/builders.fixture.ts'
import type { Db } from '../../db/connection.ts'
import { createTestDb } from '../../db/database.fixture.ts'
import type { TestDb } from '../../db/database.fixture.ts'
import { countPagesRead, vacuumWhole } from '../../db/pages-read.fixture.ts'
import { updateAccount } from '../../db/queries/accounts/accounts.ts'
import { captureTip, refundOf, captureOf } from '../payments/ledger/ledger.fixture.ts'
import { recordRefund } from '../payments/ledger/record-refund.ts'
import { readInsights } from './read-insights.ts'
import { readLiveTotals } from './stream-totals.ts'

let books: TestDb
beforeAll(async () => void (books = await createTestDb()))
afterAll(() => books[Symbol.asyncDispose]())

/** A creator in a time zone with a tip of 1.00 at each of these times. */
async function buildCreatorIn(timeZone: string, ...times: string[]): Promise<string> {
  const { uid } = await buildCreator(books.db, { timeZone })
  for (const time of times) await captureTip(books.db, uid, { amountMinor: 1_00 }, new Date(time))
  return uid
}

const totalsAt = async (uid: string, now: string) => {
  const { today, month } = (await readLiveTotals(books.db, uid, new Date(now)))!.totals
  return { today, month }
}

test('today and this month go on past midnight UTC in the middle of an American evening', async () => {
  const uid = await buildCreatorIn('America/New_York', '2026-12-01T00:30:00Z', '2026-12-01T04:59:59Z')

  expect(await totalsAt(uid, '2026-12-01T04:59:59Z')).toEqual({ today: 2_00, month: 2_00 })
  expect(await totalsAt(uid, '2026-12-01T05:00:00Z')).toEqual({ today: 0, month: 0 })
})

test.each([
  ['UTC', '2026-03-09T23:59:00Z', '2026-03-10T00:00:00Z', '2026-03-10T23:59:59Z'],
  ['Asia/Kolkata', '2026-03-09T18:29:00Z', '2026-03-09T18:30:00Z', '2026-03-10T18:29:59Z'],
  ['Asia/Kathmandu', '2026-03-09T18:14:00Z', '2026-03-09T18:15:00Z', '2026-03-10T18:14:59Z'],
  ['Pacific/Chatham', '2026-03-09T10:14:00Z', '2026-03-09T10:15:00Z', '2026-03-10T10:14:59Z'],
  ['Pacific/Kiritimati', '2026-03-09T09:59:00Z', '2026-03-09T10:00:00Z', '2026-03-10T09:59:59Z'],
  ['Etc/GMT+12', '2026-03-10T11:59:00Z', '2026-03-10T12:00:00Z', '2026-03-11T11:59:59Z'],
  // days of 23 and 25 hours
  ['America/New_York', '2026-03-08T04:59:00Z', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z'],
  ['America/New_York', '2026-11-01T03:59:00Z', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z'],
  // a day that begins at one o'clock, and one whose first hour comes twice
  ['America/Havana', '2026-03-08T04:59:00Z', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z'],
  ['America/Havana', '2026-11-01T03:59:00Z', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z'],
])('a day in %s has no tip of %s, those from %s on, and ends after %s', async (zone, before, first, last) => {
  const uid = await buildCreatorIn(zone, before, first, last)
  const dayEnd = new Date(Date.parse(last) + 1000)

  expect(await totalsAt(uid, last)).toMatchObject({ today: 2_00 })
  expect(await totalsAt(uid, dayEnd.toISOString())).toMatchObject({ today: 0 })
  expect((await readLiveTotals(books.db, uid, new Date(last)))!.dayEndsAt).toEqual(dayEnd)
  expect((await readLiveTotals(books.db, uid, new Date(first)))!.dayEndsAt).toEqual(dayEnd)
  const { days } = await readInsights(books.db, uid, '7', new Date(last))
  expect(days.slice(-2).map(({ amount, tips }) => [amount, tips])).toEqual([
    [1_00, 1],
    [2_00, 2],
  ])
})

test('a time zone that changes in the middle of a day counts all tips anew', async () => {
  const uid = await buildCreatorIn('UTC', '2026-11-29T20:00:00Z', '2026-11-30T01:00:00Z')
  const now = '2026-11-30T02:00:00Z'
  expect(await totalsAt(uid, now)).toEqual({ today: 1_00, month: 2_00 })

  await updateAccount(books.db, uid, { timeZone: 'America/Los_Angeles' })
  expect(await totalsAt(uid, now)).toEqual({ today: 2_00, month: 2_00 })
  await updateAccount(books.db, uid, { timeZone: 'Asia/Tokyo' })
  expect(await totalsAt(uid, now)).toEqual({ today: 2_00, month: 2_00 })
  await updateAccount(books.db, uid, { timeZone: 'Pacific/Kiritimati' })
  expect(await totalsAt(uid, '2026-11-30T10:00:00Z')).toEqual({ today: 0, month: 0 })
})

test('what is returned is subtracted from the creator’s day of the tip', async () => {
  const { uid } = await buildCreator(books.db, { timeZone: 'America/New_York' })
  const { order } = await captureTip(books.db, uid, { amountMinor: 10_00 }, new Date('2026-12-01T00:30:00Z'))
  await recordRefund(books.db, refundOf(captureOf(order)))

  expect(await totalsAt(uid, '2026-12-01T01:00:00Z')).toEqual({ today: 6_00, month: 6_00 })
  const { days, total } = await readInsights(books.db, uid, '7', new Date('2026-12-01T01:00:00Z'))
  expect(days.at(-1)).toEqual({ day: '2026-11-30', amount: 6_00, tips: 1 })
  expect(total).toBe(6_00)
})

test('the days before a range are the creator’s as well', async () => {
  const uid = await buildCreatorIn(
    'America/New_York',
    '2026-11-10T04:30:00Z', // 9 November, before both weeks
    '2026-11-10T05:30:00Z', // 10 November, the first day of the week before
    '2026-11-17T04:30:00Z', // 16 November, the last one
    '2026-11-17T05:30:00Z', // 17 November, the first day of this week
  )
  const { days, total, before, allTime } = await readInsights(
    books.db,
    uid,
    '7',
    new Date('2026-11-24T01:00:00Z'),
  )
  expect([days[0]!.day, days.at(-1)!.day]).toEqual(['2026-11-17', '2026-11-23'])
  expect({ total, before, allTime }).toEqual({ total: 1_00, before: 2_00, allTime: 4_00 })
})

test('a time zone that Postgres does not know counts as UTC', async () => {
  const uid = await buildCreatorIn('Mars/Olympus_Mons', '2026-11-30T23:30:00Z', '2026-12-01T00:30:00Z')

  expect(await totalsAt(uid, '2026-12-01T12:00:00Z')).toEqual({ today: 1_00, month: 1_00 })
  const { days } = await readInsights(books.db, uid, '7', new Date('2026-12-01T12:00:00Z'))
  expect(days.at(-1)).toEqual({ day: '2026-12-01', amount: 1_00, tips: 1 })
})

test('ninety days with tips at all hours are read from the index, not from rows that lie among those of other creators', async () => {
  const { uid } = await buildCreator(books.db)
  const others = await Promise.all(Array.from({ length: 40 }, () => buildCreator(books.db)))
  await sql`
    insert into creator_quarter_hour (creator_uid, starts_at, amount_minor, tips)
    select u, t, 500, 1 from generate_series(timestamptz '2026-01-01 00:00Z', '2026-03-31 23:00Z', '3 hours') t
    cross join unnest(${[uid, ...others.map((other) => other.uid)]}::uuid[]) u order by t`.execute(
    books.owner,
  )
  await vacuumWhole(books.owner, 'creator_quarter_hour')

  const read = (db: Db) => readInsights(db, uid, '90', new Date('2026-03-31T22:00:00Z'))

  expect((await read(books.db)).total).toBe(90 * 8 * 5_00)
  expect(await countPagesRead(books.url, read)).toBeLessThan(150)
})
