import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import type { TestDb } from '../../../db/database.fixture.ts'
import { listPlatformSums } from '../../../db/queries/payments/platform-months.ts'
import { saveReferenceRates } from '../../../db/queries/payments/reference-rates.ts'
import { checkBalance } from '../ledger/check-balance.ts'
import { saveBillingDetails } from './billing-details.ts'
import { closePastMonths, closingContext, monthsAgo, returnFee, tipIn } from './invoices.fixture.ts'

let books: TestDb
beforeEach(async () => void (books = await createTestDb()))
afterEach(() => books[Symbol.asyncDispose]())

const address = { address: '1 Allee\n10115 Berlin', isOnReceipts: false }

async function listInvoices() {
  const { rows } = await sql<Record<string, unknown>>`
    select kind, year, number, creator_uid, month::text as month, tip_month::text as tip_month, corrects is not null as corrects,
      currency, total_minor, vat_minor, vat_rule, country from invoice order by month, tip_month desc, number`.execute(
    books.db,
  )
  return rows
}

test('every creator with fees gets one invoice a month, numbered without gaps, and the sums are stored', async () => {
  const { db } = books
  const creators = await Promise.all([buildCreator(db), buildCreator(db), buildCreator(db)])
  for (const { uid } of creators) await tipIn(db, uid, 1)
  await tipIn(db, creators[0].uid, 1, { feeMode: 'owed' })
  await tipIn(db, creators[0].uid, 0)
  const ctx = closingContext(db)

  await closePastMonths(ctx)
  await closePastMonths(ctx)

  const invoices = await listInvoices()
  expect(invoices.map(({ number }) => number)).toEqual([1, 2, 3])
  expect(new Set(invoices.map(({ creatorUid }) => creatorUid)).size).toBe(3)
  expect(invoices.find(({ creatorUid }) => creatorUid === creators[0].uid)).toMatchObject({
    kind: 'invoice',
    totalMinor: 1_00,
    vatMinor: 17,
    vatRule: 'charged',
    country: 'GB',
  })
  const { month } = monthsAgo(1)
  const closed = await sql`select charged_minor, received_minor, owed_closing_minor, month::text as month
    from closed_month_sum`.execute(db)
  expect(closed.rows).toEqual([{ month, chargedMinor: 2_00, receivedMinor: 1_50, owedClosingMinor: 50 }])
  expect(await listPlatformSums(db, { mode: 'test', month: monthsAgo(0).month })).toMatchObject([
    { owedOpening: 50, charged: 50, returned: 0, received: 50, owedClosing: 50 },
  ])
  expect(await checkBalance(ctx)).toEqual([])
})

test('nothing can be booked into a closed month, nor is a closed month or an invoice ever changed', async () => {
  const { db, owner } = books
  const { uid } = await buildCreator(db)
  await tipIn(db, uid, 1)
  await closePastMonths(closingContext(db))

  await expect(tipIn(db, uid, 1)).rejects.toThrow('the month is closed')
  for (const table of ['closed_month', 'closed_month_sum', 'invoice'])
    await expect(sql`delete from ${sql.table(table)}`.execute(owner)).rejects.toThrow('append-only')
  await expect(sql`update invoice set total_minor = 1`.execute(owner)).rejects.toThrow('append-only')
  await expect(sql`update invoice set total_minor = 1`.execute(db)).rejects.toMatchObject({ code: '42501' })
})

test('a fee that is returned later has a credit note with the VAT of its invoice, rounded once in all', async () => {
  const { db } = books
  const { uid } = await buildCreator(db)
  const ctx = closingContext(db)
  const tip = await tipIn(db, uid, 3)
  await returnFee(db, tip, 2, 20)
  await returnFee(db, tip, 1, 30)
  await closePastMonths(ctx)

  const invoices = await listInvoices()

  expect(invoices).toMatchObject([
    { kind: 'invoice', number: 1, totalMinor: 50, vatMinor: 8, corrects: false },
    { kind: 'credit_note', number: 1, totalMinor: 20, tipMonth: monthsAgo(3).month, corrects: true },
    { kind: 'credit_note', number: 2, totalMinor: 30, tipMonth: monthsAgo(3).month, corrects: true },
  ])
  const [first, second] = invoices.slice(1).map(({ vatMinor }) => Number(vatMinor))
  expect(first! + second!).toBe(8)
})

test('a fee that is returned in its own month lowers the invoice, and a whole one leaves none', async () => {
  const { db } = books
  const [some, all] = await Promise.all([buildCreator(db), buildCreator(db)])
  await returnFee(db, await tipIn(db, some.uid, 1), 1, 20)
  await returnFee(db, await tipIn(db, all.uid, 1), 1, 50)

  await closePastMonths(closingContext(db))

  expect(await listInvoices()).toMatchObject([{ creatorUid: some.uid, totalMinor: 30 }])
})

test('a business with a checked VAT id in another country gets no VAT, an unchecked one the VAT of its country', async () => {
  const { db } = books
  const [checked, unchecked] = await Promise.all([buildCreator(db), buildCreator(db)])
  const ctx = closingContext(db)
  for (const { uid } of [checked, unchecked]) {
    await tipIn(db, uid, 1)
    await saveBillingDetails(ctx, uid, {
      ...address,
      legalName: 'Ada GmbH',
      country: 'DE',
      vatId: 'DE123456789',
    })
  }
  await sql`update billing_details set vat_id_checked_at = now() where uid = ${checked.uid}`.execute(db)
  await saveReferenceRates(db, {
    day: monthsAgo(1).month.replace(/01$/, '27'),
    perEuro: { eur: 1, gbp: 0.8 },
  })

  await closePastMonths(ctx)

  const invoices = await listInvoices()
  const of = (uid: string) => invoices.find(({ creatorUid }) => creatorUid === uid)
  expect(of(checked.uid)).toMatchObject({ vatRule: 'reverse_charge', vatMinor: 0 })
  expect(of(unchecked.uid)).toMatchObject({ vatRule: 'charged', country: 'DE', vatMinor: 8 })
})

test('processes that close a month at once, one of which fails between two invoices, leave no gap and no double', async () => {
  const { db, owner } = books
  const creators = await Promise.all(Array.from({ length: 12 }, () => buildCreator(db)))
  for (const { uid } of creators) await tipIn(db, uid, 1)
  const last = creators
    .map(({ uid }) => uid)
    .toSorted()
    .at(-1)!
  await sql
    .raw(
      `create function fail() returns trigger language plpgsql as $$ begin
         if new.creator_uid = '${last}' then raise exception 'killed'; end if; return new; end $$;
       create trigger fail before insert on invoice for each row execute function fail()`,
    )
    .execute(owner)
  await expect(closePastMonths(closingContext(db))).rejects.toThrow('killed')
  await sql`drop trigger fail on invoice`.execute(owner)

  await Promise.all([1, 2, 3].map(() => closePastMonths(closingContext(db))))

  const numbers = (await listInvoices()).map(({ number }) => number)
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
})

test('without a seller no month is closed', async () => {
  const { uid } = await buildCreator(books.db)
  await tipIn(books.db, uid, 1)

  await closePastMonths({
    ...closingContext(books.db),
    config: { ...closingContext(books.db).config, invoicing: undefined },
  })

  expect(await listInvoices()).toEqual([])
})
