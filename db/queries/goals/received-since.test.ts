import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildCreator } from '../../builders.fixture.ts'
import type { Db } from '../../connection.ts'
import { createTestDb } from '../../database.fixture.ts'
import { countPagesRead } from '../../pages-read.fixture.ts'
import { findStreamTotals } from '../alerts/stream-totals.ts'

const now = new Date('2026-12-15T04:00:00Z')

/** Inserts the sums of a creator who has had tips on each of the last days, in every quarter of an hour of the last ones. */
async function buildSums(owner: Db, days: { total: number; quarters: number }): Promise<string> {
  const { uid } = await buildCreator(owner, { timeZone: 'America/New_York' })
  await sql`
    insert into creator_day_total (creator_uid, day, amount_minor, tips)
    select ${uid}, (${now}::timestamptz at time zone 'utc')::date - n, case n when 0 then 17 else 96 end * 100, 96
    from generate_series(0, ${days.total - 1}::int) n
  `.execute(owner)
  await sql`
    insert into creator_quarter_hour (creator_uid, starts_at, amount_minor, tips)
    select ${uid}, ${now}::timestamptz - n * interval '15 minutes', 100, 1 from generate_series(0, ${days.quarters} * 96 - 1) n
  `.execute(owner)
  await sql`analyze`.execute(owner)
  return uid
}

test('the totals of a creator read as much after a year of tips in every quarter of an hour as after two months', async () => {
  await using books = await createTestDb({ isNew: true })
  const few = await buildSums(books.owner, { total: 365, quarters: 61 })
  const many = await buildSums(books.owner, { total: 365, quarters: 365 })
  const pagesOf = (uid: string) => countPagesRead(books.url, (db) => findStreamTotals(db, uid, now))

  expect(await findStreamTotals(books.db, many, now)).toMatchObject({
    todayMinor: 93_00, // 23 hours, and the quarter of an hour that has just begun
    monthMinor: (13 * 96 + 93) * 100,
  })
  expect(await pagesOf(many)).toBeLessThanOrEqual(1.5 * (await pagesOf(few)) + 5)
})
