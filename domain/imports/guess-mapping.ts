/** Guesses from the beginning of a file which column has what, and how its cells are written. */
import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import type { FileGuess } from '../../contract/import-calls.ts'
import type { ImportedTipRow } from '../../db/queries/imports.ts'
import { AppError } from '../../contract/errors.ts'
import { delimiters, importFields, importMapping } from '../../contract/tip-import.ts'
import type {
  DateOrder,
  DecimalMark,
  DelimiterName,
  ImportField,
  ImportMapping,
  ImportSource,
} from '../../contract/tip-import.ts'
import { readAmount } from '../../contract/read-amount.ts'
import { decodeText } from './decode-text.ts'
import { csvOptions, isSeparatorLine, openLineNumbers, requireColumns, toRefusal } from './read-csv.ts'
import type { CsvLine, Parsed } from './read-csv.ts'
import { readText, readTime } from './read-cell.ts'
import { isProblem, readLine } from './read-line.ts'

/** Lines of the sample that are looked at, and shown. */
const sampleLines = 300
const shownLines = 5
const sampleChars = 60

/**
 * The names that columns have at the services, in lower case and without other characters, the best first. Ko-fi:
 * docs/importing.md. Streamlabs: the fields of https://dev.streamlabs.com/reference/donations. StreamElements: those of
 * https://docs.streamelements.com/websockets/topics/channel-tips, and of the tools that export them.
 */
const names: Record<ImportField, readonly string[]> = {
  time: [
    'datetimeutc',
    'datetime',
    'createdat',
    'timestamp',
    'date',
    'time',
    'donatedat',
    'tippedat',
    'donationdate',
    'transactiondate',
    'paymentdate',
    'day',
    'datum',
    'zeitpunkt',
    'zeit',
  ],
  amount: [
    'received',
    'amount',
    'tipamount',
    'donationamount',
    'grossamount',
    'gross',
    'total',
    'donation',
    'tip',
    'sum',
    'value',
    'betrag',
    'summe',
  ],
  currency: ['currency', 'currencycode', 'währung', 'waehrung'],
  name: [
    'from',
    'name',
    'username',
    'displayname',
    'donor',
    'donorname',
    'donator',
    'donatorname',
    'supporter',
    'supportername',
    'tipper',
    'nickname',
    'user',
    'sender',
    'von',
  ],
  message: ['message', 'comment', 'donationmessage', 'tipmessage', 'note', 'text', 'nachricht', 'kommentar'],
  id: ['transactionid', 'donationid', 'paymentid', 'tipid', 'orderid', 'id', '_id', 'transaktionsnummer'],
  type: ['transactiontype', 'type', 'kind', 'typ'],
}
/** Columns that only Ko-fi's export has together. */
const kofiColumns = ['datetimeutc', 'from', 'received', 'transactionid']

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
  const columns = header.map(simplify)
  const found = { ...findByName(columns), ...findByCells(columns, lines) }
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
    source: guessSource(columns),
    delimiter,
    columns: header.map((name, column) => toColumn(name, column, lines)),
    mapping,
    isOrderUnsure: order.isUnsure,
    ...readFirst(lines, mapping),
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

function simplify(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}_]/gu, '')
}

function guessSource(columns: readonly string[]): ImportSource {
  return kofiColumns.every((name) => columns.includes(name)) ? 'kofi' : 'other'
}

type Found = Partial<Record<ImportField, number>>

/** Finds columns by their names; no column is two fields. */
function findByName(columns: readonly string[]): Found {
  const found: Found = {}
  for (const field of importFields) {
    const name = names[field].find((one) => columns.includes(one))
    if (name !== undefined) found[field] = columns.indexOf(name)
  }
  return found
}

/** Finds the columns of the time and the amount by their cells, if no column has such a name. */
function findByCells(columns: readonly string[], lines: readonly CsvLine[]): Found {
  const named = findByName(columns)
  const taken = new Set(Object.values(named))
  const find = (fits: (cell: string) => boolean) =>
    columns.findIndex((_, column) => !taken.has(column) && fitsMost(cellsOf(lines, column), fits))
  const found: Found = {}
  const time = named.time ?? find((cell) => Boolean(readTime(cell, 'dmy') ?? readTime(cell, 'mdy')))
  if (time !== -1) found.time = time
  taken.add(time)
  const amount = named.amount ?? find(hasCents)
  if (amount !== -1) found.amount = amount
  return found
}

function fitsMost(cells: readonly string[], fits: (cell: string) => boolean): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  return filled.length > 0 && filled.filter(fits).length / filled.length > 0.8
}

function hasCents(cell: string): boolean {
  return /\.\d{2}$/.test(readAmount(cell)?.digits ?? '')
}

function cellsOf(lines: readonly CsvLine[], column: number | undefined): string[] {
  return column === undefined ? [] : lines.map(({ cells }) => cells[column] ?? '')
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

function readFirst(
  lines: readonly CsvLine[],
  mapping: ImportMapping | null,
): Pick<FileGuess, 'tips' | 'problems'> {
  const read = mapping ? lines.slice(0, shownLines).map((line) => readLine(line, mapping)) : []
  return {
    problems: read.filter(isProblem),
    tips: read.flatMap((one) => (isProblem(one) ? [] : [toShown(one)])),
  }
}

/** Converts a tip of a file to what its creator sees of it. */
export function toShown(tip: ImportedTipRow): FileGuess['tips'][number] {
  const { line, at, name, message, amountMinor, currency } = tip
  return { line, at: at.toISOString(), name, message, amount: amountMinor, currency }
}
