/** Routes for a creator's donothon timers; every change is published to the widgets that show them. */
import { Router } from 'express'
import * as calls from '../../contract/timer/timer-calls.ts'
import { findCurrency } from '../../db/queries/accounts/accounts.ts'
import * as timers from '../../domain/timer/manage-timers.ts'
import { readTimerEntries, writeTimerCsv } from '../../domain/timer/read-entries.ts'
import { announce } from '../announce.ts'
import type { AppContext } from '../context.ts'
import { handle, handleDownload } from '../http/handle.ts'

/** Mounts the routes. */
export function timerRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db } = ctx

  handle(router, calls.getTimers, async ({ viewer }) => ({
    currency: (await findCurrency(db, viewer.uid)) ?? 'usd',
    now: new Date().toISOString(),
    timers: await timers.listTimers(db, viewer.uid),
  }))

  handle(router, calls.createTimer, async ({ body, viewer: { uid } }) =>
    announceChange(ctx, uid, await timers.createTimer(db, uid, { ...body, actor: uid })),
  )

  handle(router, calls.renameTimer, async ({ body: { timerId, name }, viewer: { uid } }) =>
    announceChange(ctx, uid, await timers.renameTimer(db, uid, timerId, name)),
  )

  handle(router, calls.archiveTimer, async ({ body: { timerId }, viewer: { uid } }) => {
    announceChange(ctx, uid, await timers.archiveTimer(db, uid, timerId))
  })

  handle(router, calls.changeTimer, async ({ body: { timerId, ...change }, viewer: { uid } }) =>
    announceChange(ctx, uid, await timers.changeTimer(db, uid, timerId, { ...change, actor: uid })),
  )

  handle(router, calls.getTimerEntries, ({ query: { timerId, page }, viewer }) =>
    readTimerEntries(db, viewer.uid, { timerId, page: Number(page ?? 0) }),
  )

  handleDownload(router, calls.downloadTimerEntries, ({ query, viewer }) =>
    writeTimerCsv(db, viewer.uid, query),
  )

  return router
}

/** Publishes the change to widgets, also those on other servers. */
function announceChange<T>(ctx: AppContext, creatorUid: string, answer: T): T {
  announce(ctx, { kind: 'timers', creatorUid })
  return answer
}
