/** Writes a person's data to a file, stores the file, and notifies the person. */
import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExportJob } from '../../contract/events.ts'
import type { DataExportRow } from '../../db/account-tables.ts'
import { findAccount } from '../../db/queries/accounts/accounts.ts'
import {
  deleteDataExport,
  endDataExport,
  isDataExport,
  listExpiredExports,
  listOverdueExports,
  moveDataExport,
  takeDataExport,
} from '../../db/queries/accounts/data-exports.ts'
import { enqueueAccountEmail } from '../../domain/mail/enqueue-account-email.ts'
import { fileOfExport, toDataExport, toExportJob } from '../../domain/accounts/data-export/data-exports.ts'
import { writeDataExport } from '../../domain/accounts/data-export/write-data-export.ts'
import type { Storage } from '../../domain/storage/storage.ts'
import { publish } from '../context.ts'
import type { WorkerContext } from '../context.ts'
import { GiveUpError } from '../errors.ts'

type ExportContext = WorkerContext & { storage: Storage }

const maxExports = 100
/** Exports are written to files whose names begin like this before they are stored. */
const filePrefix = 'brimful-export-'
const dayMs = 24 * 60 * 60_000
/** After this many attempts the export has failed, and the person is notified. */
const maxAttempts = 5

/** Returns the processor that writes one export. A repeated job writes the same file again, but notifies the person only once. */
export function exportsProcessor(ctx: ExportContext): (job: ExportJob) => Promise<void> {
  return async ({ exportId }) => {
    const taken = await takeDataExport(ctx.db, exportId)
    if (!taken) return
    if (taken.attempts > maxAttempts) return giveUp(ctx, exportId)
    await publishExport(ctx, taken)
    const path = join(tmpdir(), `${filePrefix}${randomUUID()}.zip`)
    try {
      const bytes = await writeDataExport(ctx, taken, path, (progress) =>
        recordProgress(ctx, exportId, progress),
      )
      await ctx.storage.putFile(fileOfExport(exportId), path, 'application/zip')
      await finish(ctx, exportId, bytes)
    } finally {
      await rm(path, { force: true })
    }
  }
}

/** Enqueues exports again whose job or worker was lost. */
export async function sweepExports({ db, queues }: Pick<WorkerContext, 'db' | 'queues'>): Promise<void> {
  const overdue = await listOverdueExports(db, maxExports)
  await queues.add(
    'exports',
    overdue.map(({ id }) => toExportJob(id)),
  )
}

/** Deletes the files of expired exports, then their rows, and files on this machine that a killed process has left behind. */
export async function removeExpiredExports({ db, storage }: Pick<ExportContext, 'db' | 'storage'>) {
  await removeLeftFiles()
  for (const id of await listExpiredExports(db, maxExports)) {
    await storage.remove(fileOfExport(id))
    await deleteDataExport(db, id)
  }
}

/** Deletes files that no running export can have: exports end within minutes. */
async function removeLeftFiles(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(filePrefix))
  for (const path of names.map((name) => join(tmpdir(), name))) {
    const file = await stat(path).catch(() => undefined) // undefined if another process has deleted the file meanwhile
    if (file && Date.now() - file.mtimeMs > dayMs) await rm(path, { force: true })
  }
}

async function recordProgress(ctx: ExportContext, id: string, progress: number): Promise<void> {
  const row = await moveDataExport(ctx.db, id, progress)
  if (!row) throw new GiveUpError('exportOver')
  await publishExport(ctx, row)
}

/** Records in one transaction that the file is stored, and that the email has to be sent. */
async function finish(ctx: ExportContext, id: string, bytes: number): Promise<void> {
  const { secretsKey } = ctx.config
  const row = await ctx.db.transaction().execute(async (trx) => {
    const ended = await endDataExport(trx, id, bytes)
    const account = ended && (await findAccount(trx, ended.uid))
    if (!account) return undefined
    const email = { kind: 'data-export', name: account.displayName } as const
    await enqueueAccountEmail({ db: trx, secretsKey }, account, email)
    return ended
  })
  if (row) return publishExport(ctx, row)
  if (!(await isDataExport(ctx.db, id))) await ctx.storage.remove(fileOfExport(id)) // the account was deleted meanwhile
}

async function giveUp(ctx: ExportContext, id: string): Promise<void> {
  const row = await endDataExport(ctx.db, id, null)
  if (row) await publishExport(ctx, row)
  throw new GiveUpError('exportFailed')
}

function publishExport(ctx: ExportContext, row: DataExportRow): Promise<void> {
  return publish(ctx, { kind: 'export', uid: row.uid, dataExport: toDataExport(row) })
}
