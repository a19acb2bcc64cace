/** Routes for push messages to the browser of a session. */
import { Router } from 'express'
import type { Request } from 'express'
import { AppError } from '../../contract/errors.ts'
import { getPushSettings, subscribePush, unsubscribePush } from '../../contract/notifications/push-calls.ts'
import {
  deletePushSubscription,
  hasPushSubscription,
  savePushSubscription,
} from '../../db/queries/notifications/push-subscriptions.ts'
import { hashSession } from '../../domain/accounts/sessions.ts'
import { isPushService } from '../../domain/notifications/web-push.ts'
import { hashEndpoint, sealSubscription } from '../../domain/notifications/push-subscription.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'
import { sessionTokenOf } from '../http/viewer.ts'

export function pushRoutes({ db, config }: AppContext): Router {
  const router = Router()

  handle(router, getPushSettings, async ({ req }) => ({
    publicKey: config.push?.publicKey ?? null,
    isOn: await hasPushSubscription(db, sessionOf(req)),
  }))

  handle(router, subscribePush, async ({ body: { locale, ...subscription }, viewer: { uid }, req }) => {
    const { endpoint } = subscription
    if (!config.push || !isPushService(endpoint, config.push)) throw new AppError('push_refused')
    await savePushSubscription(db, {
      uid,
      tokenHash: sessionOf(req),
      endpointHash: hashEndpoint(endpoint),
      sealed: sealSubscription(config.secretsKey, uid, subscription),
      locale,
    })
  })

  handle(router, unsubscribePush, ({ req }) => deletePushSubscription(db, sessionOf(req)))

  return router
}

/** Returns the hash of the session's token. There always is a token, because the handlers run only with a session. */
function sessionOf(req: Request): Buffer {
  return hashSession(sessionTokenOf(req) ?? '')
}
