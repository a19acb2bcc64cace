/** Routes for data exports and account deletion. */
import { Router } from 'express'
import * as calls from '../../contract/accounts/data-calls.ts'
import { findDataExport } from '../../db/queries/accounts/data-exports.ts'
import {
  getExportFile,
  startDataExport,
  toDataExport,
  toExportJob,
} from '../../domain/accounts/data-export/data-exports.ts'
import { requestDeletion } from '../../domain/accounts/delete-account.ts'
import type { AppContext } from '../context.ts'
import { ownSession } from '../http/confirmed.ts'
import { found } from '../http/errors.ts'
import { handle, handleDownload } from '../http/handle.ts'
import { clearSessionCookie } from '../http/viewer.ts'
import { announce } from '../announce.ts'

export function dataRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db, queues, storage, log, config } = ctx

  /** Enqueues an export. If the job is lost, the workers' sweep enqueues it again. */
  function enqueue(id: string): void {
    queues.add('exports', [toExportJob(id)]).catch((error: Error) => {
      log.warn({ reason: error.message }, 'an export is left to the sweep')
    })
  }

  handle(router, calls.deleteAccount, async (request) => {
    const { uid } = request.viewer
    const erasedAt = await requestDeletion(ctx, ownSession(request))
    clearSessionCookie(request.res, config.publicUrl)
    announce(ctx, { kind: 'sessions', uid })
    return { erasedAt: erasedAt.toISOString() }
  })

  handle(router, calls.getDataExport, async ({ viewer: { uid } }) => {
    const row = await findDataExport(db, uid)
    return { dataExport: row ? toDataExport(row) : null }
  })

  handle(router, calls.startDataExport, async ({ body: { csvForm }, viewer: { uid } }) => {
    const { dataExport, isNew } = await startDataExport(ctx, { uid, csvForm })
    if (isNew) enqueue(dataExport.id)
    return { dataExport }
  })

  handleDownload(router, calls.downloadDataExport, async ({ params: { id }, viewer: { uid } }) => {
    const { file, name, bytes } = await getExportFile(db, uid, id)
    return { content: found(await storage.open(file)), name, bytes }
  })

  return router
}
