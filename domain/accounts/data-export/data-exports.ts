/** Data exports. A person requests one, a worker writes the file, and the file is stored for a week. */
import type { CsvForm } from '../../../contract/csv-form.ts'
import { AppError } from '../../../contract/errors.ts'
import type { DataExport } from '../../../contract/accounts/data-export.ts'
import type { ExportJob } from '../../../contract/events.ts'
import type { DataExportRow } from '../../../db/account-tables.ts'
import type { Db } from '../../../db/connection.ts'
import {
  findDataExport,
  findReadyExport,
  insertDataExport,
} from '../../../db/queries/accounts/data-exports.ts'
import { privateFolder } from '../../storage/storage.ts'
import type { AccountLimits } from '../account-limits.ts'

export interface DataExportContext {
  db: Db
  accountLimits: Pick<AccountLimits, 'take'>
}

/** Starts an export of an account with its CSV in this form, or returns the one in progress. Throws AppError `rate_limited`. */
export async function startDataExport(
  { db, accountLimits }: DataExportContext,
  { uid, csvForm }: { uid: string; csvForm: CsvForm },
): Promise<{ dataExport: DataExport; isNew: boolean }> {
  const before = await findDataExport(db, uid)
  if (before && !before.finishedAt) return { dataExport: toDataExport(before), isNew: false }
  await accountLimits.take('data-export', uid)
  const row = await db.transaction().execute((trx) => insertDataExport(trx, { uid, csvForm }))
  if (row) return { dataExport: toDataExport(row), isNew: true }
  const others = await findDataExport(db, uid) // another request has inserted an export since the check above
  if (!others) throw new Error('an export of the account is under way, and is not to be found')
  return { dataExport: toDataExport(others), isNew: false }
}

/** Returns the stored file of an export that belongs to the account. Throws AppError `not_found`. */
export async function getExportFile(db: Db, uid: string, id: string) {
  const row = await findReadyExport(db, uid, id)
  if (!row) throw new AppError('not_found')
  return {
    file: fileOfExport(id),
    bytes: row.sizeBytes!,
    name: `brimful-${row.createdAt.toISOString().slice(0, 10)}.zip`,
  }
}

/** Returns the job of an export. The id depends on the export only, so a job that is already on the queue is not added twice. */
export function toExportJob(exportId: string): { id: string; data: ExportJob } {
  return { id: `export-${exportId}`, data: { exportId } }
}

/** Returns where an export's file is stored. */
export function fileOfExport(id: string): string {
  return `${privateFolder}export-${id}.zip`
}

/** Converts an export's row to what its owner sees. */
export function toDataExport(row: DataExportRow): DataExport {
  const { id, status, progress, sizeBytes, createdAt, expiresAt } = row
  return {
    id,
    status,
    progress,
    bytes: sizeBytes,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}
