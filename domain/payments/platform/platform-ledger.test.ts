import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { toMinorUnits } from '../../../contract/money/minor-units.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCreator } from '../../../db/builders.fixture.ts'
import type { Db } from '../../../db/connection.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import type { TestDb } from '../../../db/database.fixture.ts'
import { countPagesRead } from '../../../db/pages-read.fixture.ts'
import { sumInvoices } from '../../../db/queries/payments/invoices.ts'
import { closePastMonths, closingContext, monthsAgo, returnFee, tipIn } from '../invoices/invoices.fixture.ts'
import { buildManyTips } from '../ledger/ledger.fixture.ts'
import { sumPlatform } from '../reconciliation/check-sums.fixture.ts'
import { playHistory } from '../reconciliation/history.fixture.ts'
import { readPlatformMonth } from './read-month.ts'
import { writeEntries, writeInvoices } from './write-csv.ts'

interface Entry {
  kind: string
  provider: string
  account: string
  /** Provider, currency and account. */
  group: string
  minor: number
  movement: string
}

/** Reads the file of a month's entries with code of its own. */
async function readEntries(db: Db, month: string): Promise<Entry[]> {
  const csv = await text(writeEntries(db, { mode: 'test', month }, 'comma'))
  const [, ...lines] = csv.trimEnd().split('\r\n')
  return lines.map((line) => {
    const [, kind = '', provider = '', currency = '', account = '', amount = '', movement = ''] =
      line.split(',')
    const minor = toMinorUnits(Number(amount), currency.toLowerCase())
    return { kind, provider, account, group: [provider, currency, account].join(), minor, movement }
  })
}

function sumBy(entries: Entry[], keyOf: (entry: Entry) => string): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const entry of entries) sums[keyOf(entry)] = (sums[keyOf(entry)] ?? 0) + entry.minor
  return sums
}

/** Each movement sums to zero, and opening and movements to the closing. */
function expectBalanced(entries: Entry[]): void {
  const movements = entries.filter(({ movement }) => movement !== '')
  expect(Object.values(sumBy(movements, ({ movement }) => movement)).filter((sum) => sum !== 0)).toEqual([])
  const until = sumBy(
    entries.filter(({ kind }) => kind !== 'closing'),
    ({ group }) => group,
  )
  const closings = sumBy(
    entries.filter(({ kind }) => kind === 'closing'),
    ({ group }) => group,
  )
  expect({ ...closings, ...until }).toEqual(closings)
}

const isReceived = ({ account, movement }: Entry) => account === 'received' && movement !== ''

test('after a random history the export balances, and what was received is what the providers have booked', async () => {
  await using history = await playHistory(4_711, 30, 1)
  await history.finish()
  const { rows } = await sql<{ month: string }>`
    select distinct month::text as month from platform_month`.execute(history.db)

  const entries = (await Promise.all(rows.map(({ month }) => readEntries(history.db, month)))).flat()

  expectBalanced(entries)
  const received = sumBy(entries.filter(isReceived), ({ provider }) => provider)
  expect({ paypal: 0, stripe: 0, ...received }).toEqual(await sumPlatform(history.tell))
  expect(received['stripe']).toBeGreaterThan(0)
}, 120_000)

let books: TestDb
beforeAll(async () => void (books = await createTestDb({ isNew: true })))
afterAll(() => books[Symbol.asyncDispose]())

test('openings follow from closings, and invoices sum to the fees of each month', async () => {
  const { db } = books
  const { uid } = await buildCreator(db)
  const owed = await tipIn(db, uid, 3, { feeMode: 'owed' })
  await tipIn(db, uid, 2, { feeMode: 'owed', provider: 'stripe' })
  await returnFee(db, await tipIn(db, uid, 2), 1, 20)
  await closePastMonths(closingContext(db))

  for (const months of [3, 2, 1, 0]) {
    const { month } = monthsAgo(months)
    const entries = await readEntries(db, month)
    expectBalanced(entries)
    const income = sumBy(entries, ({ account, kind }) => `${account} ${kind}`)['fee_income closing'] ?? 0
    const invoices = await sumInvoices(db, { mode: 'test', month })
    const invoiced = invoices.reduce((sum, { net, vat }) => sum + net + vat, 0)
    expect(invoiced).toBe(months === 0 ? 0 : -income)
    const csv = await text(writeInvoices(db, { mode: 'test', month }, 'comma'))
    expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + invoices.length)
  }
  const config = { mode: owed.mode, invoicing: undefined }
  const { sums } = await readPlatformMonth({ db, config }, monthsAgo(0).month.slice(0, 7))
  expect(sums.map(({ owedOpening, owedClosing }) => [owedOpening, owedClosing])).toEqual([
    [50, 50],
    [50, 50],
  ])
})

test('a month reads as much after many tips as after few', async () => {
  await using few = await createTestDb({ isNew: true })
  await using many = await createTestDb({ isNew: true })
  const month = monthsAgo(0).month.slice(0, 7)
  const config = { mode: 'test', invoicing: undefined } as const
  const pages = []
  for (const [{ db, owner, url }, tips] of [
    [few, 40],
    [many, 4_000],
  ] as const) {
    const { uid } = await buildCreator(db)
    await buildManyTips(owner, uid, tips)
    pages.push(await countPagesRead(url, (counted) => readPlatformMonth({ db: counted, config }, month)))
  }

  expect(pages[1]).toBeLessThanOrEqual(1.5 * pages[0]! + 5)
})
