import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { apiBase } from '../../contract/calls.ts'
import type { CallResponse } from '../../contract/call.ts'
import type * as calls from '../../contract/imports/import-calls.ts'
import type { FileGuess, TipImport } from '../../contract/imports/import-calls.ts'
import { importLimits } from '../../contract/imports/tip-import.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { runImport } from '../../domain/imports/run-import.ts'
import { readLeaderboard } from '../../domain/insights/read-leaderboard.ts'
import { readInsights, readTotalEarnings } from '../../domain/insights/read-insights.ts'
import { buildTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { startTestApp } from '../app.fixture.ts'

const app = await forFile(startTestApp())
const { db } = app

const header =
  'DateTime (UTC),From,Message,Item,Received,Given,Currency,TransactionType,TransactionId,Reference,SalesTax,SalesTaxPercentage,SalesTaxIncludesShipping,BuyerCountry,BuyerStateOrProvince,BuyerEmail,PaymentProvider'
const kofi =
  'time=0&name=1&message=2&amount=4&currency=6&type=7&id=8&delimiter=comma&dateOrder=dmy&decimalMark=point&inCurrency=usd'

interface KofiLine {
  at?: string
  from?: string
  message?: string
  received?: string
  currency?: string
  type?: string
  id?: string
}

function toLine({
  at = '2025-01-03T10:00:00Z',
  from = 'Jo',
  message = '',
  received = '5.00',
  currency = 'USD',
  type = 'Tip',
  id = randomUUID(),
}: KofiLine): string {
  return `${at},${from},${message},Ko-fi Support,${received},,${currency},${type},${id},,0,0,false,,,jo.secret@mail.example,PayPal`
}
const fileOf = (...lines: KofiLine[]) => [header, ...lines.map(toLine)].join('\r\n')

async function signInCreator() {
  const { uid } = await buildCreator(db, { currency: 'usd' })
  return { uid, cookie: await app.signIn(uid) }
}

type Refusal = { code?: string; ErrorMessage?: string }

async function check(cookie: string, file: string | Buffer, mapping = kofi, source = 'kofi') {
  const form = new FormData()
  form.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), 'Ko-fi.csv')
  const path = `${app.url}${apiBase}account/imports/check?${mapping}&fileName=Ko-fi.csv&source=${source}`
  const response = await fetch(path, { method: 'POST', body: form, headers: { cookie } })
  return { status: response.status, body: (await response.json()) as TipImport & Refusal }
}

/** Sends the beginning of a file, and returns how many bytes the response has as well. */
async function guess(cookie: string, file: string) {
  const form = new FormData()
  form.set('file', new Blob([file]), 'Ko-fi.csv')
  const path = `${app.url}${apiBase}account/imports/guess`
  const response = await fetch(path, { method: 'POST', body: form, headers: { cookie } })
  const text = await response.text()
  return { status: response.status, bytes: text.length, body: JSON.parse(text) as FileGuess | Refusal }
}

async function importAll(cookie: string, importId: string, choices: object = {}) {
  const body = { importId, inBoards: true, inTotals: true, rates: {}, ...choices }
  const started = await app.post('account/imports/start', body, cookie)
  await runImport(db, importId)
  return started
}

async function takeOut(cookie: string, importId: string) {
  const removed = await app.post('account/imports/remove', { importId }, cookie)
  await runImport(db, importId)
  return removed
}

async function readList(cookie: string) {
  return (await app.get('account/imports', cookie)).body as CallResponse<typeof calls.getImports>
}

const boardOf = async (uid: string) =>
  (await readLeaderboard(db, uid)).allTime.map(({ name, amount }) => [name, amount])

async function countRows(uid: string) {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from tip_import where creator_uid = ${uid}) as imports,
    (select count(*)::int from import_line l join tip_import i using (import_id) where i.creator_uid = ${uid}) as lines,
    (select count(*)::int from imported_tip where creator_uid = ${uid}) as tips,
    (select count(*)::int from imported_day_total where creator_uid = ${uid}) as days,
    (select count(*)::int from supporter_total where creator_uid = ${uid}) as totals,
    (select count(*)::int from outbox where creator_uid = ${uid}) as events,
    (select count(*)::int from ledger_entry where creator_uid = ${uid}) as entries`.execute(db)
  return rows[0]
}

test('a file is checked, imported, seen on the board and in the totals, and taken out again without a trace', async () => {
  const { uid, cookie } = await signInCreator()
  const file = fileOf(
    { received: '5.00', from: 'Jo' },
    { received: '7.50', from: 'JO', at: '2025-02-01T10:00:00Z' },
    { received: '3.00', from: 'Anonymous' },
    { received: '10.00', type: 'Shop Order' },
    { received: '', from: 'Mira' },
  )

  const checked = await check(cookie, file)

  expect(checked).toMatchObject({
    status: 200,
    body: {
      state: 'checked',
      fileName: 'Ko-fi.csv',
      summary: {
        lines: 5,
        fresh: 3,
        bad: 2,
        known: 0,
        from: '2025-01-03T10:00:00.000Z',
        to: '2025-02-01T10:00:00.000Z',
        currencies: [{ currency: 'usd', tips: 3, amount: 15_50 }],
      },
    },
  })
  expect(await boardOf(uid)).toEqual([])
  const { importId } = checked.body
  expect((await app.get(`account/imports/bad-lines?importId=${importId}`, cookie)).body).toEqual({
    lines: [
      { line: 5, problem: 'sale' },
      { line: 6, problem: 'none' },
    ],
    next: null,
  })

  expect((await importAll(cookie, importId)).body).toMatchObject({ state: 'importing' })

  expect((await readList(cookie)).imports).toMatchObject([
    { state: 'imported', tips: 3, worth: 15_50, progress: 100 },
  ])
  expect(await boardOf(uid)).toEqual([['JO', 12_50]]) // as it was written last
  expect(await readTotalEarnings(db, uid)).toMatchObject({ total: 15_50, general: 0, imported: 15_50 })
  expect(await readInsights(db, uid, '7')).toMatchObject({ total: 0, allTime: 15_50, imported: 15_50 })
  expect(await countRows(uid)).toMatchObject({ tips: 3, lines: 0, days: 2, events: 0, entries: 0 })

  expect((await takeOut(cookie, importId)).status).toBe(200)

  expect((await readList(cookie)).imports).toEqual([])
  expect(await boardOf(uid)).toEqual([])
  expect(await readTotalEarnings(db, uid)).toMatchObject({ total: 0, imported: 0 })
  expect(await countRows(uid)).toEqual({
    imports: 0,
    lines: 0,
    tips: 0,
    days: 0,
    totals: 0,
    events: 0,
    entries: 0,
  })
})

/** PayPal's activity file: one payment, one that was denied, and money from the bank. */
const paypal = `"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID","Balance Impact"
"01/28/2025","10:00:00","PST","Ann Lee","Donation Payment","Completed","USD","25.00","-1.00","24.00","1AA000000000000A1","Credit"
"01/29/2025","09:01:00","PST","Dan Denied","Website Payment","Denied","USD","400.00","0.00","400.00","1AA000000000000A4","Credit"
"01/29/2025","10:00:00","PST","","Bank Deposit to PP Account ","Completed","USD","50.00","0.00","50.00","1AA000000000000A5","Credit"
`

test('of PayPal’s file only what was received counts, and its names are not public ones', async () => {
  const { uid, cookie } = await signInCreator()
  const guessed = (await guess(cookie, paypal)).body as FileGuess
  expect(guessed).toMatchObject({ source: 'paypal', service: 'PayPal', hasPublicNames: false, bad: 2 })
  const mapping = new URLSearchParams(
    Object.entries(guessed.mapping!).map(([name, value]): [string, string] => [name, String(value)]),
  )

  const { body } = await check(cookie, paypal, String(mapping), 'paypal')

  expect(body).toMatchObject({
    source: 'paypal',
    hasPublicNames: false,
    summary: {
      fresh: 1,
      bad: 2,
      currencies: [{ currency: 'usd', tips: 1, amount: 25_00 }],
      leftOut: [
        { problem: 'denied', lines: 1 },
        { problem: 'transfer', lines: 1 },
      ],
    },
  })
  await importAll(cookie, body.importId)
  expect(await boardOf(uid)).toEqual([['Ann Lee', 25_00]])
})

test('what was returned of a payment is taken off it, in any order of the lines', async () => {
  const { uid, cookie } = await signInCreator()
  const header = 'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Net,Transaction ID,Reference Txn ID'
  const line = (name: string, type: string, gross: string, id: string, reference = '') =>
    `2025-01-28,10:00:00,PST,${name},${type},Completed,USD,${gross},${gross},${id},${reference}`
  const file = [
    header,
    line('Ann', 'Payment Refund', '-25.00', 'REFUND-0001', 'PAYMENT-0001'),
    line('Ann', 'Donation Payment', '25.00', 'PAYMENT-0001'),
    line('Bo', 'Donation Payment', '35.00', 'PAYMENT-0002'),
    line('Bo', 'Payment Refund', '-5.00', 'REFUND-0002', 'PAYMENT-0002'),
    line('Shop', 'Payment Refund', '8.00', 'REFUND-0003', 'PAYMENT-0002'),
  ].join('\n')
  const { mapping } = (await guess(cookie, file)).body as FileGuess
  const query = new URLSearchParams(
    Object.entries(mapping!).map(([name, value]): [string, string] => [name, String(value)]),
  )

  const { body } = await check(cookie, file, String(query), 'paypal')

  expect(body.summary).toMatchObject({
    lines: 5,
    fresh: 1,
    bad: 4,
    currencies: [{ currency: 'usd', tips: 1, amount: 30_00 }],
    leftOut: [
      { problem: 'refund', lines: 3 },
      { problem: 'returned', lines: 1 },
    ],
  })
  await importAll(cookie, body.importId)
  expect(await boardOf(uid)).toEqual([['Bo', 30_00]])
})

test('imported tips are added to those of a guest of the same name, and only they go again', async () => {
  const { uid, cookie } = await signInCreator()
  await buildTip(db, uid, { supporterName: 'Jo', amountMinor: 20_00 })
  const before = await boardOf(uid)
  const { body } = await check(cookie, fileOf({ from: 'jo', received: '5.00' }))

  await importAll(cookie, body.importId, { inTotals: false })
  expect(await boardOf(uid)).toEqual([['Jo', 25_00]])
  expect(await readTotalEarnings(db, uid)).toMatchObject({ total: 20_00, imported: 0 })

  await takeOut(cookie, body.importId)
  expect(await boardOf(uid)).toEqual(before)
})

test('tips that count nowhere are only listed', async () => {
  const { uid, cookie } = await signInCreator()
  const { body } = await check(cookie, fileOf({ message: 'Thank you!' }))

  await importAll(cookie, body.importId, { inBoards: false, inTotals: false })

  expect(await boardOf(uid)).toEqual([])
  expect(await readTotalEarnings(db, uid)).toMatchObject({ total: 0 })
  expect((await app.get(`account/imports/tips?importId=${body.importId}`, cookie)).body).toMatchObject({
    tips: [{ line: 2, name: 'Jo', message: 'Thank you!', amount: 500, currency: 'usd' }],
  })
})

test('the same file again changes nothing and says so', async () => {
  const { uid, cookie } = await signInCreator()
  const file = fileOf({ id: 'transaction-1' }, { id: 'transaction-2', from: 'Mia' })
  await importAll(cookie, (await check(cookie, file)).body.importId)
  const before = await boardOf(uid)

  const again = await check(cookie, file)
  const started = await importAll(cookie, again.body.importId)

  expect(again.body.summary).toMatchObject({ lines: 2, fresh: 0, known: 2, bad: 0 })
  expect(started).toMatchObject({ status: 409, body: { code: 'import_nothing' } })
  expect(await boardOf(uid)).toEqual(before)
  expect(await countRows(uid)).toMatchObject({ tips: 2 })
})

test('starting an import twice, and two workers at once, count each tip once', async () => {
  const { uid, cookie } = await signInCreator()
  const lines = Array.from({ length: 1_200 }, (_, i) => ({ from: `Fan ${i % 7}`, received: '1.00' }))
  const { body } = await check(cookie, fileOf(...lines))
  const choices = { importId: body.importId, inBoards: true, inTotals: true, rates: {} }

  await Promise.all([1, 2].map(() => app.post('account/imports/start', choices, cookie)))
  await Promise.all([1, 2, 3].map(() => runImport(db, body.importId)))

  expect(await readTotalEarnings(db, uid)).toMatchObject({ imported: 1_200_00 })
  const board = await boardOf(uid)
  expect(board.reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(1_200_00)
  await Promise.all([1, 2, 3].map(() => takeOut(cookie, body.importId)))
  expect(await countRows(uid)).toMatchObject({ tips: 0, totals: 0, days: 0, imports: 0 })
})

test('a repeated line is imported once: by transaction, or without one by time, name and amount', async () => {
  const { cookie } = await signInCreator()
  const { body } = await check(
    cookie,
    fileOf({ id: 'transaction-1' }, { id: 'transaction-1' }, { id: '' }, { id: '' }, { id: '', from: 'Mia' }),
  )

  expect(body.summary).toMatchObject({ fresh: 3, bad: 2 })
  expect((await app.get(`account/imports/bad-lines?importId=${body.importId}`, cookie)).body).toMatchObject({
    lines: [
      { line: 3, problem: 'repeated' },
      { line: 5, problem: 'repeated' },
    ],
  })
})

test('tips in other currencies count by the creator’s rate, and are not imported without one', async () => {
  const { uid, cookie } = await signInCreator()
  const { body } = await check(
    cookie,
    fileOf(
      { received: '10.00', currency: 'EUR', from: 'Eva' },
      { received: '1000', currency: 'JPY', from: 'Ken' },
      { received: '1.00' },
    ),
  )

  const refused = await importAll(cookie, body.importId, { rates: { eur: '1.085' } })
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', fields: { 'rates.jpy': 'Enter a rate, such as 1.08.' } },
  })
  expect(await importAll(cookie, body.importId, { rates: { eur: '0', jpy: '1' } })).toMatchObject({
    status: 400,
  })
  await importAll(cookie, body.importId, { rates: { eur: '1.085', jpy: '0.0067' } })

  expect(await boardOf(uid)).toEqual([
    ['Eva', 10_85],
    ['Ken', 6_70],
    ['Jo', 1_00],
  ])
})

test('names and messages from elsewhere are censored on the board, and email addresses are kept nowhere', async () => {
  const { uid, cookie } = await signInCreator()
  const { body } = await check(
    cookie,
    fileOf(
      { from: 'kys', received: '9.00' },
      { from: 'Visit evil.com', received: '8.00' },
      { from: '"=HYPERLINK(""https://evil.example"")"', received: '7.00' },
      { from: 'hidden.jo@mail.example', received: '6.00', message: 'Mail hidden.jo@mail.example' },
      { from: '"<img src=x onerror=alert(1)>"', received: '5.00' },
    ),
  )
  await importAll(cookie, body.importId)

  const names = (await boardOf(uid)).map(([name]) => name)
  expect(names).toEqual(['Anonymous', 'Visit [link]', '=HYPERLINK("[link]', '<img src=x onerror=alert(1)>'])
  const stored = await db.selectFrom('importedTip').selectAll().where('creatorUid', '=', uid).execute()
  expect(JSON.stringify(stored)).not.toMatch(/mail\.example/)
  expect(app.logged()).not.toMatch(/mail\.example|Ko-fi\.csv/)
})

test('other people neither see nor change an import', async () => {
  const [{ cookie }, other] = [await signInCreator(), await signInCreator()]
  const { importId } = (await check(cookie, fileOf({}))).body

  expect((await app.get(`account/imports/tips?importId=${importId}`, other.cookie)).body).toMatchObject({
    tips: [],
  })
  expect((await takeOut(other.cookie, importId)).status).toBe(404)
  expect((await importAll(other.cookie, importId)).status).toBe(404)
  expect((await readList(cookie)).imports).toMatchObject([{ state: 'checked' }])
})

test('a newer file takes the place of one that was only checked', async () => {
  const { cookie } = await signInCreator()
  const first = (await check(cookie, fileOf({}))).body
  const second = (await check(cookie, fileOf({ from: 'Mia' }))).body

  await runImport(db, first.importId)
  expect((await readList(cookie)).imports).toMatchObject([{ importId: second.importId, state: 'checked' }])
})

const plain = 'time=0&amount=1&delimiter=comma&dateOrder=dmy&decimalMark=point&inCurrency=usd'

test.for<[string, string | Buffer, number, RegExp]>([
  ['a spreadsheet', Buffer.from('504b0304140006000800', 'hex'), 415, /^This is a spreadsheet\./],
  ['a file without lines', 'Date,Amount\n', 415, /^This file has no tips in it\.$/],
  ['an empty file', '', 415, /^This file has no tips in it\.$/],
  [
    'an open quotation',
    'Date,Amount\n2025-01-01,5\n"2025-01-01,5\n2025-01-01,6\n',
    415,
    /^Line 3 starts a quotation/,
  ],
  [
    'too many columns',
    `Date,Amount${',x'.repeat(importLimits.columns)}\n2025-01-01,5\n`,
    413,
    /more than 100 columns/,
  ],
  [
    'too long a line',
    `Date,Amount\n2025-01-01,"${'x'.repeat(importLimits.lineChars)}"\n`,
    415,
    /^Line 2 starts/,
  ],
  [
    'too large a file',
    `Date,Amount
${`${'x'.repeat(9_999)}
`.repeat(5_001)}`,
    413,
    /up to 50 MB/,
  ],
])('refuses %s in one sentence, and keeps nothing of it', async ([_, file, status, text]) => {
  const { uid, cookie } = await signInCreator()

  const refusal = await check(cookie, file, plain)

  expect(refusal).toMatchObject({ status, body: { ErrorMessage: expect.stringMatching(text) } })
  await removeMarked(uid)
  expect(await countRows(uid)).toMatchObject({ imports: 0, lines: 0 })
})

test.for<[string, string, number, RegExp]>([
  [
    'too many columns',
    `Date,Amount${',x'.repeat(importLimits.columns)}\n2025-01-01,5\n`,
    413,
    /more than 100 columns/,
  ],
  ['nothing but commas', `${','.repeat(250_000)}\n1`, 413, /more than 100 columns/],
  ['an open quotation', `"${'x\n'.repeat(100_000)}`, 415, /^Line 1 starts a quotation/],
])('refuses a beginning with %s in one sentence', async ([_, file, status, text]) => {
  const { cookie } = await signInCreator()

  const refusal = await guess(cookie, file)

  expect({ ...refusal, body: refusal.bytes < 1_000 && refusal.body }).toMatchObject({
    status,
    body: { ErrorMessage: expect.stringMatching(text) },
  })
})

test('an upload that is cut off leaves nothing, and the next one is welcome at once', async () => {
  const { uid, cookie } = await signInCreator()
  const { port, hostname } = new URL(app.url)
  const path = `${apiBase}account/imports/check?${kofi}&fileName=Ko-fi.csv&source=kofi`
  const body = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${fileOf(...Array.from({ length: 3_000 }, () => ({})))}`
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 10000000\r\n\r\n${body}`,
  )
  await expect.poll(() => countRows(uid)).toMatchObject({ imports: 1, lines: expect.any(Number) })
  await expect.poll(async () => (await countRows(uid))?.['lines']).toBeGreaterThan(0)
  expect(await check(cookie, fileOf({}))).toMatchObject({ status: 409, body: { code: 'import_running' } })

  socket.destroy()

  await expect.poll(async () => (await check(cookie, fileOf({}))).status).toBe(200)
  await removeMarked(uid)
  expect(await countRows(uid)).toMatchObject({ imports: 1, lines: 1 })
})

test('tips cannot change their currency under an import', async () => {
  const { cookie } = await signInCreator()
  const { importId } = (await check(cookie, fileOf({}))).body
  await importAll(cookie, importId)

  const change = await app.post('account/change-currency', { currency: 'gbp' }, cookie)
  expect(change).toMatchObject({
    status: 409,
    body: { ErrorMessage: expect.stringMatching(/^Your imported tips/) },
  })
  await takeOut(cookie, importId)
  expect((await app.post('account/change-currency', { currency: 'gbp' }, cookie)).status).toBe(200)
})

/** Does what the workers do about imports that are marked for removal. */
async function removeMarked(uid: string): Promise<void> {
  const marked = await db
    .selectFrom('tipImport')
    .select('importId')
    .where('creatorUid', '=', uid)
    .where('state', '=', 'removing')
    .execute()
  for (const { importId } of marked) await runImport(db, importId)
}
