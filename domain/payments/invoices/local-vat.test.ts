import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import type { TestDb } from '../../../db/database.fixture.ts'
import { saveReferenceRates } from '../../../db/queries/payments/reference-rates.ts'
import type { Invoicing } from '../../config/seller-config.ts'
import { parseRates } from '../rates/reference-rates.ts'
import { closePastMonths, closingContext, monthsAgo, returnFee, tipIn } from './invoices.fixture.ts'
import { localCurrencyOf } from './local-vat.ts'

const irishSeller: Invoicing = {
  seller: { name: 'Brimful Ltd', address: ['1 Quay', 'Dublin'], country: 'IE', vatId: 'IE1234567T' },
  vatRates: new Map([['IE', 23_00]]),
  keptYears: 10,
}

let books: TestDb
beforeEach(async () => void (books = await createTestDb()))
afterEach(() => books[Symbol.asyncDispose]())

/** A day of the month that many months ago. */
const dayOf = (months: number, day: string) => `${monthsAgo(months).month.slice(0, 8)}${day}`

async function listLocal() {
  const { rows } = await sql<Record<string, unknown>>`
    select kind, total_minor, vat_minor, local_currency, local_net_minor, local_vat_minor, local_rate::float8 as local_rate,
      local_rate_on::text as local_rate_on from invoice order by month, number`.execute(books.db)
  return rows
}

test('VAT in another currency is also in that of its country, by the last rate of the month', async () => {
  const { db } = books
  const { uid } = await buildCreator(db)
  await tipIn(db, uid, 1, { amountMinor: 100_00, feeMinor: 10_00 })
  await saveReferenceRates(db, { day: dayOf(1, '26'), perEuro: { eur: 1, gbp: 0.9 } })
  await saveReferenceRates(db, { day: dayOf(1, '27'), perEuro: { eur: 1, gbp: 0.8 } })
  await saveReferenceRates(db, { day: dayOf(0, '01'), perEuro: { eur: 1, gbp: 0.5 } })

  await closePastMonths(closingContext(db, irishSeller))

  expect(await listLocal()).toEqual([
    {
      kind: 'invoice',
      totalMinor: 10_00,
      vatMinor: 1_87,
      localCurrency: 'eur',
      localNetMinor: 10_16,
      localVatMinor: 2_34,
      localRate: 1.25,
      localRateOn: dayOf(1, '27'),
    },
  ])
})

test('a credit note has the rate of the invoice that it corrects', async () => {
  const { db } = books
  const { uid } = await buildCreator(db)
  const tip = await tipIn(db, uid, 2, { amountMinor: 100_00, feeMinor: 10_00 })
  await returnFee(db, tip, 1, 5_00)
  await saveReferenceRates(db, { day: dayOf(2, '27'), perEuro: { eur: 1, gbp: 0.8 } })
  await saveReferenceRates(db, { day: dayOf(1, '27'), perEuro: { eur: 1, gbp: 0.5 } })

  await closePastMonths(closingContext(db, irishSeller))

  expect((await listLocal()).map(({ kind, localRate }) => [kind, localRate])).toEqual([
    ['invoice', 1.25],
    ['credit_note', 1.25],
  ])
})

test('an invoice in the currency of its VAT says it once', async () => {
  const { db } = books
  const { uid } = await buildCreator(db)
  await tipIn(db, uid, 1)

  await closePastMonths(closingContext(db))

  expect(await listLocal()).toMatchObject([{ vatMinor: 8, localCurrency: null, localRate: null }])
})

test('without a rate the month stays open, and is closed once there is one', async () => {
  const { db } = books
  const { uid } = await buildCreator(db)
  await tipIn(db, uid, 1)
  const ctx = closingContext(db, irishSeller)
  await expect(closePastMonths(ctx)).rejects.toThrow('no rate of gbp in eur')
  await saveReferenceRates(db, { day: dayOf(0, '02'), perEuro: { eur: 1, gbp: 0.8 } })

  await closePastMonths(ctx)

  expect(await listLocal()).toMatchObject([{ localCurrency: 'eur', localRateOn: dayOf(0, '02') }])
})

test('rates of currencies that no tip can be in are kept for VAT', () => {
  const xml = `<Cube time='2026-10-30'><Cube currency='GBP' rate='0.8'/><Cube currency='RON' rate='5.07'/></Cube>`

  expect(parseRates(xml)).toEqual({ day: '2026-10-30', perEuro: { eur: 1, gbp: 0.8 }, others: { ron: 5.07 } })
})

test.each([
  ['DE', 'eur'],
  ['BG', 'eur'],
  ['RO', 'ron'],
  ['GB', 'gbp'],
  ['US', undefined],
])('%s wants VAT in %s', (country, currency) => {
  expect(localCurrencyOf(country)).toBe(currency)
})
