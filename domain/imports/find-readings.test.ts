/** Tests that the creator decides what a file leaves open, and nothing else does. */
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { guessMapping } from './guess-mapping.ts'
import { readImportFile } from './read-import-file.ts'
import type { ReadLines } from './read-import-file.ts'
import { isProblem } from './read-line.ts'

type Given = Partial<Parameters<typeof guessMapping>[0]>

async function read(text: string | Buffer, { given = {}, ...rest }: Given = {}) {
  const bytes = Buffer.from(text as string)
  const guess = await guessMapping({ bytes, given, ...rest })
  const lines: ReadLines = []
  const form = { source: guess.source, mapping: guess.mapping! }
  await readImportFile({ lines: form }, Readable.from([bytes]), async (part) => void lines.push(...part))
  const shown = lines.map((one) =>
    isProblem(one) ? one.problem : `${one.at.toISOString().slice(0, 10)} ${one.amountMinor} ${one.currency}`,
  )
  const questions = guess.questions.map(({ field, sample }) => `${field} ${sample}`)
  return { guess, shown, questions, readings: guess.questions.map(({ readings }) => readings) }
}

test('dates that have two readings are a question, and are no tips until the creator has said which', async () => {
  const file = 'Date,Amount,Currency\n03/04/2026,5.00,USD\n05/04/2026,6.00,USD\n2026-07-01,7.00,USD\n'

  const { questions, readings, shown, guess } = await read(file)

  expect(questions).toEqual(['dateOrder 03/04/2026'])
  expect(readings).toEqual([
    [
      { value: 'dmy', text: '2026-04-03' },
      { value: 'mdy', text: '2026-03-04' },
    ],
  ])
  expect(shown).toEqual(['unsureTime', 'unsureTime', '2026-07-01 700 usd'])
  expect(guess.mapping).not.toHaveProperty('dateOrder')
  const answered = await read(file, { given: { dateOrder: 'mdy' } })
  expect(answered.shown).toEqual(['2026-03-04 500 usd', '2026-05-04 600 usd', '2026-07-01 700 usd'])
  expect(answered.questions).toEqual(['dateOrder 03/04/2026'])
})

test.for<[string, string, string]>([
  ['a day after the 12th', '03/04/2026\n13/04/2026', 'dmy'],
  ['a month after the 12th', '03/04/2026\n04/13/2026', 'mdy'],
  ['points, which stand between day and month', '03.04.2026', 'dmy'],
])('%s proves the order of dates', async ([_, dates, order]) => {
  const file = `Date,Amount,Currency\n${dates.replace(/$/gm, ',5.00,USD')}\n`
  const { questions, guess } = await read(file)
  expect(questions).toEqual([])
  expect(guess.mapping?.dateOrder).toBe(order)
})

test('a file in which both orders are proven leaves a question', async () => {
  const file = 'Date,Amount,Currency\n13/04/2026,5.00,USD\n04/13/2026,5.00,USD\n03/04/2026,5.00,USD\n'
  expect((await read(file)).questions).toEqual(['dateOrder 03/04/2026'])
})

test('a mark that has two readings is a question, unless another amount of the file proves one', async () => {
  const file = 'Date,Amount,Currency\n2026-07-01,1.000,EUR\n2026-07-02,5,EUR\n2026-07-03,1.000,JPY\n'

  const { questions, readings, shown } = await read(file)

  expect(questions).toEqual(['decimalMark 1.000'])
  expect(readings).toEqual([
    [
      { value: 'point', text: '1.000' },
      { value: 'comma', text: '1000' },
    ],
  ])
  expect(shown).toEqual(['unsureAmount', '2026-07-02 500 eur', '2026-07-03 1000 jpy'])
  expect((await read(file, { given: { decimalMark: 'comma' } })).shown[0]).toBe('2026-07-01 100000 eur')
  const proven = await read(`${file}2026-07-04,"7,50",EUR\n`)
  expect(proven.questions).toEqual([])
  expect(proven.shown[0]).toBe('2026-07-01 100000 eur')
})

test('a symbol of several currencies, and amounts without one, are questions', async () => {
  const dollars = 'Date,Amount\n2026-07-01,$5.00\n2026-07-02,€6.00\n'
  const { questions, readings, shown } = await read(dollars)
  expect(questions).toEqual(['inCurrency $5.00'])
  expect(readings[0]!.slice(0, 3).map(({ value }) => value)).toEqual(['usd', 'cad', 'aud'])
  expect(shown).toEqual(['unsureCurrency', '2026-07-02 600 eur'])
  expect((await read(dollars, { given: { inCurrency: 'aud' } })).shown[0]).toBe('2026-07-01 500 aud')

  const bare = await read('Date,Amount\n2026-07-01,5.00\n')
  expect(bare.questions).toEqual(['inCurrency 5.00'])
  expect(bare.readings).toEqual([[]])
  expect(bare.shown).toEqual(['unsureCurrency'])
})

test('the currencies of a column with an unknown name are found, and an unknown currency is never another one', async () => {
  const { guess, shown, questions } = await read(
    'Date,Amount,Geldart\n2026-07-01,5.00,EUR\n2026-07-02,6.00,eur\n2026-07-03,7.00,€\n2026-07-04,7.00,XQZ\n2026-07-05,8.00,Taler\n2026-07-06,8.00,SEK\n2026-07-06,8.00,SEK\n2026-07-06,8.00,SEK\n2026-07-06,8.00,SEK\n2026-07-06,8.00,SEK\n2026-07-06,8.00,SEK\n',
  )
  expect(guess.mapping?.currency).toBe(2)
  expect(questions).toEqual([])
  expect(shown.slice(0, 6)).toEqual([
    '2026-07-01 500 eur',
    '2026-07-02 600 eur',
    '2026-07-03 700 eur',
    'currency',
    'currency',
    '2026-07-06 800 sek',
  ])
})

test('a column that the creator says is not in the file stays away', async () => {
  const file = 'Date,Amount,Currency,Name,Status\n2026-07-01,5.00,USD,Jo,E5\n'
  expect((await read(file)).shown).toEqual(['state'])
  const { guess, shown } = await read(file, { without: ['status', 'name'] })
  expect(shown).toEqual(['2026-07-01 500 usd'])
  expect(guess.tips).toMatchObject([{ name: null }])
})
