/** Imports of earlier tips: their state, and the lines of files that are not imported yet. */
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { BadLine, ImportSummary } from '../../../contract/imports/import-calls.ts'
import type { PayoutCurrency } from '../../../contract/money/money.ts'
import type { ImportSource } from '../../../contract/imports/tip-import.ts'
import type { Db, Trx } from '../../connection.ts'
import type { Schema } from '../../schema.ts'

export type ImportRow = Selectable<Schema['tipImport']>

const now = sql<Date>`now()`
/** When work that stopped without an end is taken up again. Each step extends it. */
export const soon = sql<Date>`now() + interval '2 minutes'`
const tomorrow = sql<Date>`now() + interval '1 day'`

/** Inserts an import whose file is being read; undefined while the creator has another one. */
export async function insertImport(
  trx: Trx,
  row: { creatorUid: string; source: ImportSource; fileName: string },
): Promise<string | undefined> {
  const inserted = await trx
    .insertInto('tipImport')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .returning('importId')
    .executeTakeFirst()
  return inserted?.importId
}

/** Returns a creator's number of imports, and locks the account, so that no other request adds one meanwhile. */
export async function lockForImport(trx: Trx, creatorUid: string): Promise<number> {
  await trx.selectFrom('account').select('uid').where('uid', '=', creatorUid).forNoKeyUpdate().execute()
  const { count } = await trx
    .selectFrom('tipImport')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('creatorUid', '=', creatorUid)
    .where('state', '<>', 'removing')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns a creator's imports, except those whose file is being read, latest first. */
export async function listImports(db: Db, creatorUid: string): Promise<ImportRow[]> {
  return db
    .selectFrom('tipImport')
    .selectAll()
    .where('creatorUid', '=', creatorUid)
    .where('state', '<>', 'receiving')
    .where('summary', 'is not', null)
    .orderBy('createdAt', 'desc')
    .execute()
}

/** Returns one of a creator's imports. */
export async function findImport(
  db: Db,
  creatorUid: string,
  importId: string,
): Promise<ImportRow | undefined> {
  return db
    .selectFrom('tipImport')
    .selectAll()
    .where('creatorUid', '=', creatorUid)
    .where('importId', '=', importId)
    .executeTakeFirst()
}

/** Stores what a file adds up to, which ends its reading. Returns undefined if the import was removed meanwhile. */
export async function endReading(
  db: Db,
  importId: string,
  summary: ImportSummary,
): Promise<ImportRow | undefined> {
  return db
    .updateTable('tipImport')
    .set({ state: 'checked', summary: JSON.stringify(summary), dueAt: tomorrow })
    .where('importId', '=', importId)
    .where('state', '=', 'receiving')
    .returningAll()
    .executeTakeFirst()
}

/** Starts the counting of a checked file; undefined in any other state. */
export async function markImporting(
  trx: Trx,
  creatorUid: string,
  importId: string,
  choices: { currency: PayoutCurrency; rates: Record<string, string>; inBoards: boolean; inTotals: boolean },
): Promise<ImportRow | undefined> {
  return trx
    .updateTable('tipImport')
    .set({ ...choices, rates: JSON.stringify(choices.rates), state: 'importing', dueAt: soon })
    .where('creatorUid', '=', creatorUid)
    .where('importId', '=', importId)
    .where('state', '=', 'checked')
    .returningAll()
    .executeTakeFirst()
}

/** Marks a creator's import for removal, in any state; returns whether it exists. */
export async function markRemoving(db: Db, creatorUid: string, importId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tipImport')
    .set({ state: 'removing', attempts: 0, dueAt: soon })
    .where('creatorUid', '=', creatorUid)
    .where('importId', '=', importId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks a creator's checked files for removal, and returns their ids: a newer file takes their place. */
export async function markCheckedRemoving(trx: Trx, creatorUid: string): Promise<string[]> {
  const rows = await trx
    .updateTable('tipImport')
    .set({ state: 'removing', dueAt: soon })
    .where('creatorUid', '=', creatorUid)
    .where('state', '=', 'checked')
    .returning('importId')
    .execute()
  return rows.map(({ importId }) => importId)
}

/**
 * Lists imports that need work: their work stopped before its end, or their file was checked and never imported. The latter, and files that
 * were not read to their end, are marked for removal first.
 */
export async function listDueImports(db: Db, limit: number): Promise<string[]> {
  await db
    .updateTable('tipImport')
    .set({ state: 'removing' })
    .where('state', 'in', ['receiving', 'checked'])
    .where('dueAt', '<=', now)
    .execute()
  const rows = await db
    .selectFrom('tipImport')
    .select('importId')
    .where('state', 'in', ['importing', 'removing'])
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .limit(limit)
    .execute()
  return rows.map(({ importId }) => importId)
}

/** A line of a file as a row: a tip, or a problem. */
export interface NewLine {
  line: number
  problem?: string
  at?: Date
  name?: string | null
  message?: string | null
  amountMinor?: number
  currency?: string
  dedupKey?: Buffer
}

/**
 * Inserts tips of a file that is being read, and returns for each inserted line whether an earlier import has the same tip. A line that
 * is the same tip as an earlier line of the file is not inserted. Returns undefined if the import was removed meanwhile.
 */
export async function insertTipLines(
  trx: Trx,
  { importId, creatorUid }: { importId: string; creatorUid: string },
  tips: readonly NewLine[],
): Promise<Map<number, boolean> | undefined> {
  const touched = await trx
    .updateTable('tipImport')
    .set({ dueAt: soon })
    .where('importId', '=', importId)
    .where('state', '=', 'receiving')
    .executeTakeFirst()
  if (touched.numUpdatedRows === 0n) return undefined
  const column = (read: (tip: NewLine) => unknown) => tips.map(read)
  const { rows } = await sql<{ lineNo: number; isKnown: boolean }>`
    insert into import_line (import_id, line_no, at, name, message, amount_minor, currency, dedup_key, is_known)
    select ${importId}, l.*, (
      select true from imported_tip t where t.creator_uid = ${creatorUid} and t.dedup_key = l.dedup_key limit 1
    ) is not null -- not exists(), for which the planner may read all tips of the creator
    from unnest(
      ${column(({ line }) => line)}::int[], ${column(({ at }) => at?.toISOString())}::timestamptz[],
      ${column(({ name }) => name)}::text[], ${column(({ message }) => message)}::text[],
      ${column(({ amountMinor }) => amountMinor)}::bigint[], ${column(({ currency }) => currency)}::text[],
      ${column(({ dedupKey }) => dedupKey && `\\x${dedupKey.toString('hex')}`)}::bytea[]
    ) l (line_no, at, name, message, amount_minor, currency, dedup_key)
    on conflict do nothing
    returning line_no, is_known`.execute(trx)
  return new Map(rows.map(({ lineNo, isKnown }) => [lineNo, isKnown]))
}

/** Inserts lines of a file that are not imported. */
export async function insertBadLines(
  trx: Trx,
  importId: string,
  lines: readonly { line: number; problem: string }[],
): Promise<void> {
  await sql`
    insert into import_line (import_id, line_no, problem)
    select ${importId}, l.* from unnest(${lines.map(({ line }) => line)}::int[],
      ${lines.map(({ problem }) => problem)}::text[]) l (line_no, problem)
    on conflict do nothing`.execute(trx)
}

/** Lists the lines of a creator's checked file that have a problem, after a line number. */
export async function listBadLines(
  db: Db,
  creatorUid: string,
  { importId, after, limit }: { importId: string; after: number; limit: number },
): Promise<BadLine[]> {
  const { rows } = await sql<BadLine>`
    select l.line_no as line, l.problem from import_line l join tip_import i using (import_id)
    where i.creator_uid = ${creatorUid} and l.import_id = ${importId} and l.line_no > ${after} and l.problem is not null
    order by l.line_no limit ${limit}`.execute(db)
  return rows
}

/** A tip of an import, by its line of the file. */
export interface ImportedTipRow {
  line: number
  at: Date
  name: string | null
  message: string | null
  amountMinor: number
  currency: string
}

/** Lists the tips of a creator's import after a line number: those that are in, or while the file is only checked, those it has. */
export async function listImportedTips(
  db: Db,
  creatorUid: string,
  { importId, after, limit }: { importId: string; after: number; limit: number },
): Promise<ImportedTipRow[]> {
  const columns = sql`line_no as line, at, name, message, amount_minor, currency`
  const { rows } = await sql<ImportedTipRow>`
    (select ${columns} from imported_tip
      where import_id = ${importId} and creator_uid = ${creatorUid} and line_no > ${after} order by line_no limit ${limit})
    union all
    (select ${columns} from import_line
      where import_id = ${importId} and line_no > ${after} and problem is null and not is_known and exists (
        select from tip_import where import_id = ${importId} and creator_uid = ${creatorUid} and state = 'checked'
      ) order by line_no limit ${limit})
    order by line limit ${limit}`.execute(db)
  return rows
}
