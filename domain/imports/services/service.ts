/** What we know of a service whose files are imported. */
import type { ImportField, LineProblem } from '../../../contract/imports/tip-import.ts'

/**
 * Everything that the importer knows of one service, in one object. `services.ts` lists the services, and all other code iterates over that
 * list.
 */
export interface Service {
  /** What people call it; null for files that nobody knows. */
  name: string | null
  /** The columns that identify its file, for each of its forms and languages. The names are written as `simplifyName` does. */
  headers: readonly (readonly string[])[]
  /** The names of the columns that are read, in all languages, the best first. */
  columns: Partial<Record<ImportField, readonly string[]>>
  /** What the cells of these columns say of a line. */
  type: CellRule
  status: CellRule
  impact: CellRule
  /** Whether its supporters choose the name that it writes for show. It is false where the file has names of accounts and cards. */
  areNamesPublic: boolean
}

/** What a cell says: the first words that it contains decide, and else `otherwise`. */
export interface CellRule {
  words: readonly (readonly [words: RegExp, verdict: Verdict])[]
  otherwise: Verdict
}

/** Whether a line can be a tip, or why not. */
export type Verdict = 'counts' | LineProblem

/** The columns that say what a line is. The first that finds a problem decides. */
const judges = ['status', 'type', 'impact'] as const
/** No word that decides is further back. */
const maxChars = 100

/**
 * Returns why the line of a service is not a tip, by the cells of those columns that the file has; undefined if no cell says that. Does not
 * look at its amount.
 */
export function judgeLine(
  service: Service,
  cells: Readonly<Record<(typeof judges)[number], string | undefined>>,
): LineProblem | undefined {
  for (const column of judges) {
    const cell = cells[column]?.slice(0, maxChars).normalize('NFC').trim()
    if (cell === undefined) continue
    const { words, otherwise } = service[column]
    const verdict = words.find(([word]) => word.test(cell))?.[1] ?? otherwise
    if (verdict !== 'counts') return verdict
  }
  return undefined
}

/** Returns the name of a column without what services write differently: in lower case, only letters, digits and underscores. */
export function simplifyName(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]/gu, '')
}

/** A rule for columns that a service's file does not have. */
export const anything: CellRule = { words: [], otherwise: 'counts' }
