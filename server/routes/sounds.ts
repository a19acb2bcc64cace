/** Routes for the sounds of a creator's alerts. */
import { Router } from 'express'
import * as calls from '../../contract/alerts/sound-calls.ts'
import { chooseAlertSound, readSoundSettings, removeSound } from '../../domain/sounds/sounds.ts'
import { announce } from '../announce.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'
import { receiveSound } from '../http/receive-picture.ts'

/** Mounts the calls. Those that change what alerts play tell the open overlays. */
export function soundRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db } = ctx

  handle(router, calls.getSoundSettings, ({ viewer }) => readSoundSettings(db, viewer.uid))

  handle(router, calls.saveAlertSound, async ({ body, viewer: { uid } }) => {
    await chooseAlertSound(db, uid, body)
    announce(ctx, { kind: 'overlay-sounds', creatorUid: uid })
    return readSoundSettings(db, uid)
  })

  handle(router, calls.uploadSound, async ({ query: { name }, viewer: { uid }, req, res }) => {
    const upload = { req, res, field: calls.uploadSound.file, owner: uid }
    const added = await receiveSound(ctx, name, upload)
    return { ...(await readSoundSettings(db, uid)), ...added }
  })

  handle(router, calls.deleteSound, async ({ body: { soundId }, viewer: { uid } }) => {
    await removeSound(ctx, uid, soundId)
    announce(ctx, { kind: 'overlay-sounds', creatorUid: uid })
    return readSoundSettings(db, uid)
  })

  return router
}
