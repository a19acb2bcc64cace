/** A creator's imports of earlier tips: opening, starting, listing and removing them. */
import { AppError } from '../../contract/errors.ts'
import type { CallResponse } from '../../contract/call.ts'
import type * as calls from '../../contract/imports/import-calls.ts'
import type { ImportSummary, TipImport } from '../../contract/imports/import-calls.ts'
import type { ImportJob } from '../../contract/events.ts'
import { importLimits } from '../../contract/imports/tip-import.ts'
import type { ImportSource } from '../../contract/imports/tip-import.ts'
import type { Db } from '../../db/connection.ts'
import { findCurrency } from '../../db/queries/accounts/accounts.ts'
import { lockCounter } from '../../db/queries/accounts/profiles.ts'
import * as queries from '../../db/queries/imports/imports.ts'
import type { ImportRow } from '../../db/queries/imports/imports.ts'
import { toShown } from './guess-mapping.ts'
import { readText } from './read-cell.ts'
import { services } from './services/services.ts'

const tipsAtOnce = 50
const badLinesAtOnce = 100

/** Returns the job that counts or removes an import. The id differs by step, because a finished one may still be on the queue. */
export function toImportJob(
  importId: string,
  step: 'count' | 'remove' | 'again',
): { id: string; data: ImportJob } {
  return { id: `import-${step}-${importId}`, data: { importId } }
}

/** Returns a creator's imports. Throws AppError `not_found` when the account has no currency. */
export async function readImports(
  db: Db,
  creatorUid: string,
): Promise<CallResponse<typeof calls.getImports>> {
  const [currency, rows] = await Promise.all([
    findCurrency(db, creatorUid),
    queries.listImports(db, creatorUid),
  ])
  if (!currency) throw new AppError('not_found')
  return { currency, imports: rows.map(toTipImport) }
}

/**
 * Opens an import for a file that is about to be read. A file that was only checked before is discarded; `superseded` are those.
 * Throws AppError `imports_full`, and `import_running` while another file of the creator is being read.
 */
export async function openImport(
  db: Db,
  creatorUid: string,
  file: { source: ImportSource; fileName: string },
): Promise<{ importId: string; superseded: string[] }> {
  return db.transaction().execute(async (trx) => {
    const superseded = await queries.markCheckedRemoving(trx, creatorUid)
    const count = await queries.lockForImport(trx, creatorUid)
    if (count >= importLimits.imports) throw new AppError('imports_full')
    const fileName = readText(file.fileName, importLimits.nameLength) ?? ''
    const importId = await queries.insertImport(trx, { creatorUid, source: file.source, fileName })
    if (!importId) throw new AppError('import_running')
    return { importId, superseded }
  })
}

/** Ends the reading of a file. Throws AppError `not_found` if the import was removed meanwhile. */
export async function endReading(db: Db, importId: string, summary: ImportSummary): Promise<TipImport> {
  const row = await queries.endReading(db, importId, summary)
  if (!row) throw new AppError('not_found')
  return toTipImport(row)
}

export interface ImportChoices {
  importId: string
  inBoards: boolean
  inTotals: boolean
  rates: Record<string, string>
}

/**
 * Starts the counting of a checked file. Starting it again changes nothing. Throws AppError `not_found`, `import_nothing` if it has
 * no new tips, and `invalid_input` if a rate is missing.
 */
export async function startImport(db: Db, creatorUid: string, choices: ImportChoices): Promise<TipImport> {
  return db.transaction().execute(async (trx) => {
    await lockCounter(trx, creatorUid) // the currency stays until the transaction ends
    const row = await queries.findImport(trx, creatorUid, choices.importId)
    if (!row?.summary || row.state === 'removing') throw new AppError('not_found')
    if (row.state !== 'checked') return toTipImport(row)
    if (row.summary.fresh === 0) throw new AppError('import_nothing')
    const currency = await findCurrency(trx, creatorUid)
    if (!currency) throw new AppError('not_found')
    const { inBoards, inTotals } = choices
    const rates = ratesOf(row.summary, currency, choices.rates)
    const chosen = { currency, rates, inBoards, inTotals }
    const started = await queries.markImporting(trx, creatorUid, choices.importId, chosen)
    if (!started) throw new AppError('not_found')
    return toTipImport(started)
  })
}

/** Returns the rates of the file's other currencies. */
function ratesOf({ currencies }: ImportSummary, own: string, given: Record<string, string>) {
  const others = currencies.map(({ currency }) => currency).filter((currency) => currency !== own)
  const missing = others.filter((currency) => !given[currency])
  if (missing.length > 0)
    throw new AppError('invalid_input', {
      fields: Object.fromEntries(missing.map((currency) => [`rates.${currency}`, 'invalid_import_rate'])),
    })
  return Object.fromEntries(others.map((currency) => [currency, given[currency]!]))
}

/** Marks an import for removal; a worker takes it out. Throws AppError `not_found`. */
export async function removeImport(db: Db, creatorUid: string, importId: string): Promise<void> {
  if (!(await queries.markRemoving(db, creatorUid, importId))) throw new AppError('not_found')
}

/** Returns a page of an import's tips. */
export async function listImportedTips(
  db: Db,
  creatorUid: string,
  { importId, cursor = '0' }: { importId: string; cursor?: string | undefined },
): Promise<CallResponse<typeof calls.listImportedTips>> {
  const page = { importId, after: Number(cursor), limit: tipsAtOnce + 1 }
  const { shown, next } = toPage(await queries.listImportedTips(db, creatorUid, page), tipsAtOnce)
  return { tips: shown.map(toShown), next }
}

/** Returns a page of the lines of a checked file that would not be imported. */
export async function listBadLines(
  db: Db,
  creatorUid: string,
  { importId, cursor = '0' }: { importId: string; cursor?: string | undefined },
): Promise<CallResponse<typeof calls.listBadLines>> {
  const page = { importId, after: Number(cursor), limit: badLinesAtOnce + 1 }
  const { shown, next } = toPage(await queries.listBadLines(db, creatorUid, page), badLinesAtOnce)
  return { lines: shown, next }
}

function toPage<Row extends { line: number }>(rows: readonly Row[], size: number) {
  const shown = rows.slice(0, size)
  return { shown, next: rows.length > size ? String(shown.at(-1)!.line) : null }
}

function toTipImport(row: ImportRow): TipImport {
  const { importId, state, source, fileName, summary, inBoards, inTotals, tips, worthMinor, countedTo } = row
  if (state === 'receiving' || !summary) throw new Error('the file of the import is still being read')
  const done = state === 'imported' ? 100 : Math.floor((countedTo * 100) / (summary.lines + 1))
  return {
    importId,
    state,
    source,
    fileName,
    hasPublicNames: services[source].areNamesPublic,
    summary,
    inBoards,
    inTotals,
    tips,
    worth: worthMinor,
    progress: Math.min(done, 100),
    createdAt: row.createdAt.toISOString(),
  }
}
