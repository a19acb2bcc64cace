/** Routes for notifications, platform connections and the chatbot toggles of the logged-in user. */
import { Router } from 'express'
import * as calls from '../../contract/accounts/account-calls.ts'
import { getChatbotSettings, saveChatbotSettings } from '../../contract/chat/chat-calls.ts'
import { disconnectCalls, statusCalls } from '../../contract/chat/connection-calls.ts'
import { platform } from '../../contract/chat/platforms.ts'
import type { Platform } from '../../contract/chat/platforms.ts'
import { getChatbotToggles, saveChatbotToggles } from '../../db/queries/chat/chatbot.ts'
import { findConnection } from '../../db/queries/chat/connections.ts'
import { listDisputeNotices } from '../../db/queries/notifications/dispute-notices.ts'
import {
  countUnreadNotifications,
  getNotificationPreferences,
  listNotifications,
  markNotificationsRead,
  updateNotificationPreferences,
} from '../../db/queries/notifications/notifications.ts'
import { disconnectPlatform } from '../../domain/chat/disconnect-platform.ts'
import { toDisputeNotice, toNotification } from '../../domain/notifications/to-notification.ts'
import { announce } from '../announce.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'

const notificationsShown = 100

export function settingsRoutes(ctx: AppContext): Router {
  const router = Router()
  notificationRoutes(router, ctx)
  platformRoutes(router, ctx)
  return router
}

function notificationRoutes(router: Router, ctx: AppContext): void {
  const { db } = ctx
  handle(router, calls.getNotificationPreferences, ({ viewer }) => getNotificationPreferences(db, viewer.uid))

  handle(router, calls.updateNotificationPreference, async ({ body, viewer }) => {
    const change =
      'ReceiveAllTips' in body
        ? { receiveAllTips: body.ReceiveAllTips }
        : { receiveGoalFunded: body.ReceiveGoalFunded }
    await updateNotificationPreferences(db, viewer.uid, change)
  })

  handle(router, calls.getNotifications, async ({ viewer: { uid } }) => {
    const [lines, disputes, unread] = await Promise.all([
      listNotifications(db, uid, notificationsShown),
      listDisputeNotices(db, uid, notificationsShown),
      countUnreadNotifications(db, uid),
    ])
    return { notifications: lines.map(toNotification), disputes: disputes.map(toDisputeNotice), unread }
  })

  handle(router, calls.readNotifications, async ({ body, viewer: { uid } }) => {
    await markNotificationsRead(db, uid, body.ids)
    announce(ctx, { kind: 'notification', uid }) // updates the unread count on the account's other pages
    return { unread: await countUnreadNotifications(db, uid) }
  })
}

function platformRoutes(router: Router, ctx: AppContext): void {
  const { db } = ctx

  async function statusOf(uid: string, name: Platform) {
    const connection = await findConnection(db, uid, name)
    return { connected: connection !== undefined, email: connection?.email ?? null }
  }

  for (const name of platform.options) {
    handle(router, statusCalls[name], ({ viewer }) => statusOf(viewer.uid, name))
    handle(router, disconnectCalls[name], ({ viewer }) => disconnectPlatform(ctx, viewer.uid, name))
  }

  handle(router, getChatbotSettings, ({ query, viewer }) => getChatbotToggles(db, viewer.uid, query.platform))

  handle(router, saveChatbotSettings, ({ body: { platform: name, ...toggles }, viewer }) =>
    saveChatbotToggles(db, viewer.uid, name, toggles),
  )
}
