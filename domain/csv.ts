/** Writes every CSV file of the product, and reads back the apostrophes that keep its cells from being formulas. */
import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { csvForms } from '../contract/csv-form.ts'
import type { CsvForm } from '../contract/csv-form.ts'

/** A cell. Numbers get the decimal mark of the form; dates are written as in ISO 8601, and objects as JSON. */
export type CsvCell = string | number | boolean | Date | object | null | undefined

/**
 * Writes pages of rows as CSV (RFC 4180) in UTF-8, and reads a page when the reader has taken the one before. The first row names the
 * columns. The file begins with a byte order mark, because without it Excel takes another encoding. It has no line `sep=`, because that
 * line makes Excel ignore the mark (https://github.com/Belphemur/vue-json-csv/issues/43).
 *
 * Text that a spreadsheet would execute as a formula gets an apostrophe: at the beginning of a cell, and after the separator of the other
 * form, where a spreadsheet of another country begins a cell (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function writeCsv(form: CsvForm, pages: AsyncIterable<readonly (readonly CsvCell[])[]>): Readable {
  return Readable.from(toText(form, pages))
}

async function* toText(
  form: CsvForm,
  pages: AsyncIterable<readonly (readonly CsvCell[])[]>,
): AsyncGenerator<string> {
  const { delimiter, decimalMark } = csvForms[form]
  const toNumber = decimalMark === 'comma' ? (number: number) => String(number).replace('.', ',') : String
  const options = {
    delimiter,
    record_delimiter: '\r\n',
    escape_formulas: true,
    cast: {
      string: (text: string) => text.replace(inside[form], "$1'"),
      number: toNumber,
      boolean: String,
      date: (time: Date) => time.toISOString(),
      object: (value: object) => JSON.stringify(value),
    },
  }
  yield '\uFEFF'
  for await (const rows of pages) if (rows.length > 0) yield stringify(rows as CsvCell[][], options)
}

/** What comes before a formula after the other form's separator. A winking face is not a formula. */
const inside: Readonly<Record<CsvForm, RegExp>> = {
  comma: /(;["\s]*)(?=[=+@＝＋＠]|[-－](?!\)))/g,
  semicolon: /(,["\s]*)(?=[=+\-@＝＋－＠])/g,
}

/** Returns a text without the apostrophes that `writeCsv`, and other services in the same way, put before formulas. */
export function unguardText(text: string): string {
  return text.replace(/(^|[,;]["\s]*)'(?=[=+\-@＝＋－＠])/g, '$1')
}
