/** Routes for the settings of the logged-in creator's overlays. */
import { Router } from 'express'
import * as calls from '../../contract/alerts/overlay-calls.ts'
import { getOverlaySettings } from '../../db/queries/alerts/overlay-settings.ts'
import { replaceOwnOverlayKey, showOwnOverlayKey } from '../../domain/accounts/own-keys.ts'
import { saveOverlaySettings } from '../../domain/alerts/overlay-key.ts'
import { readOverlayStatus } from '../../domain/alerts/read-overlay-status.ts'
import { announce } from '../announce.ts'
import type { AppContext } from '../context.ts'
import { ownSession } from '../http/confirmed.ts'
import { handle } from '../http/handle.ts'

export function overlayRoutes(ctx: AppContext): Router {
  const router = Router()

  handle(router, calls.getOverlayStatus, ({ viewer }) => readOverlayStatus(ctx, viewer.uid))

  handle(router, calls.getOverlaySettings, ({ viewer }) => getOverlaySettings(ctx.db, viewer.uid))

  handle(router, calls.saveOverlaySettings, async ({ body, viewer: { uid } }) => {
    await saveOverlaySettings(ctx, uid, body)
    announce(ctx, { kind: 'overlay-access', creatorUid: uid })
    return body
  })

  handle(router, calls.showOverlayKey, async (request) => ({
    key: await showOwnOverlayKey(ctx, ownSession(request)),
  }))

  handle(router, calls.replaceOverlayKey, async (request) => {
    const key = await replaceOwnOverlayKey(ctx, ownSession(request))
    announce(ctx, { kind: 'overlay-access', creatorUid: request.viewer.uid })
    return { key }
  })

  return router
}
