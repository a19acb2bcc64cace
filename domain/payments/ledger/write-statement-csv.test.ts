import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCreator } from '../../../db/builders.fixture.ts'
import type { Db } from '../../../db/connection.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import type { TestDb } from '../../../db/database.fixture.ts'
import { countPagesRead } from '../../../db/pages-read.fixture.ts'
import { buildTip } from './ledger.fixture.ts'
import { writeStatementCsv } from './write-statement-csv.ts'

const year = new Date().getUTCFullYear()

let books: TestDb
/** Two creators: one with ten thousand movements, and one with a hundred thousand. */
let small: string
let large: string

beforeAll(async () => {
  books = await createTestDb({ isNew: true })
  small = await createMovementsOf(10_500)
  large = await createMovementsOf(100_499)
})
afterAll(() => books[Symbol.asyncDispose]())

/** Creates a creator with a tip, and inserts this many further movements of it, without entries. */
async function createMovementsOf(count: number): Promise<string> {
  const { uid } = await buildCreator(books.db)
  await buildTip(books.db, uid)
  await sql`
    insert into ledger_movement (id, movement_id, kind, tip_id, creator_uid, provider, mode, currency, booked_at, creator_minor,
      platform_fee_minor, provider_fee_minor, fee_owed_minor, balance_minor, owed_balance_minor)
    select m.id + n, gen_random_uuid(), case when n % 10 = 0 then 'refund' else 'correction' end, m.tip_id, m.creator_uid,
      m.provider, m.mode, m.currency, m.booked_at, n, 0, 0, 0, n, 0
    from ledger_movement m, generate_series(1, ${count}::int) n where m.creator_uid = ${uid}`.execute(
    books.owner,
  )
  await sql`update ledger_year set last_id = last_id + ${count} where creator_uid = ${uid}`.execute(
    books.owner,
  )
  await sql`analyze`.execute(books.owner)
  return uid
}

test.each([
  ['everything', {}, 100_500],
  ['a year', { year }, 100_500],
  ['one kind', { kind: 'refund' }, 10_049],
  ['a year without movements', { year: 2001 }, 0],
] as const)('the file of %s has each movement once, oldest first, to the end', async (_, filter, count) => {
  const { content } = writeStatementCsv(books.db, {
    ...filter,
    creatorUid: large,
    mode: 'test',
    form: 'comma',
  })

  const [, ...lines] = (await text(content)).trimEnd().split('\r\n')

  expect(lines).toHaveLength(count)
  const totals = lines.map((line) => Number(line.split(',')[10])).slice(1)
  expect(totals).toEqual(totals.toSorted((a, b) => a - b))
  expect(new Set(totals).size).toBe(totals.length)
})

test.each([{}, { year }, { kind: 'refund' }] as const)(
  'the first rows of %o are written before later ones are read',
  async (filter) => {
    const readFirst = (creatorUid: string) =>
      countPagesRead(books.url, (db) => takeTwo(db, { ...filter, creatorUid }))

    expect(await readFirst(large)).toBeLessThanOrEqual(1.5 * (await readFirst(small)) + 10)
  },
)

/** Takes the byte order mark, the line of the columns, and the first page. */
async function takeTwo(db: Db, filter: { creatorUid: string }): Promise<void> {
  const { content } = writeStatementCsv(db, { ...filter, mode: 'test', form: 'comma' })
  const pages = content.iterator()
  await pages.next()
  await pages.next()
  const { value } = (await pages.next()) as { value: string }
  expect(value.split('\r\n').length).toBeLessThanOrEqual(1_001)
}
