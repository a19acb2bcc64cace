import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { importLimits } from '../../contract/imports/tip-import.ts'
import type { DelimiterName } from '../../contract/imports/tip-import.ts'
import { readCsv } from './read-csv.ts'
import type { CsvLine } from './read-csv.ts'

async function read(text: string, delimiter: DelimiterName = 'comma'): Promise<CsvLine[]> {
  const lines: CsvLine[] = []
  await readCsv(Readable.from([Buffer.from(text)]), { delimiter }, async (batch) => void lines.push(...batch))
  return lines
}

test('each line has the number under which an editor shows its beginning', async () => {
  const lines = await read('Date,Name\n1,"Jo\nDoe"\n2,Mia\n\r\n3,"a\r\nb\r\nc"\r\n4,Eva')
  expect(lines.map(({ line, cells }) => [line, cells[0]])).toEqual([
    [2, '1'],
    [4, '2'],
    [6, '3'],
    [9, '4'],
  ])
})

test('quotation marks inside of a cell, lines of different lengths and the line of Excel are read', async () => {
  expect(
    await read('sep=;\r\nDate;Name\r\n1;Jo "the fox" Doe\r\n2\r\n3;"say ""hi""";x\r\n', 'semicolon'),
  ).toEqual([
    { line: 3, cells: ['1', 'Jo "the fox" Doe'] },
    { line: 4, cells: ['2'] },
    { line: 5, cells: ['3', 'say "hi"', 'x'] },
  ])
})

test('a file may have 500,000 lines and no more', async () => {
  const file = (count: number) => Readable.from([Buffer.from(`Date,Amount\n${'1,\n'.repeat(count)}`)])
  let count = 0
  const take = async (lines: CsvLine[]) => void (count += lines.length)

  await readCsv(file(importLimits.lines), { delimiter: 'comma' }, take)
  expect(count).toBe(importLimits.lines)
  await expect(readCsv(file(importLimits.lines + 1), { delimiter: 'comma' }, take)).rejects.toMatchObject({
    code: 'too_large',
    text: { key: 'error_import_lines' },
  })
})

test('reads on only when the lines before are taken, and stops when they are refused', async () => {
  let running = 0
  const file = () => Readable.from([Buffer.from(`Date\n${'1\n'.repeat(5_000)}`)])
  await readCsv(file(), { delimiter: 'comma' }, async () => {
    expect(++running).toBe(1)
    await new Promise((done) => setTimeout(done, 1))
    running--
  })
  await expect(
    readCsv(file(), { delimiter: 'comma' }, () => Promise.reject(new Error('full'))),
  ).rejects.toThrow('full')
})
