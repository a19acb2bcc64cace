/** Routes for the settings of the logged-in creator's overlays. */
import { Router } from 'express'
import * as calls from '../../contract/overlay-calls.ts'
import { getOverlaySettings } from '../../db/queries/overlay-settings.ts'
import { replaceOverlayKey, saveOverlaySettings, showOverlayKey } from '../../domain/alerts/overlay-key.ts'
import { readOverlayStatus } from '../../domain/alerts/read-overlay-status.ts'
import { announce } from '../announce.ts'
import type { AppContext } from '../context.ts'
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

  handle(router, calls.showOverlayKey, async ({ viewer }) => ({ key: await showOverlayKey(ctx, viewer.uid) }))

  handle(router, calls.replaceOverlayKey, async ({ viewer: { uid } }) => {
    const key = await replaceOverlayKey(ctx, uid)
    announce(ctx, { kind: 'overlay-access', creatorUid: uid })
    return { key }
  })

  return router
}
