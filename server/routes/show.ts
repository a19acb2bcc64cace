/** Routes for show events: what tools send, and which ones creators want to see. */
import { Router } from 'express'
import { eventPlatform } from '../../contract/chat/event-platforms.ts'
import { eventsCalls, saveEventsCalls } from '../../contract/chat/platform-events-calls.ts'
import * as calls from '../../contract/show/show-calls.ts'
import { listShowSettings, saveShowSetting } from '../../db/queries/show/show-events.ts'
import { receiveShowEvent } from '../../domain/show/receive-show-event.ts'
import { readPlatformEvents, switchPlatformEvents } from '../../domain/chat/platform-events.ts'
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

  for (const platform of eventPlatform.options) {
    handle(router, eventsCalls[platform], ({ viewer }) => readPlatformEvents(ctx, viewer.uid, platform))
    handle(router, saveEventsCalls[platform], async ({ viewer: { uid }, body }) => {
      await switchPlatformEvents(ctx, uid, platform, body.isOn)
      return readPlatformEvents(ctx, uid, platform)
    })
  }

  return router
}
