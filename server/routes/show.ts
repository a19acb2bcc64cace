/** Routes for show events: what tools send, and which ones creators want to see. */
import { Router } from 'express'
import { getTwitchEvents, saveTwitchEvents } from '../../contract/show/twitch-events-calls.ts'
import * as calls from '../../contract/show/show-calls.ts'
import { listShowSettings, saveShowSetting } from '../../db/queries/show/show-events.ts'
import { receiveShowEvent } from '../../domain/show/receive-show-event.ts'
import { readTwitchEvents, switchTwitchEvents } from '../../domain/chat/twitch-events.ts'
import { announce } from '../announce.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'
import { toolOf, writeIdOf } from '../http/tool-access.ts'

export function showRoutes(ctx: AppContext): Router {
  const router = Router()
  const { db } = ctx

  handle(router, calls.sendToolEvent, async ({ viewer: { uid }, body, res }) => {
    const own = { creatorUid: uid, id: writeIdOf(res), source: 'tool', token: toolOf(res) } as const
    const received = await receiveShowEvent(ctx, { ...own, sent: body })
    if (received.status === 'held') announce(ctx, { kind: 'panel', creatorUid: uid })
    return received
  })

  handle(router, calls.getShowSettings, async ({ viewer }) => ({
    kinds: await listShowSettings(db, viewer.uid),
  }))

  handle(router, calls.saveShowSetting, async ({ viewer: { uid }, body }) => {
    await saveShowSetting(db, uid, body)
    return { kinds: await listShowSettings(db, uid) }
  })

  handle(router, getTwitchEvents, ({ viewer }) => readTwitchEvents(ctx, viewer.uid))
  handle(router, saveTwitchEvents, async ({ viewer: { uid }, body }) => {
    await switchTwitchEvents(ctx, uid, body.isOn)
    return readTwitchEvents(ctx, uid)
  })

  return router
}
