/** Routes for importing tips that a creator received elsewhere. */
import { Router } from 'express'
import * as calls from '../../contract/imports/import-calls.ts'
import { checkFile } from '../../domain/imports/check-file.ts'
import * as imports from '../../domain/imports/imports.ts'
import { networkOf } from '../../domain/security/network-key.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'
import { receiveImport, receiveSample } from '../http/receive-import.ts'

export function importRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db, importFiles } = ctx

  handle(router, calls.getImports, ({ viewer }) => imports.readImports(db, viewer.uid))

  handle(router, calls.guessImport, async ({ query, req, res }) => {
    const network = networkOf(req.ip ?? '')
    const bytes = await receiveSample(ctx, { req, res, field: calls.guessImport.file, network })
    const { without, ...given } = query
    return importFiles.guess(network, { bytes, given, without: without?.split(',') ?? [] })
  })

  handle(router, calls.checkImport, async ({ query, viewer: { uid }, req, res }) => {
    const { fileName, source, ...mapping } = query
    const { importId, superseded } = await imports.openImport(db, uid, { fileName, source })
    for (const id of superseded) enqueue(ctx, id, 'remove')
    try {
      const network = networkOf(req.ip ?? '')
      const upload = { req, res, field: calls.checkImport.file, network }
      const summary = await receiveImport(ctx, upload, (file) =>
        checkFile(db, { importId, creatorUid: uid }, (take) =>
          importFiles.read(network, { source, mapping }, file, take),
        ),
      )
      return await imports.endReading(db, importId, summary)
    } catch (error) {
      await discard(ctx, uid, importId)
      throw error
    }
  })

  handle(router, calls.listImportedTips, ({ query, viewer }) =>
    imports.listImportedTips(db, viewer.uid, query),
  )

  handle(router, calls.listBadLines, ({ query, viewer }) => imports.listBadLines(db, viewer.uid, query))

  handle(router, calls.startImport, async ({ body, viewer }) => {
    const started = await imports.startImport(db, viewer.uid, body)
    enqueue(ctx, body.importId, 'count')
    return started
  })

  handle(router, calls.removeImport, async ({ body: { importId }, viewer }) => {
    await imports.removeImport(db, viewer.uid, importId)
    enqueue(ctx, importId, 'remove')
  })

  return router
}

/** Enqueues the work on an import. If the job is lost, the workers' sweep enqueues it again. */
function enqueue({ queues, log }: AppContext, importId: string, step: 'count' | 'remove'): void {
  queues.add('imports', [imports.toImportJob(importId, step)]).catch((error: Error) => {
    log.warn({ reason: error.message }, 'an import is left to the sweep')
  })
}

/** Discards what was read of a file. If the database is away, the sweep does it. */
async function discard(ctx: AppContext, uid: string, importId: string): Promise<void> {
  await imports.removeImport(ctx.db, uid, importId).catch(() => {})
  enqueue(ctx, importId, 'remove')
}
