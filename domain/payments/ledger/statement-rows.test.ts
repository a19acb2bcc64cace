import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallResponse } from '../../../contract/call.ts'
import type { getStatement, StatementEntry } from '../../../contract/payments/statement-calls.ts'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import type { TestDb } from '../../../db/database.fixture.ts'
import { listImbalances } from '../../../db/queries/payments/balance.ts'
import { buildManyTips } from './ledger.fixture.ts'
import { readStatement } from './read-statement.ts'
import { writeStatementCsv } from './write-statement-csv.ts'

const tips = 240

let books: TestDb
let uid: string
beforeAll(async () => {
  books = await createTestDb()
  uid = (await buildCreator(books.db)).uid
  await buildManyTips(books.owner, uid, tips)
  await bookHistory()
})
afterAll(() => books[Symbol.asyncDispose]())

/**
 * Replaces the entries of the tips by a history of three months around a new year. Every tip is captured; the fees come one to forty
 * movements later, so that some come in another month or year, and three in twenty never. Some tips are refunded, and some have a
 * dispute with a fee of its own. Every third tip is in yen.
 */
async function bookHistory(): Promise<void> {
  const { owner } = books
  for (const table of ['ledger_entry', 'ledger_movement', 'ledger_year', 'platform_month'])
    await sql
      .raw(
        `alter table ${table} disable trigger all; delete from ${table}; alter table ${table} enable trigger all`,
      )
      .execute(owner)
  await sql`alter table tip disable trigger all`.execute(owner)
  await sql`update tip set currency = case capture_no % 3 when 0 then 'jpy' else 'gbp' end where creator_uid = ${uid}`.execute(
    owner,
  )
  await sql`alter table tip enable trigger all`.execute(owner)
  await sql`
    with booked as (
      select t.*, e.kind, e.account, e.share, e.source, '2025-11-15T12:00:00Z'::timestamptz
          + (capture_no + case e.kind when 'capture' then 0 when 'provider_fee' then 1 + capture_no * 7919 % 40 else 50 end) * interval '8 hours'
          as at, case e.kind when 'capture' then 0 else 1 end as nth
      from tip t cross join (values
        ('capture', 'provider', -1000, null), ('capture', 'creator', 950, null), ('capture', 'platform_fee', 50, null),
        ('provider_fee', 'creator', -45, null), ('provider_fee', 'provider_fee', 45, null),
        ('refund', 'provider', 400, 'refund:re_'), ('refund', 'creator', -380, 'refund:re_'), ('refund', 'platform_fee', -20, 'refund:re_'),
        ('dispute_opened', 'creator', -620, 'dispute:dp_'), ('dispute_opened', 'disputed', 600, 'dispute:dp_'),
        ('dispute_opened', 'provider_fee', 20, 'dispute:dp_')
      ) e (kind, account, share, source)
      where t.creator_uid = ${uid} and case e.kind when 'capture' then true when 'provider_fee' then capture_no % 20 > 2
        when 'refund' then capture_no % 11 = 1 else capture_no % 13 = 1 end
    )
    insert into ledger_entry (movement_id, kind, tip_id, creator_uid, provider, mode, account, currency, amount_minor, booked_at, source_id)
    select md5(kind || id)::uuid, kind, id, creator_uid, provider, mode, account, currency, share, at, source || id
    from booked order by at, nth, capture_no, kind`.execute(owner)
  await sql`analyze`.execute(owner)
}

interface Row {
  id: number
  kind: string
  gross: number
  platformFee: number
  providerFee: number
  net: number
  balance: number
}

/** Computes every row and its balance from the entries alone: each fee of the capture's own month (UTC) is in the row of the capture. */
async function computeRows(): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with movement as (
      select min(id) as id, kind, tip_id, currency, to_char(min(booked_at) at time zone 'utc', 'YYYY-MM') as month,
        sum(amount_minor) filter (where account = 'creator') as net,
        -coalesce(sum(amount_minor) filter (where account = 'platform_fee'), 0) as platform_fee,
        -coalesce(sum(amount_minor) filter (where account = 'provider_fee'), 0) as provider_fee
      from ledger_entry where creator_uid = ${uid} group by movement_id, kind, tip_id, currency
    ), joined as (
      select m.id, m.kind, m.currency, m.platform_fee, m.provider_fee + coalesce(f.provider_fee, 0) as provider_fee,
        m.net + coalesce(f.net, 0) as net
      from movement m
      left join movement f on m.kind = 'capture' and f.kind = 'provider_fee' and f.tip_id = m.tip_id and f.month = m.month
      where m.kind <> 'provider_fee' or not exists (
        select from movement c where c.kind = 'capture' and c.tip_id = m.tip_id and c.month = m.month
      )
    )
    select id::int, kind, (net - platform_fee - provider_fee)::int as gross, platform_fee::int, provider_fee::int, net::int,
      (sum(net) over (partition by currency order by id))::int as balance
    from joined order by id desc`.execute(books.db)
  return rows
}

type Page = CallResponse<typeof getStatement>

async function readAll(filter: object = {}): Promise<StatementEntry[]> {
  const entries: StatementEntry[] = []
  let page: Page | undefined
  do {
    const before = page?.next ?? undefined
    page = await readStatement(books.db, { ...filter, creatorUid: uid, mode: 'test', before })
    entries.push(...page.entries)
  } while (page.next !== null)
  return entries
}

const toRow = ({ id, kind, amount, platformFee, providerFee, balance }: StatementEntry): Row => ({
  id,
  kind,
  gross: amount - platformFee - providerFee,
  platformFee,
  providerFee,
  net: amount,
  balance,
})

test('each tip is one row, whose fee came later, and every balance is the sum of the rows up to it', async () => {
  const rows = await computeRows()

  expect((await readAll()).map(toRow)).toEqual(rows)

  const captures = rows.filter(({ kind }) => kind === 'capture')
  expect(captures).toHaveLength(tips)
  expect(captures.filter(({ providerFee }) => providerFee === -45).length).toBeGreaterThan(tips / 2)
  expect(rows.filter(({ kind }) => kind === 'provider_fee').length).toBeGreaterThan(10)
  const imbalances = await listImbalances(books.owner, 1_000)
  expect(imbalances.filter(({ what }) => what.startsWith('kept'))).toEqual([])
})

test.each(['capture', 'provider_fee', 'refund', 'dispute_opened'])(
  'the rows of kind %s have the balances that they have among all rows',
  async (kind) => {
    const rows = (await computeRows()).filter((row) => row.kind === kind)

    expect((await readAll({ kind })).map(toRow)).toEqual(rows)
  },
)

test('the rows of a year add up to what the year shows, and to the ledger', async () => {
  const { rows: sums } = await sql<{ year: number; currency: string; net: number }>`
    select extract(year from booked_at at time zone 'utc')::int as year, currency, sum(amount_minor)::int as net
    from ledger_entry where creator_uid = ${uid} and account = 'creator' group by 1, 2 order by 1 desc, 2`.execute(
    books.db,
  )

  const { years } = await readStatement(books.db, { creatorUid: uid, mode: 'test' })
  const shown = await Promise.all(
    sums.map(async ({ year, currency }) => {
      const entries = (await readAll({ year })).filter((entry) => entry.currency === currency)
      return { year, currency, net: entries.reduce((sum, { amount }) => sum + amount, 0) }
    }),
  )

  expect(shown).toEqual(sums)
  expect(years.map(({ year, currency, net }) => ({ year, currency, net }))).toEqual(sums)
})

test('a month that is over does not change when a fee comes later', async () => {
  const before = (await readAll()).filter(({ bookedAt }) => bookedAt < '2026-01-01')

  await sql`
    insert into ledger_entry (movement_id, kind, tip_id, creator_uid, provider, mode, account, currency, amount_minor)
    select md5('provider_fee' || t.id)::uuid, 'provider_fee', t.id, creator_uid, provider, mode, account, currency, share
    from tip t, (values ('creator', -45), ('provider_fee', 45)) e (account, share)
    where creator_uid = ${uid} and capture_no = 1`.execute(books.owner)

  const entries = await readAll()
  expect(entries.filter(({ bookedAt }) => bookedAt < '2026-01-01')).toEqual(before)
  expect(entries[0]).toMatchObject({ kind: 'provider_fee', amount: -45 })
  expect(entries.map(toRow)).toEqual(await computeRows())
})

test('the file has the same rows, oldest first, with gross, fees, net and total', async () => {
  const { content } = writeStatementCsv(books.db, { creatorUid: uid, mode: 'test', form: 'comma' })
  const [header = '', ...lines] = (await text(content)).trimEnd().split('\r\n')

  const columns = header.replace('\uFEFF', '').split(',')
  const of = (line: string, column: string) => line.split(',')[columns.indexOf(column)]
  const units = (currency: string, minor: number) => String(currency === 'jpy' ? minor : minor / 100)
  const entries = (await readAll()).toReversed()
  expect(
    lines.map((line) =>
      ['Gross', 'Platform fee', 'Provider fee', 'Net', 'Running total'].map((c) => of(line, c)),
    ),
  ).toEqual(
    entries.map((entry) => {
      const { gross, platformFee, providerFee, net, balance } = toRow(entry)
      return [gross, platformFee, providerFee, net, balance].map((minor) => units(entry.currency, minor))
    }),
  )
})
