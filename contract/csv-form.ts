/** The two forms of our CSV files. A spreadsheet opens only its own country's form correctly. */
import * as z from 'zod/mini'
import { delimiters } from './imports/tip-import.ts'
import type { DecimalMark } from './money/read-amount.ts'

/** Named after the character between cells. */
export const csvForm = z.enum(['comma', 'semicolon'])
export type CsvForm = z.output<typeof csvForm>

/** The query of a call that responds with a CSV file. */
export const csvQuery = { form: z._default(csvForm, 'comma') }

export const csvForms: Readonly<Record<CsvForm, { delimiter: string; decimalMark: DecimalMark }>> = {
  comma: { delimiter: delimiters.comma, decimalMark: 'point' },
  semicolon: { delimiter: delimiters.semicolon, decimalMark: 'comma' },
}

/**
 * Returns the form that spreadsheets of a locale expect. Where the comma is the decimal mark, Excel separates cells by semicolons, and
 * reads `5.7` as a date: https://github.com/ApamaCommunity/apama-log-analyzer/issues/5.
 */
export function csvFormOf(locale: string): CsvForm {
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? 'semicolon' : 'comma'
}
