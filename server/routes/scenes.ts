/** Routes for a creator's scene. */
import { Router } from 'express'
import * as calls from '../../contract/alerts/scene-calls.ts'
import { publishScene, readScene, saveSceneDraft } from '../../domain/styles/scenes.ts'
import { announce } from '../announce.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'

/** Mounts the calls. Publishing tells the open scenes. */
export function sceneRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db } = ctx

  handle(router, calls.getScene, ({ viewer }) => readScene(db, viewer.uid))

  handle(router, calls.saveSceneDraft, async ({ body: { draft, draftVersion }, viewer: { uid } }) => {
    await saveSceneDraft(db, uid, draft, draftVersion)
    return readScene(db, uid)
  })

  handle(router, calls.publishScene, async ({ body: { draftVersion }, viewer: { uid } }) => {
    await publishScene(db, uid, draftVersion)
    announce(ctx, { kind: 'overlay-scene', creatorUid: uid })
    return readScene(db, uid)
  })

  return router
}
