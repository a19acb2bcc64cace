/** Calls that creators use to import tips that they received elsewhere. */
import * as z from 'zod/mini'
import { creatorCall } from '../call.ts'
import { isoTime } from '../entities.ts'
import { minorUnits, payoutCurrency } from '../money/money.ts'
import {
  anyCurrency,
  delimiterName,
  importFileName,
  importMapping,
  importReading,
  importSource,
  lineProblem,
  textEncoding,
} from './tip-import.ts'

const importId = z.uuid()

/** A rate: what one unit of a currency is worth in the creator's, as a decimal number. */
export const importRate = z.string().check(z.regex(/^(?=.*[1-9])\d{1,7}(\.\d{1,8})?$/))

/** What the lines of a file add up to. */
const importSummary = z.object({
  /** All lines without the header. */
  lines: z.int(),
  /** Lines that would be imported. */
  fresh: z.int(),
  /** Lines that an earlier import has brought already. */
  known: z.int(),
  /** Lines that are not understood, or are not tips. */
  bad: z.int(),
  /** The bad lines by reason, the most frequent first. */
  leftOut: z.optional(z.array(z.object({ problem: lineProblem, lines: z.int() }))),
  /** The times of the first and the last fresh tip; null without fresh tips. */
  from: z.nullable(isoTime),
  to: z.nullable(isoTime),
  /** The fresh tips by currency, the most frequent first. */
  currencies: z.array(z.object({ currency: anyCurrency, tips: z.int(), amount: minorUnits })),
})
export type ImportSummary = z.output<typeof importSummary>

/**
 * An import as its creator sees it. `checked`: read, and counted nowhere yet; `importing`: being counted; `imported`;
 * `removing`: being taken out.
 */
export const tipImport = z.object({
  importId,
  /** `failed`: the work on it was given up; it can only be taken out. */
  state: z.enum(['checked', 'importing', 'imported', 'removing', 'failed']),
  source: importSource,
  fileName: z.string(),
  /** Whether the names of this service are public ones, as in the guess. */
  hasPublicNames: z.boolean(),
  summary: importSummary,
  inBoards: z.boolean(),
  inTotals: z.boolean(),
  /** The tips that are in, and what they are worth in the creator's currency. */
  tips: z.int(),
  worth: minorUnits,
  /** How far the importing is, in per cent. */
  progress: z.int(),
  createdAt: isoTime,
})
export type TipImport = z.output<typeof tipImport>

/** A tip of a file as it is understood. The name is null if the file has none. */
const importedLine = z.object({
  line: z.int(),
  at: isoTime,
  name: z.nullable(z.string()),
  message: z.nullable(z.string()),
  amount: minorUnits,
  currency: anyCurrency,
})
export type ImportedLine = z.output<typeof importedLine>

const badLine = z.object({ line: z.int(), problem: lineProblem })
export type BadLine = z.output<typeof badLine>

export const getImports = creatorCall.get('account/imports', {
  summary: 'The signed-in creator’s imports of earlier tips, latest first.',
  response: z.object({ currency: payoutCurrency, imports: z.array(tipImport) }),
})

/** Something that the beginning of a file leaves open, although lines of it need it. */
const importQuestion = z.object({
  field: importReading,
  /** The first cell that has several readings. It is empty for an encoding. */
  sample: z.string(),
  /** What the choices make of the sample: a day, digits with a point, a currency, or text. None if every currency is possible. */
  readings: z.array(z.object({ value: z.string(), text: z.string() })),
})
export type ImportQuestion = z.output<typeof importQuestion>

/** What a file's beginning looks like, read with the mapping. */
export const fileGuess = z.object({
  source: importSource,
  /** The service's name; null if nobody knows the file. */
  service: z.nullable(z.string()),
  delimiter: delimiterName,
  /** The names of the columns, with the first cell that is not empty. Email addresses are masked. */
  columns: z.array(z.object({ name: z.string(), sample: z.string() })),
  /** The encoding that we read the file with. */
  encoding: textEncoding,
  /**
   * Null if no columns for the time and the amount were found. Has only what was given, what the file proves, and columns, which are
   * guesses.
   */
  mapping: z.nullable(importMapping),
  /** What the creator has to choose, also if it was given. */
  questions: z.array(importQuestion),
  /** Whether the names of this service are public ones. If not, they stay off leaderboards unless the creator puts them there. */
  hasPublicNames: z.boolean(),
  /** The first tips, as they are understood. */
  tips: z.array(importedLine),
  /** The first lines that are not tips, each with the reason, and how many the beginning has. */
  problems: z.array(badLine),
  bad: z.int(),
})
export type FileGuess = z.output<typeof fileGuess>

export const guessImport = creatorCall.post('account/imports/guess', {
  summary:
    'Guesses what the columns of a CSV file are from its first 256 KB, or reads them with the given mapping. Nothing is stored.',
  costs: '256 KB, read once in a process of its own',
  limits: ['account import-guess'],
  query: z.extend(z.partial(importMapping), {
    /** The fields that have no column, separated by commas. */
    without: z.optional(z.string().check(z.regex(/^[a-z]{2,10}(,[a-z]{2,10}){0,20}$/))),
  }),
  file: 'file',
  response: fileGuess,
})

export const checkImport = creatorCall.post('account/imports/check', {
  summary:
    'Reads a CSV file of up to 50 MB and 500,000 lines, and returns what importing it would do. Nothing counts yet.',
  costs:
    'up to 50 MB and 500,000 rows of the own account, read as they arrive in a process of its own, one file at a time for a creator',
  limits: ['account import'],
  query: z.extend(importMapping, { fileName: importFileName, source: importSource }),
  file: 'file',
  response: tipImport,
})

/** The query of one page. `cursor` is the field `next` of the previous page's response. */
const page = z.object({ importId, cursor: z.optional(z.string().check(z.regex(/^\d{1,9}$/))) })

export const listImportedTips = creatorCall.get('account/imports/tips', {
  summary: 'The tips of an import in the order of the file, fifty at a time.',
  query: page,
  response: z.object({ tips: z.array(importedLine), next: z.nullable(z.string()) }),
})

export const listBadLines = creatorCall.get('account/imports/bad-lines', {
  summary:
    'The lines of a checked file that would not be imported, each with the reason, a hundred at a time.',
  query: page,
  response: z.object({ lines: z.array(badLine), next: z.nullable(z.string()) }),
})

export const startImport = creatorCall.post('account/imports/start', {
  summary:
    'Imports a checked file. Its tips count on the leaderboards and in the totals as the creator chooses, and cause no alert, message, webhook or time.',
  costs: 'a job that counts the rows of an own file',
  body: z.object({
    importId,
    inBoards: z.boolean(),
    inTotals: z.boolean(),
    /** What one unit of each other currency is worth in the creator's. */
    rates: z.record(anyCurrency, importRate),
  }),
  response: tipImport,
})

export const removeImport = creatorCall.post('account/imports/remove', {
  summary: 'Takes an import out again: nothing of it remains. Discards a file that was only checked.',
  costs: 'a job that deletes the rows of an own file',
  body: z.object({ importId }),
})
