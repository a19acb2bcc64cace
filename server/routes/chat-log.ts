/** Route for the log of a creator's chats. */
import { Router } from 'express'
import { getChatLog } from '../../contract/chat/chat-log-calls.ts'
import { listChatLog } from '../../db/queries/chat/chat-log.ts'
import { toChatLogEntry } from '../../domain/chat/to-chat-log.ts'
import type { AppContext } from '../context.ts'
import { handle } from '../http/handle.ts'

const eventsShown = 30

export function chatLogRoutes({ db }: AppContext): Router {
  const router = Router()
  handle(router, getChatLog, async ({ viewer }) => {
    const lines = await listChatLog(db, viewer.uid, eventsShown)
    return { entries: lines.map(toChatLogEntry) }
  })
  return router
}
