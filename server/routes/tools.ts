/** Routes for creators' tools, and for the API tokens that admit them. */
import { Router } from 'express'
import * as tokenCalls from '../../contract/tools/api-token-calls.ts'
import * as actCalls from '../../contract/tools/tool-act-calls.ts'
import * as calls from '../../contract/tools/tool-calls.ts'
import { sendSampleAlert } from '../../domain/alerts/send-test-alert.ts'
import { addApiToken, readApiTokens, revokeApiToken } from '../../domain/tools/api-tokens.ts'
import {
  readLatestToolTip,
  readToolBoard,
  readToolGoal,
  readToolGoals,
  readToolTips,
} from '../../domain/tools/read-tool-state.ts'
import { readToolPanel, toPanelChange } from '../../domain/tools/tool-panel.ts'
import { adjustToolTimer, readToolTimer, readToolTimers } from '../../domain/tools/tool-timers.ts'
import { announce } from '../announce.ts'
import type { AppContext } from '../context.ts'
import { ownSession } from '../http/confirmed.ts'
import { handle } from '../http/handle.ts'
import { toolOf, writeIdOf } from '../http/tool-access.ts'
import { makePanelChange } from '../make-panel-change.ts'

export function toolRoutes(ctx: AppContext): Router {
  const router = Router()
  tokenRoutes(router, ctx)
  panelRoutes(router, ctx)
  timerRoutes(router, ctx)
  const { db } = ctx

  handle(router, calls.listToolGoals, async ({ viewer }) => ({ goals: await readToolGoals(db, viewer.uid) }))

  handle(router, calls.getToolGoal, ({ viewer, query }) => readToolGoal(db, viewer.uid, query.id))

  handle(router, calls.listToolTips, ({ viewer, query }) => readToolTips(db, viewer.uid, query))

  handle(router, calls.getLatestToolTip, ({ viewer }) => readLatestToolTip(db, viewer.uid))

  handle(router, calls.getToolBoard, async ({ viewer, query }) => ({
    supporters: await readToolBoard(db, viewer.uid, query),
  }))

  handle(router, calls.sendToolTestAlert, ({ viewer, body }) =>
    sendSampleAlert(ctx, viewer.uid, body.kind ?? 'message'),
  )

  return router
}

function panelRoutes(router: Router, ctx: AppContext): void {
  const { db } = ctx

  handle(router, actCalls.getToolPanel, ({ viewer }) => readToolPanel(db, viewer.uid))

  handle(router, actCalls.runToolPanel, async ({ viewer: { uid }, body, res }) => {
    const change = await toPanelChange(db, uid, body)
    const own = { creatorUid: uid, actorUid: uid, isOwner: true }
    await makePanelChange(ctx, { ...own, actionId: writeIdOf(res), change, token: toolOf(res) })
    return readToolPanel(db, uid)
  })
}

function timerRoutes(router: Router, ctx: AppContext): void {
  const { db } = ctx

  handle(router, actCalls.listToolTimers, async ({ viewer }) => ({
    timers: await readToolTimers(db, viewer.uid),
  }))

  handle(router, actCalls.getToolTimer, ({ viewer, query }) => readToolTimer(db, viewer.uid, query.id))

  handle(router, actCalls.adjustToolTimer, async ({ viewer: { uid }, body: { id, seconds }, res }) => {
    const actor = toolOf(res)?.id ?? uid
    const timer = await adjustToolTimer(db, uid, { id, seconds, writeId: writeIdOf(res), actor })
    announce(ctx, { kind: 'timers', creatorUid: uid })
    return timer
  })
}

function tokenRoutes(router: Router, ctx: AppContext): void {
  handle(router, tokenCalls.getApiTokens, async ({ viewer }) => ({
    tokens: await readApiTokens(ctx.db, viewer.uid),
  }))

  handle(router, tokenCalls.addApiToken, async (request) => {
    return addApiToken(ctx, ownSession(request), request.body)
  })

  handle(router, tokenCalls.revokeApiToken, async ({ body, viewer: { uid } }) => {
    await revokeApiToken(ctx.db, uid, body.id)
    announce(ctx, { kind: 'api-tokens', uid })
  })
}
