import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { importLimits } from '../../contract/imports/tip-import.ts'
import type { ImportMapping } from '../../contract/imports/tip-import.ts'
import { openImportFiles } from './import-files.ts'
import type { ReadLines } from './read-import-file.ts'
import type { FileForm } from './read-line.ts'

const mapping: ImportMapping = {
  time: 0,
  amount: 1,
  delimiter: 'comma',
  dateOrder: 'dmy',
  decimalMark: 'point',
  inCurrency: 'usd',
}
const form: FileForm = { source: 'other', mapping }

function open() {
  const warnings: object[] = []
  return { ...openImportFiles({ warn: (fields: object) => void warnings.push(fields) }), warnings }
}

test('a file is read in order, and only what was understood of it comes back', async () => {
  const { read } = open()
  const lines: ReadLines = []
  const file = `Date,Amount,Email\n${'2025-01-01,5.00,jo@mail.example\n'.repeat(2_500)}2025-01-02,free,\n`

  await read('a', form, Readable.from([Buffer.from(file)]), async (batch) => void lines.push(...batch))

  expect(lines.length).toBe(2_501)
  expect(lines.map(({ line }) => line)).toEqual(lines.map((_, i) => i + 2))
  expect(lines[0]).toMatchObject({
    at: new Date('2025-01-01'),
    amountMinor: 5_00,
    dedupKey: expect.any(Buffer),
  })
  expect(lines.at(-1)).toEqual({ line: 2_502, problem: 'amount' })
  expect(JSON.stringify(lines)).not.toContain('mail.example')
})

test('a file whose cells never end costs its own process only', async () => {
  const { read, guess, warnings } = open()
  const piece = Buffer.alloc(1_000_000, ',')
  const commas = Readable.from(Array.from({ length: importLimits.megabytes }, () => piece))

  await expect(read('a', form, commas, async () => {})).rejects.toMatchObject({ code: 'import_refused' })

  expect(warnings).toEqual([{ reason: expect.stringContaining('import-program ended by') }])
  const bytes = Buffer.from('Date,Amount\n2025-01-01,5.00\n')
  expect(await guess('a', { bytes, given: {} })).toMatchObject({
    mapping: { time: 0, amount: 1 },
  })
})
