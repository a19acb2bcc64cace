import { expect, test } from 'vitest'
import { apiBase } from '../../contract/calls.ts'
import type { CallResponse } from '../../contract/call.ts'
import type { FileGuess, TipImport, listImportedTips } from '../../contract/imports/import-calls.ts'
import { buildCreator } from '../../db/builders.fixture.ts'
import { forFile } from '../../db/for-file.fixture.ts'
import { buildTip } from '../../domain/payments/ledger/ledger.fixture.ts'
import { startTestApp } from '../app.fixture.ts'

const app = await forFile(startTestApp())
const { db } = app

const names = ['Jörg; "der" Große', '=SUM(1)', 'Mia, −5', "O'Hara", 'Ann;=cmd|1', 'Bo,=cmd|1']
const amounts = [5_70, 12_00, 1_234_56, 10_05, 99, 8_00]

/** Creates a creator with tips of these names and amounts. */
async function signInCreator() {
  const { uid } = await buildCreator(db, { currency: 'gbp' })
  for (const [i, supporterName] of names.entries())
    await buildTip(db, uid, {
      provider: 'paypal',
      supporterName,
      amountMinor: amounts[i]!,
      feeMinor: 0,
      mode: app.ctx.config.mode,
    })
  return { uid, cookie: await app.signIn(uid) }
}

async function download(cookie: string, path: string): Promise<string> {
  const response = await fetch(`${app.url}${apiBase}${path}`, { headers: { cookie } })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer()).toString() // response.text() would drop the byte order mark
}

async function upload<T>(cookie: string, path: string, file: string): Promise<T> {
  const form = new FormData()
  form.set('file', new Blob([file]), 'statement.csv')
  const response = await fetch(`${app.url}${apiBase}${path}`, {
    method: 'POST',
    body: form,
    headers: { cookie },
  })
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

test.each([
  ['comma', ',5.7,'],
  ['semicolon', ';5,7;'],
] as const)('the importer reads the statement that was written with %s', async (form, amount) => {
  const { cookie } = await signInCreator()

  const file = await download(cookie, `books/statement-file?form=${form}`)
  const { mapping } = await upload<FileGuess>(cookie, 'account/imports/guess', file)
  const query = new URLSearchParams(
    Object.entries(mapping!).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const { importId, summary } = await upload<TipImport>(
    cookie,
    `account/imports/check?${query}&fileName=statement.csv&source=other`,
    file,
  )

  expect(file).toContain(amount)
  expect(mapping).toMatchObject({ delimiter: form, decimalMark: form === 'comma' ? 'point' : 'comma' })
  expect(summary).toMatchObject({ fresh: names.length, bad: 0 })
  const { body } = await app.get(`account/imports/tips?importId=${importId}`, cookie)
  const { tips } = body as CallResponse<typeof listImportedTips>
  expect(tips.map(({ name, amount: minor }) => [name, minor])).toEqual(
    names.map((name, i) => [name, amounts[i]]),
  )
})

test.each([
  ['comma', ';'],
  ['semicolon', ','],
] as const)(
  'no cell of a file with %s begins as a formula, also when a spreadsheet takes another separator',
  async (form, other) => {
    const { cookie } = await signInCreator()

    const file = await download(cookie, `books/statement-file?form=${form}`)

    const cells = file.split(/\r\n/).flatMap((line) => line.split(other))
    expect(cells.filter((cell) => /^["\s]*[-=+@]/.test(cell))).toEqual([])
  },
)

test('a file begins with a byte order mark and the columns, and its lines end with CR LF', async () => {
  const { cookie } = await signInCreator()

  const file = await download(cookie, 'books/statement-file?form=semicolon')

  expect(file.startsWith('\uFEFFTime (UTC);Kind;')).toBe(true)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(file).toContain(`;"Jörg; ""der"" Große";`)
  expect(file).toContain(`;'=SUM(1);`)
})
