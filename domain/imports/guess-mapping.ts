/** Guesses from the beginning of a file which column has what, and how its cells are written. */
import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import type { FileGuess } from '../../contract/imports/import-calls.ts'
import type { ImportedTipRow } from '../../db/queries/imports/imports.ts'
import { AppError } from '../../contract/errors.ts'
import { delimiters, importFields, importMapping } from '../../contract/imports/tip-import.ts'
import type { DelimiterName, ImportMapping, TextEncoding } from '../../contract/imports/tip-import.ts'
import { decodeText } from './decode-text.ts'
import { csvOptions, isSeparatorLine, openLineNumbers, requireColumns, toRefusal } from './read-csv.ts'
import type { CsvLine, Parsed } from './read-csv.ts'
import { readText, readTime } from './read-cell.ts'
import { isProblem, readLine } from './read-line.ts'
import type { FileForm } from './read-line.ts'
import { cellsOf, findColumns } from './find-columns.ts'
import type { FoundColumns } from './find-columns.ts'
import { findEncoding } from './find-encoding.ts'
import { findReadings } from './find-readings.ts'
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
  /** The fields that have no column, whatever its name. */
  without?: readonly string[]
}

/**
 * Reads the beginning of a file with the given mapping, guesses the columns, and finds what the file leaves open. The file may be hostile,
 * so the product calls this only in `import-program.ts`, a process of its own. Throws AppError `import_refused` for a file without lines,
 * or without a header, and `too_large` for one with too many columns.
 */
export async function guessMapping({ bytes, given, without = [] }: GuessInput): Promise<FileGuess> {
  const found = findEncoding(bytes)
  const encoding = given.encoding ?? found.encoding
  const text = await decode(bytes, encoding)
  const delimiter = given.delimiter ?? guessDelimiter(text)
  const { header, lines } = readSample(text, delimiter)
  const names = header.map(simplifyName)
  const source = findSource(names)
  const columns = withoutFields({ ...findColumns(source, names, lines), ...pickColumns(given) }, without)
  const { proven, questions } = findReadings(lines, columns)
  const mapping =
    importMapping.safeParse(withoutFields({ delimiter, ...proven, ...given, ...columns }, without)).data ??
    null
  return {
    source,
    service: services[source].name,
    hasPublicNames: services[source].areNamesPublic,
    delimiter,
    encoding,
    columns: header.map((name, column) => toColumn(name, column, lines)),
    mapping,
    questions: found.question ? [found.question, ...questions] : questions,
    ...readFirst(lines, mapping && { source, mapping }),
  }
}

function pickColumns(given: Partial<ImportMapping>): FoundColumns {
  const entries = importFields.map((field) => [field, given[field]] as const)
  return Object.fromEntries(entries.filter(([, column]) => column !== undefined))
}

/** Returns fields without some of them. */
function withoutFields<Fields extends object>(fields: Fields, without: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !without.includes(name))) as Fields
}

async function decode(bytes: Buffer, encoding: TextEncoding): Promise<string> {
  let text = ''
  for await (const part of decodeText(Readable.from([bytes]), encoding)) text += part
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

function toColumn(name: string, column: number, lines: readonly CsvLine[]) {
  const sample = cellsOf(lines, column).find((cell) => cell.trim() !== '') ?? ''
  return { name: readText(name, sampleChars) ?? '', sample: readText(sample, sampleChars) ?? '' }
}

/** Reads the lines of the sample: the first tips, the first other lines, and how many those are. */
function readFirst(
  lines: readonly CsvLine[],
  form: FileForm | null,
): Pick<FileGuess, 'tips' | 'problems' | 'bad'> {
  const read = form ? lines.map((line) => readLine(line, form)) : []
  const problems = read.filter(isProblem)
  const tips = read.flatMap((one) => (isProblem(one) ? [] : [one]))
  return {
    tips: tips.slice(0, shownTips).map(toShown),
    problems: problems.slice(0, shownProblems).map(({ line, problem }) => ({ line, problem })),
    bad: problems.length,
  }
}

/** Converts a tip of a file to what its creator sees of it. */
export function toShown(tip: ImportedTipRow): FileGuess['tips'][number] {
  const { line, at, name, message, amountMinor, currency } = tip
  return { line, at: at.toISOString(), name, message, amount: amountMinor, currency }
}
