/** Routes for the webhooks to a creator's tools. */
import { Router } from 'express'
import * as calls from '../../contract/tools/webhook-calls.ts'
import {
  addWebhook,
  readWebhookLog,
  readWebhooks,
  removeWebhook,
  replaceOwnSecret,
  sendAgain,
  showOwnSecret,
} from '../../domain/tools/webhooks.ts'
import { announce } from '../announce.ts'
import type { AppContext } from '../context.ts'
import { ownSession } from '../http/confirmed.ts'
import { handle } from '../http/handle.ts'

export function webhookRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db } = ctx

  handle(router, calls.getWebhooks, async ({ viewer }) => ({ endpoints: await readWebhooks(db, viewer.uid) }))

  handle(router, calls.addWebhook, async (request) => {
    return addWebhook(ctx, ownSession(request), request.body)
  })

  handle(router, calls.removeWebhook, ({ viewer, body }) => removeWebhook(db, viewer.uid, body.id))

  handle(router, calls.showWebhookSecret, async (request) => {
    return showOwnSecret(ctx, ownSession(request), request.body.id)
  })

  handle(router, calls.replaceWebhookSecret, async (request) => {
    return replaceOwnSecret(ctx, ownSession(request), request.body.id)
  })

  handle(router, calls.getWebhookLog, async ({ viewer, query }) => ({
    deliveries: await readWebhookLog(db, viewer.uid, query.id),
  }))

  handle(router, calls.sendWebhooksAgain, async ({ viewer, body }) => {
    const count = await sendAgain(db, viewer.uid, body)
    if (count > 0) announce(ctx, { kind: 'deliveries', destinations: ['endpoints'] })
    return { count }
  })

  return router
}
