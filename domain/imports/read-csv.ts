/** Reads the lines of a CSV file as a stream. */
import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { InfoRecord, Options } from 'csv-parse'
import { AppError } from '../../contract/errors.ts'
import { delimiters, importLimits } from '../../contract/imports/tip-import.ts'
import type { DelimiterName, ImportMapping } from '../../contract/imports/tip-import.ts'
import { decodeText } from './decode-text.ts'

/** A line with its number in an editor. Cells may contain line breaks, so it is the number of the line's beginning. */
export interface CsvLine {
  line: number
  cells: string[]
}

/** How much is passed on at once. */
const batchSize = 1_000

/**
 * Reads a file, passes the lines after the header to `take` in batches, and waits for it before it reads on. Throws AppError
 * `import_refused` and `too_large` with what is wrong, and what the source throws.
 */
export async function readCsv(
  source: Readable,
  { delimiter, encoding }: Pick<ImportMapping, 'delimiter' | 'encoding'>,
  take: (lines: CsvLine[]) => Promise<void>,
): Promise<void> {
  let last = 0
  const number = openLineNumbers()
  let isHeader = true
  let count = 0
  const decode = (chunks: AsyncIterable<Buffer>) => decodeText(chunks, encoding)
  await pipeline(source, decode, parse(csvOptions(delimiter)), async (records: AsyncIterable<Parsed>) => {
    let batch: CsvLine[] = []
    for await (const parsed of records) {
      const line = number(parsed)
      last = line + countBreaks(parsed.record)
      if (isSeparatorLine(parsed.record)) continue
      requireColumns(parsed.record)
      if (isHeader) {
        isHeader = false
        continue
      }
      if (++count > importLimits.lines) throw tooManyLines()
      batch.push({ line, cells: parsed.record })
      if (batch.length < batchSize) continue
      await take(batch)
      batch = []
    }
    if (batch.length > 0) await take(batch)
  }).catch((error: unknown) => {
    throw toRefusal(error, last + 1)
  })
}

/** A record of csv-parse with the option `info`. */
export interface Parsed {
  record: string[]
  info: Pick<InfoRecord, 'lines'>
}

/** Returns the options for reading every file. https://csv.js.org/parse/options/ */
export function csvOptions(delimiter: DelimiterName): Options {
  return {
    bom: true,
    delimiter: delimiters[delimiter],
    info: true,
    max_record_size: importLimits.lineChars,
    record_delimiter: ['\r\n', '\n', '\r'], // a file may have all of them
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }
}

/**
 * Returns a function that gives each record, in order, the number of its first line. csv-parse counts the lines up to a record's end,
 * and CR LF inside of a quotation as two.
 */
export function openLineNumbers(): (parsed: Parsed) => number {
  let countedTwice = 0
  return ({ record, info }) => {
    countedTwice += count(record, /\r\n/g)
    return Math.max(info.lines - countedTwice - countBreaks(record), 1)
  }
}

const countBreaks = (record: readonly string[]) => count(record, /\r\n|\r|\n/g)

function count(record: readonly string[], what: RegExp): number {
  return record.reduce((sum, cell) => sum + (cell.match(what)?.length ?? 0), 0)
}

/** Returns whether a record is the line `sep=;` that Excel begins a file with. */
export function isSeparatorLine(record: readonly string[]): boolean {
  return /^sep=.?$/i.test(record[0] ?? '') && record.length <= 2
}

/** Throws AppError `too_large` if a line has more columns than a file may have. */
export function requireColumns(record: readonly string[]): void {
  if (record.length <= importLimits.columns) return
  const values = { count: importLimits.columns }
  throw new AppError('too_large', { text: { key: 'error_import_columns', values } })
}

function tooManyLines(): AppError {
  return new AppError('too_large', {
    text: { key: 'error_import_lines', values: { count: importLimits.lines } },
  })
}

/**
 * Converts an error of the parser in a line, and returns any other as it is. A quotation that is never closed takes all that follows
 * into one cell.
 */
export function toRefusal(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error
  const isOpen = error.code === 'CSV_MAX_RECORD_SIZE' || error.code === 'CSV_QUOTE_NOT_CLOSED'
  if (!isOpen) return new AppError('import_refused')
  return new AppError('import_refused', { text: { key: 'error_import_quote', values: { line } } })
}
