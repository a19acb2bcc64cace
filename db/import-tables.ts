/** Kysely types of the tables of imported tips. */
import type { ColumnType, Generated } from 'kysely'
import type { ImportSummary } from '../contract/imports/import-calls.ts'
import type { PayoutCurrency } from '../contract/money/money.ts'
import type { ImportSource, LineProblem } from '../contract/imports/tip-import.ts'
import type { MaybeTime, SetTime, Time } from './column-types.ts'

export interface ImportTables {
  tipImport: {
    importId: Generated<string>
    creatorUid: string
    state: Generated<'receiving' | 'checked' | 'importing' | 'imported' | 'removing' | 'failed'>
    source: ImportSource
    fileName: string
    summary: ColumnType<ImportSummary | null, string | null | undefined, string>
    currency: PayoutCurrency | null
    rates: ColumnType<Record<string, string>, string | undefined, string>
    inBoards: Generated<boolean>
    inTotals: Generated<boolean>
    tips: Generated<number>
    worthMinor: Generated<number>
    countedTo: Generated<number>
    attempts: Generated<number>
    createdAt: Time
    dueAt: Time
  }
  /** A line of a file that is not imported yet: a problem, or a tip. */
  importLine: {
    importId: string
    lineNo: number
    problem: LineProblem | null
    isKnown: Generated<boolean>
    at: MaybeTime
    name: string | null
    message: string | null
    amountMinor: number | null
    currency: string | null
    dedupKey: Buffer | null
  }
  importedTip: {
    importId: string
    lineNo: number
    creatorUid: string
    at: SetTime
    name: string | null
    message: string | null
    amountMinor: number
    currency: string
    worthMinor: number
    dedupKey: Buffer
  }
  importedDayTotal: {
    importId: string
    creatorUid: string
    day: ColumnType<string, string, never>
    amountMinor: number
    tips: number
  }
}
