/** Guesses from the beginning of a file which column has what, and how its cells are written. */
import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import type { FileGuess } from '../../contract/import-calls.ts'
import type { ImportedTipRow } from '../../db/queries/imports.ts'
import { AppError } from '../../contract/errors.ts'
import { delimiters, importMapping } from '../../contract/tip-import.ts'
import type {
  DateOrder,
  DecimalMark,
  DelimiterName,
  ImportField,
  ImportMapping,
} from '../../contract/tip-import.ts'
import { readAmount } from '../../contract/read-amount.ts'
import { decodeText } from './decode-text.ts'
import { csvOptions, isSeparatorLine, openLineNumbers, requireColumns, toRefusal } from './read-csv.ts'
import type { CsvLine, Parsed } from './read-csv.ts'
import { readText, readTime } from './read-cell.ts'
import { isProblem, readLine } from './read-line.ts'
import type { FileForm } from './read-line.ts'
import { cellsOf, findColumns } from './find-columns.ts'
import { simplifyName } from './services/service.ts'
import { findSource, services } from './services/services.ts'

/** Lines of the sample that are looked at, and shown. */
const sampleLines = 2_000
const shownTips = 5
const shownProblems = 50
const sampleChars = 60

export interface GuessInput {
  /** The beginning of the file. */
  bytes: Buffer
  /** What is known already, instead of guesses. */
  given: Partial<ImportMapping>
  /** The creator's currency. */
  currency: string
}

/**
 * Reads the beginning of a file with the given mapping and guesses the rest of it. The file may be hostile, so the product calls
 * this only in `import-program.ts`, a process of its own. Throws AppError `import_refused` for a file without lines, or without a
 * header, and `too_large` for one with too many columns.
 */
export async function guessMapping({ bytes, given, currency }: GuessInput): Promise<FileGuess> {
  const text = await decode(bytes)
  const delimiter = given.delimiter ?? guessDelimiter(text)
  const { header, lines } = readSample(text, delimiter)
  const names = header.map(simplifyName)
  const source = findSource(names)
  const found = findColumns(source, names, lines)
  const cells = (field: ImportField) => cellsOf(lines, given[field] ?? found[field])
  const order = guessOrder(cells('time'), currency)
  const guessed = {
    ...found,
    delimiter,
    dateOrder: order.order,
    decimalMark: guessMark(cells('amount')),
    inCurrency: currency,
  }
  const mapping = importMapping.safeParse({ ...guessed, ...given }).data ?? null
  return {
    source,
    service: services[source].name,
    hasPublicNames: services[source].areNamesPublic,
    delimiter,
    columns: header.map((name, column) => toColumn(name, column, lines)),
    mapping,
    isOrderUnsure: order.isUnsure,
    ...readFirst(lines, mapping && { source, mapping }),
  }
}

async function decode(bytes: Buffer): Promise<string> {
  let text = ''
  for await (const part of decodeText(Readable.from([bytes]))) text += part
  return text
}

/** Returns the delimiter that the first line has most often outside of quotations. */
function guessDelimiter(text: string): DelimiterName {
  const first = text.split(/\r\n|\r|\n/, 2).find((line) => line.trim() !== '') ?? ''
  const stated = /^\uFEFF?sep=(.)$/i.exec(first)?.[1]
  const bare = first.replace(/"[^"]*"/g, '')
  const all = Object.entries(delimiters) as [DelimiterName, string][]
  const count = (mark: string) => (mark === stated ? Infinity : bare.split(mark).length)
  return all.toSorted(([, a], [, b]) => count(b) - count(a))[0]![0]
}

function readSample(text: string, delimiter: DelimiterName): { header: string[]; lines: CsvLine[] } {
  const records: Parsed[] = []
  try {
    parse(text, {
      ...csvOptions(delimiter),
      info: false,
      to: sampleLines,
      on_record(record: string[], info) {
        records.push({ record, info }) // so that what came before an error is kept
        return null
      },
    })
  } catch (error) {
    // The sample ends inside of a line, or the file is broken there: if there are lines before, reading all of it says where.
    if (records.length < 2) throw toRefusal(error, records.length + 1)
  }
  for (const { record } of records) requireColumns(record)
  const number = openLineNumbers()
  const [header, ...lines] = records
    .map((parsed): CsvLine => ({ line: number(parsed), cells: parsed.record }))
    .filter(({ cells }) => !isSeparatorLine(cells))
  if (!header || lines.length === 0) throw new AppError('import_refused', { text: 'error_import_empty' })
  const isData = header.cells.some((cell) => readTime(cell, 'dmy') ?? readTime(cell, 'mdy'))
  if (isData) throw new AppError('import_refused', { text: 'error_import_header' })
  return { header: header.cells, lines }
}

/** Chooses the order in which more dates exist; where both fit, that of the country of the currency. */
function guessOrder(cells: readonly string[], currency: string): { order: DateOrder; isUnsure: boolean } {
  const count = (order: DateOrder) => cells.filter((cell) => readTime(cell, order)).length
  const [dmy, mdy] = [count('dmy'), count('mdy')]
  if (dmy !== mdy) return { order: dmy > mdy ? 'dmy' : 'mdy', isUnsure: false }
  const differs = (cell: string) => readTime(cell, 'dmy')?.getTime() !== readTime(cell, 'mdy')?.getTime()
  const isDotted = cells.some((cell) => /^\d{1,2}\.\d{1,2}\./.test(cell.trim()))
  return { order: isDotted || currency !== 'usd' ? 'dmy' : 'mdy', isUnsure: cells.some(differs) }
}

/** Chooses the decimal mark with which more amounts can be read: with a point, `5,00` cannot, because thousands have three digits. */
function guessMark(cells: readonly string[]): DecimalMark {
  const count = (mark: DecimalMark) => cells.filter((cell) => readAmount(cell, mark)).length
  return count('comma') > count('point') ? 'comma' : 'point'
}

function toColumn(name: string, column: number, lines: readonly CsvLine[]) {
  const sample = cellsOf(lines, column).find((cell) => cell.trim() !== '') ?? ''
  return { name: readText(name, sampleChars) ?? '', sample: readText(sample, sampleChars) ?? '' }
}

/** Reads the lines of the sample: the first tips, the first lines that are none, and how many those are. */
function readFirst(
  lines: readonly CsvLine[],
  form: FileForm | null,
): Pick<FileGuess, 'tips' | 'problems' | 'bad'> {
  const read = form ? lines.map((line) => readLine(line, form)) : []
  const problems = read.filter(isProblem)
  const tips = read.flatMap((one) => (isProblem(one) ? [] : [one]))
  return {
    tips: tips.slice(0, shownTips).map(toShown),
    problems: problems.slice(0, shownProblems),
    bad: problems.length,
  }
}

/** Converts a tip of a file to what its creator sees of it. */
export function toShown(tip: ImportedTipRow): FileGuess['tips'][number] {
  const { line, at, name, message, amountMinor, currency } = tip
  return { line, at: at.toISOString(), name, message, amount: amountMinor, currency }
}
