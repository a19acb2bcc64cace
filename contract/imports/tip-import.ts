/** Files of earlier tips: how their columns are read, and what becomes of their lines. */
import * as z from 'zod/mini'
import { decimalMarks } from '../money/read-amount.ts'
import { plainText } from '../text.ts'

/** The largest file, and what it may contain. `lineChars` limits a line, in characters. */
export const importLimits = {
  megabytes: 50,
  lines: 500_000,
  columns: 100,
  lineChars: 100_000,
  /** The imports that a creator has at once. */
  imports: 50,
  /** How many bytes of a file we read to guess its columns. */
  sampleBytes: 256 * 1024,
  nameLength: 100,
} as const

/** The characters between the cells of a line, by the names that addresses use. */
export const delimiters = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const
export const delimiterName = z.enum(['comma', 'semicolon', 'tab', 'bar'])
export type DelimiterName = z.output<typeof delimiterName>

/** How a date of three numbers is read, such as 03/04/2026. Dates that begin with the year, and names of months, are always understood. */
export const dateOrder = z.enum(['dmy', 'mdy'])
export type DateOrder = z.output<typeof dateOrder>

/**
 * The encodings of files that we read, by their labels in https://encoding.spec.whatwg.org/#names-and-labels. Spreadsheets write the
 * encoding of the computer's country.
 */
export const textEncoding = z.enum([
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1251',
  'windows-1250',
  'shift_jis',
])
export type TextEncoding = z.output<typeof textEncoding>

/** A currency code of ISO 4217 in lower case, also of currencies that tips cannot be in here. */
export const anyCurrency = z.string().check(z.regex(/^[a-z]{3}$/))

const column = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(importLimits.columns - 1))

/**
 * The fields of a tip that a column can have. `time`: the date, with or without the time of day; `clock`: the time of day alone; `zone`:
 * the time zone of both; `type`: the kind of payment; `status`: what became of it; `impact`: whether the money came or went; `reference`: the
 * transaction that a refund returns.
 */
export const importFields = [
  'time',
  'clock',
  'zone',
  'amount',
  'currency',
  'name',
  'message',
  'id',
  'type',
  'status',
  'impact',
  'reference',
] as const
export type ImportField = (typeof importFields)[number]

/**
 * Which column has what, counted from 0, and how its cells are written. It is the query of an upload. Without an order, a mark, or a
 * currency, lines that need it to be read in one way are not tips; without an encoding, a file that is neither UTF-8 nor UTF-16 is refused.
 */
export const importMapping = z.object({
  time: column,
  clock: z.optional(column),
  zone: z.optional(column),
  amount: column,
  currency: z.optional(column),
  name: z.optional(column),
  message: z.optional(column),
  id: z.optional(column),
  type: z.optional(column),
  status: z.optional(column),
  impact: z.optional(column),
  reference: z.optional(column),
  delimiter: delimiterName,
  encoding: z.optional(textEncoding),
  dateOrder: z.optional(dateOrder),
  decimalMark: z.optional(z.enum(decimalMarks)),
  /** The currency of lines without one, and of symbols that can mean it. */
  inCurrency: z.optional(anyCurrency),
})
export type ImportMapping = z.output<typeof importMapping>

/** The services whose files are known by their header, and `other` for all else. What is known of each is in `domain/imports/services/`. */
export const importSource = z.enum(['kofi', 'streamlabs', 'streamelements', 'paypal', 'other'])
export type ImportSource = z.output<typeof importSource>

/**
 * Why a line is not imported. `columns`: it has too few; `time`, `zone`, `amount`, `currency`: not understood; `unsureTime`,
 * `unsureAmount`, `unsureCurrency`: it has several readings, and nobody has chosen one; `none`: nothing was received; `negative`: money
 * went out; `pending`: not paid yet; `denied`: never paid; `state`: nobody knows whether it was paid; `refund`: a return of money;
 * `returned`: all of it was returned by other lines; `transfer`: between the creator's own accounts; `conversion`: of currencies; `hold`:
 * money held or released; `fee`; `sale`: a purchase and no tip; `kind`: no payment of a kind that we know; `repeated`: an earlier line of
 * the file is the same tip.
 */
export const lineProblem = z.enum([
  'columns',
  'time',
  'zone',
  'amount',
  'currency',
  'unsureTime',
  'unsureAmount',
  'unsureCurrency',
  'none',
  'negative',
  'pending',
  'denied',
  'state',
  'refund',
  'returned',
  'transfer',
  'conversion',
  'hold',
  'fee',
  'sale',
  'kind',
  'repeated',
])
export type LineProblem = z.output<typeof lineProblem>

/** What the creator has to choose if the file does not prove it. */
export const importReading = z.enum(['encoding', 'dateOrder', 'decimalMark', 'inCurrency'])
export type ImportReading = z.output<typeof importReading>

export const importFileName = plainText(importLimits.nameLength)
