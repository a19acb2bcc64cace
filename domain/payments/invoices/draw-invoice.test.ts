import { spawn } from 'node:child_process'
import { buffer, text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCreator } from '../../../db/builders.fixture.ts'
import { createTestDb } from '../../../db/database.fixture.ts'
import type { TestDb } from '../../../db/database.fixture.ts'
import { saveReferenceRates } from '../../../db/queries/payments/reference-rates.ts'
import { isPrintable } from './fonts.ts'
import type { ClosingContext } from './close-months.ts'
import { saveBillingDetails } from './billing-details.ts'
import { closePastMonths, closingContext, monthsAgo, returnFee, tipIn } from './invoices.fixture.ts'
import { openInvoiceFile } from './read-invoices.ts'

let books: TestDb
let ctx: ClosingContext
beforeAll(async () => {
  books = await createTestDb()
  ctx = closingContext(books.db)
})
afterAll(() => books[Symbol.asyncDispose]())

const details = { address: '1 High Street\nLeeds', country: 'GB', vatId: '', isOnReceipts: false }

/** Gives a creator fees and a name, closes the months, and returns the texts of each of the invoices. */
async function invoicesOf(
  { legalName, ...more }: Partial<typeof details> & { legalName?: string },
  { locale = 'en', returned = 0, months = 2, isChecked = false, hasRates = false } = {},
): Promise<string[]> {
  await using opened = await createTestDb()
  const own = { ...ctx, db: opened.db }
  const { uid } = await buildCreator(opened.db, { locale: locale as 'en', userName: `ada${months}` })
  if (legalName) await saveBillingDetails(own, uid, { ...details, ...more, legalName })
  if (isChecked) await sql`update billing_details set vat_id_checked_at = now()`.execute(opened.db)
  if (hasRates)
    await saveReferenceRates(opened.db, {
      day: monthsAgo(months).month.replace(/01$/, '27'),
      perEuro: { eur: 1, gbp: 0.8 },
    })
  const tip = await tipIn(opened.db, uid, months)
  if (returned > 0) await returnFee(opened.db, tip, months - 1, returned)
  await closePastMonths(own)
  const ids = await opened.db.selectFrom('invoice').select('id').orderBy('month').execute()
  return await Promise.all(ids.map(async ({ id }) => readPdf(await bytesOf(own, id))))
}

async function bytesOf(own: ClosingContext, id: string): Promise<Buffer> {
  return buffer((await openInvoiceFile(own, id)).content)
}

/** Prints the texts of the PDF on the standard input, as PDF.js reads them. Vitest stalls the worker of PDF.js, so this is a program. */
const reader = `
  import { buffer } from 'node:stream/consumers'
  import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
  const data = new Uint8Array(await buffer(process.stdin))
  const pdf = await getDocument({ data, verbosity: 0 }).promise
  const { items } = await (await pdf.getPage(1)).getTextContent()
  for (const { str } of items) console.log(str)
  process.exit(pdf.numPages === 1 ? 0 : 1)`

async function readPdf(bytes: Buffer): Promise<string> {
  const program = spawn(process.execPath, ['--input-type=module', '--eval', reader])
  program.stdin.end(bytes)
  return text(program.stdout)
}

test('an invoice has what the law wants on it', async () => {
  const [invoice] = await invoicesOf({ legalName: 'Ada Lovelace' })

  const year = new Date().getUTCFullYear()
  for (const part of [
    'Invoice',
    `TEST-${year}-000001`,
    'Brimful Ltd',
    '1 High Street',
    'VAT ID GB123456789',
    'Ada Lovelace',
    'Leeds',
    'United Kingdom',
    'Date of issue',
    'Month of the service',
    '£0.42',
    'VAT 20%, United Kingdom',
    '£0.08',
    'Total in GBP',
    '£0.50',
  ])
    expect(invoice).toContain(part)
})

test.each(['Zoë Łukaszewićz-Ðorđević', 'Ελένη Παπαδοπούλου', 'Юлія Ґалаґан', 'Çağla Şahin'])(
  'another program reads the name %s in it',
  async (legalName) => {
    const [invoice] = await invoicesOf({ legalName })

    expect(invoice!.normalize('NFC')).toContain(legalName.normalize('NFC'))
  },
)

test('a German business reads in German that it owes the VAT, with both VAT ids', async () => {
  const business = { legalName: 'Ada GmbH', country: 'DE', vatId: 'DE123456789' }
  const [invoice] = await invoicesOf(business, { locale: 'de', isChecked: true })

  for (const part of [
    'Rechnung',
    'Steuerschuldnerschaft des Leistungsempfängers.',
    'USt-IdNr. DE123456789',
    'Deutschland',
  ])
    expect(invoice).toContain(part)
  expect(invoice).not.toContain('Umsatzsteuer 1')
})

test('VAT in another currency is also in that of its country, with the rate and its day', async () => {
  const consumer = { legalName: 'Ada', country: 'DE', vatId: '' }
  const [invoice] = await invoicesOf(consumer, { hasRates: true })

  for (const part of [
    'VAT 19%, Germany',
    '£0.08',
    'VAT in EUR',
    '€0.10',
    'Net in EUR',
    '€0.53',
    '1 GBP = 1.25 EUR',
  ])
    expect(invoice).toContain(part)
})

test('a credit note names the invoice that it corrects, with negative amounts', async () => {
  const [, note] = await invoicesOf({ legalName: 'Ada' }, { returned: 50 })

  const year = new Date().getUTCFullYear()
  for (const part of [
    'Credit note',
    `TEST-CN-${year}-000001`,
    'Corrects invoice',
    `TEST-${year}-000001`,
    '−£0.50',
  ])
    expect(note).toContain(part)
})

test('without a name it has the public one', async () => {
  const [invoice] = await invoicesOf({})

  expect(invoice).toContain('@ada2')
})

test('the same invoice is the same file', async () => {
  const { uid } = await buildCreator(books.db)
  await tipIn(books.db, uid, 1)
  await closePastMonths(ctx)
  const { id } = await books.db.selectFrom('invoice').select('id').executeTakeFirstOrThrow()

  const first = await bytesOf(ctx, id)
  await new Promise((resolve) => void setTimeout(resolve, 1100))

  expect((await bytesOf(ctx, id)).equals(first)).toBe(true)
})

test.each([
  ['李小龙', false],
  ['فاطمة', false],
  ['Ada 🎉', false],
  ['Ada\u202e', false],
  ['Ada & Söhne’s “Łódź” №1', true],
])('whether %s can be printed: %s', (name, expected) => {
  expect(isPrintable(name)).toBe(expected)
})

test('a name that cannot be printed is refused beside its field', async () => {
  const { uid } = await buildCreator(books.db)

  const saved = saveBillingDetails(ctx, uid, { ...details, legalName: '李小龙' })

  await expect(saved).rejects.toMatchObject({ code: 'invalid_input' })
})
