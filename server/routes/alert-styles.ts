/** Routes for the style of a creator's alerts. */
import { Router } from 'express'
import * as calls from '../../contract/alerts/alert-style-calls.ts'
import { findAccount } from '../../db/queries/accounts/accounts.ts'
import { listAlertPictures } from '../../db/queries/alerts/alert-styles.ts'
import { addAlertPicture, removeAlertPicture } from '../../domain/styles/alert-pictures.ts'
import { readAlertSamples } from '../../domain/styles/alert-samples.ts'
import { publishAlertStyle, readAlertStyle, saveAlertDraft } from '../../domain/styles/alert-styles.ts'
import { readWidgetSamples } from '../../domain/styles/widget-samples.ts'
import { announce } from '../announce.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'
import { receiveAlertPicture } from '../http/receive-picture.ts'

/** Mounts the calls. Publishing tells the open overlays. */
export function alertStyleRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db } = ctx

  handle(router, calls.getAlertStyle, ({ viewer }) => readAlertStyle(db, viewer.uid))

  handle(router, calls.saveAlertDraft, async ({ body: { draft, draftVersion }, viewer: { uid } }) => {
    await saveAlertDraft(db, uid, draft, draftVersion)
    return readAlertStyle(db, uid)
  })

  handle(router, calls.publishAlertStyle, async ({ body: { draftVersion }, viewer: { uid } }) => {
    await publishAlertStyle(db, uid, draftVersion)
    announce(ctx, { kind: 'overlay-style', creatorUid: uid })
    return readAlertStyle(db, uid)
  })

  handle(router, calls.getAlertSamples, async ({ viewer: { uid } }) => {
    const [alerts, account] = await Promise.all([readAlertSamples(db, uid), findAccount(db, uid)])
    return { alerts, pageUrl: `${ctx.config.publicUrl}/${account?.userName ?? ''}` }
  })

  handle(router, calls.getWidgetSamples, ({ viewer }) => readWidgetSamples(db, viewer.uid))

  const readPictures = async (uid: string) => ({ pictures: await listAlertPictures(db, uid) })

  handle(router, calls.getAlertPictures, ({ viewer }) => readPictures(viewer.uid))

  handle(router, calls.uploadAlertPicture, async ({ viewer: { uid }, req, res }) => {
    const upload = { req, res, field: calls.uploadAlertPicture.file, owner: uid }
    const url = await addAlertPicture(ctx, uid, await receiveAlertPicture(ctx, upload))
    return { ...(await readPictures(uid)), url }
  })

  handle(router, calls.deleteAlertPicture, async ({ body: { url }, viewer: { uid } }) => {
    await removeAlertPicture(ctx, uid, url)
    return readPictures(uid)
  })

  return router
}
