/** Counts imported tips, and takes imports out again. */
import type { ImportJob } from '../../contract/events.ts'
import { failImport, takeImport } from '../../db/queries/imports/count-imports.ts'
import { listDueImports } from '../../db/queries/imports/imports.ts'
import { toImportJob } from '../../domain/imports/imports.ts'
import { runImport } from '../../domain/imports/run-import.ts'
import { publish } from '../context.ts'
import type { WorkerContext } from '../context.ts'
import { GiveUpError } from '../errors.ts'

const maxImports = 100
/** After this many attempts in a row without progress the import has failed, and its creator and the log get that as an error. */
const maxAttempts = 5

/** Returns the processor that continues one import to its end. The boards of its creator change once, at the end. */
export function importsProcessor(ctx: WorkerContext): (job: ImportJob) => Promise<void> {
  return async ({ importId }) => {
    const taken = await takeImport(ctx.db, importId)
    if (!taken) return
    if (taken.attempts > maxAttempts) {
      await failImport(ctx.db, importId)
      throw new GiveUpError('importFailed')
    }
    const creatorUid = await runImport(ctx.db, importId)
    if (creatorUid) await publish(ctx, { kind: 'live', creatorUid })
  }
}

/** Enqueues imports whose job, worker or upload was lost, and removes checked files that nobody imported. */
export async function sweepImports({ db, queues }: Pick<WorkerContext, 'db' | 'queues'>): Promise<void> {
  const due = await listDueImports(db, maxImports)
  await queues.add(
    'imports',
    due.map((id) => toImportJob(id, 'again')),
  )
}
