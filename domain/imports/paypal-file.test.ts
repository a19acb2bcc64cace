/** Tests that of PayPal's activity file only completed payments count that were received. */
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { guessMapping } from './guess-mapping.ts'
import { readImportFile } from './read-import-file.ts'
import type { ReadLines } from './read-import-file.ts'
import { isProblem } from './read-line.ts'

/** The columns as PayPal writes them: docs/importing.md. */
const english = `"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","To Email Address","Transaction ID","Reference Txn ID","Balance","Subject","Note","Balance Impact"
"01/28/2025","10:00:00","PST","Ann Lee","Donation Payment","Completed","USD","25.00","-1.00","24.00","ann@mail.example","c@mail.example","1AA000000000000A1","","25.00","","Keep going","Credit"
"01/28/2025","11:30:15","PST","Bo Kim","Mobile Payment","Completed","USD","35.00","-1.00","34.00","bo@mail.example","c@mail.example","1AA000000000000A2","","60.00","","","Credit"
"01/29/2025","09:00:00","PST","Pia Pending","Website Payment","Pending","USD","40.00","0.00","40.00","p@mail.example","c@mail.example","1AA000000000000A3","","60.00","","","Credit"
"01/29/2025","09:01:00","PST","Dan Denied","Express Checkout Payment","Denied","USD","400.00","0.00","400.00","d@mail.example","c@mail.example","1AA000000000000A4","","60.00","","","Credit"
"01/29/2025","10:00:00","PST","","Bank Deposit to PP Account ","Completed","USD","50.00","0.00","50.00","","","1AA000000000000A5","","110.00","","","Credit"
"01/30/2025","10:00:00","PST","","General Currency Conversion","Completed","USD","21.00","0.00","21.00","","","1AA000000000000A6","","131.00","","","Credit"
"01/30/2025","11:00:00","PST","PayPal","Reversal of General Account Hold","Completed","USD","50.00","0.00","50.00","","","1AA000000000000A7","","181.00","","","Credit"
"01/30/2025","12:00:00","PST","Shop","Payment Refund","Completed","USD","8.00","0.00","8.00","s@mail.example","c@mail.example","1AA000000000000A8","","189.00","","","Credit"
"01/31/2025","12:00:00","PST","Shop","General Payment","Completed","USD","-12.00","0.00","-12.00","c@mail.example","s@mail.example","1AA000000000000A9","","177.00","","","Debit"
"01/31/2025","13:00:00","PST","","User Initiated Withdrawal","Completed","USD","-100.00","0.00","-100.00","","","1AA000000000000B1","","77.00","","","Debit"
"01/31/2025","14:00:00","PST","Ann Lee","Shopping Cart Item","Completed","USD","25.00","0.00","25.00","","","1AA000000000000B2","","77.00","","",""
"01/31/2025","15:00:00","PST","Mo","Request Sent","Completed","USD","9.00","0.00","9.00","","","1AA000000000000B3","","77.00","","","Memo"
"01/31/2025","16:00:00","XYZT","Zoe","Donation Payment","Completed","USD","3.00","0.00","3.00","","","1AA000000000000B4","","80.00","","","Credit"
`
const german = `"Datum";"Uhrzeit";"Zeitzone";"Name";"Typ";"Status";"Währung";"Brutto";"Gebühr";"Netto";"Absender E-Mail-Adresse";"Empfänger E-Mail-Adresse";"Transaktionscode";"Zugehöriger Transaktionscode";"Guthaben";"Betreff";"Hinweis";"Auswirkung auf Guthaben"
"28.07.2025";"10:00:00";"Europe/Berlin";"Änne Groß";"Handyzahlung";"Abgeschlossen";"EUR";"1.025,50";"-1,00";"24,00";"a@mail.example";"c@mail.example";"2AA000000000000A1";"";"25,00";"";"Weiter so";"Haben"
"28.01.2025";"10:00:00";"Europe/Berlin";"Bo Kim";"Spendenzahlung";"Abgeschlossen";"EUR";"35,00";"-1,00";"34,00";"b@mail.example";"c@mail.example";"2AA000000000000A2";"";"60,00";"";"";"Haben"
"29.01.2025";"09:00:00";"Europe/Berlin";"Pia";"Website-Zahlung";"Ausstehend";"EUR";"40,00";"0,00";"40,00";"";"";"2AA000000000000A3";"";"60,00";"";"";"Memo"
"29.01.2025";"09:01:00";"Europe/Berlin";"Dan";"PayPal Express-Zahlung";"Abgelehnt";"EUR";"400,00";"0,00";"400,00";"";"";"2AA000000000000A4";"";"60,00";"";"";"Haben"
"29.01.2025";"10:00:00";"Europe/Berlin";"";"Bankgutschrift auf PayPal-Konto";"Abgeschlossen";"EUR";"50,00";"0,00";"50,00";"";"";"2AA000000000000A5";"";"110,00";"";"";"Haben"
"30.01.2025";"10:00:00";"Europe/Berlin";"";"Allgemeine Währungsumrechnung";"Abgeschlossen";"EUR";"21,00";"0,00";"21,00";"";"";"2AA000000000000A6";"";"131,00";"";"";"Haben"
"30.01.2025";"11:00:00";"Europe/Berlin";"";"Rückbuchung allgemeiner Einbehaltung";"Abgeschlossen";"EUR";"50,00";"0,00";"50,00";"";"";"2AA000000000000A7";"";"181,00";"";"";"Haben"
"30.01.2025";"12:00:00";"Europe/Berlin";"Shop";"Rückzahlung";"Abgeschlossen";"EUR";"8,00";"0,00";"8,00";"";"";"2AA000000000000A8";"";"189,00";"";"";"Haben"
"31.01.2025";"12:00:00";"Europe/Berlin";"Shop";"Allgemeine Zahlung";"Abgeschlossen";"EUR";"-12,00";"0,00";"-12,00";"";"";"2AA000000000000A9";"";"177,00";"";"";"Soll"
"31.01.2025";"13:00:00";"Europe/Berlin";"";"Von Nutzer eingeleitete Abbuchung";"Abgeschlossen";"EUR";"-100,00";"0,00";"-100,00";"";"";"2AA000000000000B1";"";"77,00";"";"";"Soll"
`

async function read(text: string) {
  const guess = await guessMapping({ bytes: Buffer.from(text), given: {} })
  const lines: ReadLines = []
  await readImportFile(
    { lines: { source: guess.source, mapping: guess.mapping! } },
    Readable.from([Buffer.from(text)]),
    async (part) => void lines.push(...part),
  )
  const problems = lines.filter(isProblem).map(({ line, problem }) => `${line} ${problem}`)
  const tips = lines.flatMap((one) => (isProblem(one) ? [] : [one]))
  return { guess, problems, tips }
}

test('of the English file only completed payments count, each other line has its reason', async () => {
  const { guess, problems, tips } = await read(english)

  expect(guess.source).toBe('paypal')
  expect(
    tips.map(({ name, amountMinor, currency, at }) => [name, amountMinor, currency, at.toISOString()]),
  ).toEqual([
    ['Ann Lee', 25_00, 'usd', '2025-01-28T18:00:00.000Z'],
    ['Bo Kim', 35_00, 'usd', '2025-01-28T19:30:15.000Z'],
  ])
  expect(problems).toEqual([
    '4 pending',
    '5 denied',
    '6 transfer',
    '7 conversion',
    '8 hold',
    '9 refund',
    '10 negative',
    '11 transfer',
    '12 kind',
    '13 kind',
    '14 zone',
  ])
})

test('of the German file only completed payments count, at the time of its zone', async () => {
  const { guess, problems, tips } = await read(german)

  expect(guess.source).toBe('paypal')
  expect(tips.map(({ name, amountMinor, at }) => [name, amountMinor, at.toISOString()])).toEqual([
    ['Änne Groß', 1025_50, '2025-07-28T08:00:00.000Z'],
    ['Bo Kim', 35_00, '2025-01-28T09:00:00.000Z'],
  ])
  expect(problems).toEqual([
    '4 pending',
    '5 denied',
    '6 transfer',
    '7 conversion',
    '8 hold',
    '9 refund',
    '10 negative',
    '11 transfer',
  ])
})
