/** Routes for log-in, log-out, the logged-in user and public creators. */
import { Router } from 'express'
import * as calls from '../../contract/accounts/account-calls.ts'
import { sendReport } from '../../contract/admin/report-calls.ts'
import { findPublicCreator } from '../../db/queries/accounts/accounts.ts'
import { logIn } from '../../domain/accounts/log-in.ts'
import { endSession } from '../../domain/accounts/sessions.ts'
import { toCreator } from '../../domain/accounts/to-creator.ts'
import { getSessionUser } from '../../domain/accounts/to-session-user.ts'
import { reportAbuse } from '../../domain/admin/report-abuse.ts'
import type { AppContext } from '../context.ts'
import { found } from '../http/errors.ts'
import { handle, handleReads } from '../http/handle.ts'
import { deviceOf } from '../http/known-browser.ts'
import { clearSessionCookie, sessionTokenOf, startSession } from '../http/viewer.ts'
import { announce } from '../announce.ts'
import { publicReads } from './public-reads.ts'

export function accountRoutes(ctx: AppContext): Router {
  const router = Router()
  sessionRoutes(router, ctx)
  creatorRoutes(router, ctx)
  return router
}

function sessionRoutes(router: Router, ctx: AppContext): void {
  const { db, config } = ctx

  handle(router, calls.logIn, async ({ body, req, res }) => {
    const source = { address: req.ip ?? '', userAgent: req.get('user-agent') ?? '' }
    const entered = await logIn(ctx, {
      ...body,
      ...source,
      deviceOf: (account) => deviceOf(config, req, account),
    })
    await startSession(ctx, req, res, entered)
  })

  handle(router, calls.logOut, async ({ viewer, req, res }) => {
    const token = sessionTokenOf(req)
    if (token) await endSession(db, token)
    if (viewer) announce(ctx, { kind: 'sessions', uid: viewer.uid })
    clearSessionCookie(res, config.publicUrl)
  })

  handle(router, calls.getProfile, ({ viewer }) => getSessionUser(ctx, viewer.uid))
}

function creatorRoutes(router: Router, ctx: AppContext): void {
  const { db } = ctx
  handleReads(router, publicReads(ctx))

  handle(router, calls.getCreatorData, async ({ query }) =>
    toCreator(found(await findPublicCreator(db, { uid: query.creatorUID }))),
  )

  handle(router, sendReport, async ({ body: { username, goalId, name, proof, ...report }, req }) =>
    reportAbuse(ctx, { userName: username, goalId, name, ...report }, { address: req.ip ?? '', proof }),
  )
}
