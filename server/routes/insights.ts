/** Routes for the viewer's own received and given tips. */
import { Router } from 'express'
import * as calls from '../../contract/insights/insight-calls.ts'
import { readChecklist } from '../../db/queries/insights/insights.ts'
import { listGivenTips, readSupportedCreators } from '../../domain/insights/read-tips-given.ts'
import {
  listReceivedTips,
  readInsights,
  readTotalEarnings,
  replayAlert,
} from '../../domain/insights/read-insights.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'

export function insightRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db } = ctx
  handle(router, calls.getInsights, ({ query, viewer }) => readInsights(db, viewer.uid, query.days))
  handle(router, calls.getTotalEarnings, ({ viewer }) => readTotalEarnings(db, viewer.uid))
  handle(router, calls.getReceivedTips, ({ query, viewer }) => listReceivedTips(db, viewer.uid, query.cursor))
  handle(router, calls.replayAlert, ({ body, viewer }) => replayAlert(ctx, viewer.uid, body.tipId))
  handle(router, calls.getChecklist, ({ viewer }) => readChecklist(db, viewer.uid))
  handle(router, calls.getGivenTips, ({ query, viewer }) => listGivenTips(ctx, viewer.uid, query.cursor))
  handle(router, calls.getSupportedCreators, ({ viewer }) => readSupportedCreators(db, viewer.uid))
  return router
}
