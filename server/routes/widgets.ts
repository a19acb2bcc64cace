/** Routes for the widgets on a creator's stream. */
import { Router } from 'express'
import * as calls from '../../contract/alerts/widget-calls.ts'
import { startStream } from '../../db/queries/alerts/stream-totals.ts'
import { readStreamTotal } from '../../domain/insights/stream-totals.ts'
import { announce } from '../announce.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'

/** Mounts the routes. */
export function widgetRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db } = ctx

  handle(router, calls.getStreamTotal, ({ viewer }) => readStreamTotal(db, viewer.uid))

  handle(router, calls.startStreamTotal, async ({ viewer: { uid } }) => {
    await startStream(db, uid)
    announce(ctx, { kind: 'live', creatorUid: uid })
    return readStreamTotal(db, uid)
  })

  return router
}
