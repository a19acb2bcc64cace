import { expect, test } from 'vitest'
import { guessMapping } from './guess-mapping.ts'

/** The header of Ko-fi's export today: docs/importing.md. */
const kofiHeader =
  'DateTime (UTC),From,Message,Item,Received,Given,Currency,TransactionType,TransactionId,Reference,SalesTax,SalesTaxPercentage,SalesTaxIncludesShipping,BuyerCountry,BuyerStateOrProvince,BuyerEmail,PaymentProvider'
const guess = (text: string, given = {}) => guessMapping({ bytes: Buffer.from(text), given })

test('knows the header of Ko-fi', async () => {
  const line =
    '2026-07-01T13:04:30Z,Jo,"Thanks, Mira!",Ko-fi Support,3.00,2.90,USD,Tip,tx-0000001,,0,0,false,,,jo@example.com,PayPal'
  const found = await guess(`${kofiHeader}\r\n${line}\r\n`)

  expect(found).toMatchObject({
    source: 'kofi',
    mapping: { time: 0, name: 1, message: 2, amount: 4, currency: 6, type: 7, id: 8, delimiter: 'comma' },
    tips: [
      {
        line: 2,
        at: '2026-07-01T13:04:30.000Z',
        name: 'Jo',
        message: 'Thanks, Mira!',
        amount: 300,
        currency: 'usd',
      },
    ],
  })
  expect(JSON.stringify(found)).not.toContain('jo@example.com')
})

test('guesses semicolons, decimal commas and German dates', async () => {
  const found = await guess('Datum;Name;Betrag;Nachricht\n31.12.2025 20:15;Jörg;1.234,50;Guten Rutsch\n', {
    inCurrency: 'gbp',
  })
  expect(found).toMatchObject({
    source: 'other',
    encoding: 'utf-8',
    mapping: {
      delimiter: 'semicolon',
      decimalMark: 'comma',
      dateOrder: 'dmy',
      inCurrency: 'gbp',
      time: 0,
      name: 1,
      amount: 2,
    },
    tips: [{ at: '2025-12-31T20:15:00.000Z', amount: 123_450 }],
  })
})

test('guesses the fields of the donations of Streamlabs and of the tips of StreamElements', async () => {
  expect(
    await guess(
      'donation_id\tcreated_at\tcurrency\tamount\tname\tmessage\temail\n96164121\t1751374800\tUSD\t13.37\ttest\thi\tx@y.example\n',
    ),
  ).toMatchObject({
    mapping: { delimiter: 'tab', time: 1, currency: 2, amount: 3, name: 4, message: 5 },
    tips: [{ at: '2025-07-01T13:00:00.000Z', amount: 1337 }],
  })
  expect(
    await guess(
      'createdAt,username,amount,currency,message,transactionId\n2025-02-19T15:07:09.302Z,Styler,4.2,USD,,2YH79902JR1691017\n',
    ),
  ).toMatchObject({
    mapping: { time: 0, name: 1, amount: 2, currency: 3, message: 4, id: 5 },
  })
})

test('finds the time and the amount by their cells, and takes what it is given instead', async () => {
  const file = 'a,b,c\nJo,3/4/2026,5.00\nMia,4/5/2026,6.00\n'
  expect(await guess(file)).toMatchObject({
    questions: [{ field: 'dateOrder' }, { field: 'inCurrency' }],
    mapping: { time: 1, amount: 2 },
    tips: [],
  })
  expect(await guess(file, { dateOrder: 'dmy', inCurrency: 'usd', name: 0 })).toMatchObject({
    mapping: { name: 0 },
    tips: [{ at: '2026-04-03T00:00:00.000Z', name: 'Jo' }, {}],
  })
})

test('returns the columns without a mapping if it finds no time', async () => {
  expect(await guess('a,b\nx,y\n')).toMatchObject({
    mapping: null,
    tips: [],
    columns: [
      { name: 'a', sample: 'x' },
      { name: 'b', sample: 'y' },
    ],
  })
})

test('reads the beginning of a file that ends inside of a quotation', async () => {
  const found = await guess('sep=;\nDate;Amount;Message\n2026-01-01;€5.00;hi\n2026-01-02;€5.00;"and so')
  expect(found.tips).toHaveLength(1)
  expect(found.delimiter).toBe('semicolon')
})

test.for([
  ['', 'error_import_empty'],
  ['Date,Amount\n', 'error_import_empty'],
  ['2026-01-01,5.00,Jo\n2026-01-02,5.00,Jo\n', 'error_import_header'],
])('refuses %j', async ([text, reason]) => {
  await expect(guess(text!)).rejects.toMatchObject({ code: 'import_refused', text: reason })
})
