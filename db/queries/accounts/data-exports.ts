/** Data exports: their state, progress and expiry. */
import { sql } from 'kysely'
import type { CsvForm } from '../../../contract/csv-form.ts'
import type { DataExportRow } from '../../account-tables.ts'
import type { Db, Trx } from '../../connection.ts'

const now = sql<Date>`now()`
/** The end of a worker's claim on an export. Progress extends the claim. */
const soon = sql<Date>`now() + interval '5 minutes'`

/** Inserts an export; undefined when the account has one in progress. Earlier exports expire at once. */
export async function insertDataExport(
  trx: Trx,
  { uid, csvForm }: { uid: string; csvForm: CsvForm },
): Promise<DataExportRow | undefined> {
  const row = await trx
    .insertInto('dataExport')
    .values({ uid, csvForm })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  await trx
    .updateTable('dataExport')
    .set({ expiresAt: now })
    .where('uid', '=', uid)
    .where('id', '<>', row.id)
    .where('expiresAt', '>', now)
    .execute()
  return row
}

/** Returns an account's latest export that has not expired. */
export async function findDataExport(db: Db, uid: string): Promise<DataExportRow | undefined> {
  return db
    .selectFrom('dataExport')
    .selectAll()
    .where('uid', '=', uid)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns one of an account's exports whose file is ready. */
export async function findReadyExport(db: Db, uid: string, id: string): Promise<DataExportRow | undefined> {
  return db
    .selectFrom('dataExport')
    .selectAll()
    .where('id', '=', id)
    .where('uid', '=', uid)
    .where('status', '=', 'ready')
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/** Claims an export for a few minutes; undefined when it is complete, or another worker holds it. */
export async function takeDataExport(db: Db, id: string): Promise<DataExportRow | undefined> {
  return db
    .updateTable('dataExport')
    .set({ status: 'running', attempts: sql<number>`attempts + 1`, dueAt: soon })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** Stores the progress of an export and extends its worker's claim; undefined when the export has ended. */
export async function moveDataExport(db: Db, id: string, progress: number) {
  return db
    .updateTable('dataExport')
    .set({ progress, dueAt: soon })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returningAll()
    .executeTakeFirst()
}

/**
 * Ends an export: successfully with the size of its file in bytes, or as failed with null. Returns undefined when it has already
 * ended.
 */
export async function endDataExport(db: Db, id: string, sizeBytes: number | null) {
  return db
    .updateTable('dataExport')
    .set({
      status: sizeBytes === null ? 'failed' : 'ready',
      sizeBytes,
      finishedAt: now,
      ...(sizeBytes !== null && { progress: 100, expiresAt: sql<Date>`now() + interval '7 days'` }),
    })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst()
}

/** Returns whether an export exists, in any state. */
export async function isDataExport(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('dataExport').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Lists unfinished exports that no worker holds. */
export async function listOverdueExports(db: Db, limit: number): Promise<DataExportRow[]> {
  return db
    .selectFrom('dataExport')
    .selectAll()
    .where('status', 'in', ['waiting', 'running'])
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .limit(limit)
    .execute()
}

/** Lists expired exports. */
export async function listExpiredExports(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('dataExport')
    .select('id')
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists every export of an account. */
export async function listExportsOf(db: Db, uid: string): Promise<string[]> {
  const rows = await db.selectFrom('dataExport').select('id').where('uid', '=', uid).execute()
  return rows.map(({ id }) => id)
}

/** Deletes an export after its file was deleted. */
export async function deleteDataExport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('dataExport').where('id', '=', id).execute()
}
