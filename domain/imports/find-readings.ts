/**
 * Finds how the cells of a file are written. What can be read in two ways is decided by the file as a whole if it proves one of them, and
 * else by the creator: docs/decisions/0045-what-a-file-leaves-open.md.
 */
import type { ImportQuestion } from '../../contract/imports/import-calls.ts'
import type { DateOrder, ImportField, ImportMapping } from '../../contract/imports/tip-import.ts'
import { decimalMarks, readAmount, readCurrencies } from '../../contract/money/read-amount.ts'
import type { DecimalMark } from '../../contract/money/read-amount.ts'
import { cellsOf } from './find-columns.ts'
import type { FoundColumns } from './find-columns.ts'
import type { CsvLine } from './read-csv.ts'
import { readAnyTime, readText, readTime } from './read-cell.ts'

/** What the file proves, and what it leaves open. */
export interface FoundReadings {
  proven: Pick<ImportMapping, 'dateOrder' | 'decimalMark'>
  questions: ImportQuestion[]
}

const orders = ['dmy', 'mdy'] as const satisfies DateOrder[]
const sampleChars = 60

/** Finds the order of dates, the decimal mark and the currency of the lines, whose columns are known. */
export function findReadings(lines: readonly CsvLine[], columns: FoundColumns): FoundReadings {
  const cells = (field: ImportField) => cellsOf(lines, columns[field])
  const dateOrder = proveOne(orders, cells('time'), readsDateOnlyIn)
  const decimalMark = proveOne(decimalMarks, cells('amount'), readsAmountOnlyWith)
  const questions = [
    dateOrder ? undefined : askOrder(cells('time')),
    decimalMark ? undefined : askMark(lines, columns),
    askCurrency(lines, columns),
  ]
  return {
    proven: { ...(dateOrder && { dateOrder }), ...(decimalMark && { decimalMark }) },
    questions: questions.filter((one) => one !== undefined),
  }
}

/** Returns the reading that some cells have alone, if no cell has the other one alone. */
function proveOne<Reading>(
  readings: readonly Reading[],
  cells: readonly string[],
  readsOnlyIn: (cell: string) => Reading | undefined,
): Reading | undefined {
  const seen = new Set(cells.map(readsOnlyIn))
  const proven = readings.filter((one) => seen.has(one))
  return proven.length === 1 ? proven[0] : undefined
}

function readsDateOnlyIn(cell: string): DateOrder | undefined {
  const at = readAnyTime(cell)
  if (at === undefined || at === 'unsure') return undefined
  const [dmy, mdy] = orders.map((order) => readTime(cell, order)?.getTime())
  if (dmy === mdy) return undefined
  return at.getTime() === dmy ? 'dmy' : 'mdy'
}

function readsAmountOnlyWith(cell: string): DecimalMark | undefined {
  const fitting = decimalMarks.filter((mark) => readAmount(cell, mark))
  return fitting.length === 1 ? fitting[0] : undefined
}

function askOrder(cells: readonly string[]): ImportQuestion | undefined {
  const cell = cells.find((one) => readAnyTime(one) === 'unsure')
  if (cell === undefined) return undefined
  return {
    field: 'dateOrder',
    sample: toSample(cell),
    readings: orders.map((value) => ({ value, text: readTime(cell, value)!.toISOString().slice(0, 10) })),
  }
}

function askMark(lines: readonly CsvLine[], columns: FoundColumns): ImportQuestion | undefined {
  const cell = cellsOf(lines, columns.amount).find((one) => readAmount(one)?.otherDigits !== undefined)
  if (cell === undefined) return undefined
  return {
    field: 'decimalMark',
    sample: toSample(cell),
    readings: decimalMarks.map((value) => ({ value, text: readAmount(cell, value)!.digits })),
  }
}

/** Asks for the currency of amounts that name none, or several. The readings are those of the first of these amounts. */
function askCurrency(
  lines: readonly CsvLine[],
  { amount, currency }: FoundColumns,
): ImportQuestion | undefined {
  for (const { cells } of lines) {
    const cell = amount === undefined ? '' : (cells[amount] ?? '')
    const written = readAmount(cell)
    if (!written) continue
    const named = currency === undefined ? '' : (cells[currency] ?? '').trim()
    const meant = named === '' ? written.currencies : readCurrencies(named)
    if (!meant || meant.length === 1) continue
    const readings = meant.map((value) => ({ value, text: value.toUpperCase() }))
    return { field: 'inCurrency', sample: toSample(named || cell), readings }
  }
  return undefined
}

function toSample(cell: string): string {
  return readText(cell, sampleChars) ?? ''
}
