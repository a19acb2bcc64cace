/** Posts to YouTube live chat. The creator's token finds the chat, and the bot's token posts the message. */
import type { ConnectionRow } from '../../../db/schema.ts'
import { quotaName } from '../../../domain/chat/platforms/youtube/quota-price.ts'
import { readQuotaShare } from '../../../domain/chat/platforms/youtube/quota-share.ts'
import { throttleQuota } from '../../../domain/chat/platforms/youtube/quota-throttle.ts'
import { SlowDownError } from '../../errors.ts'
import { openMessageWindow } from '../message-window.ts'
import type { ChatPoster, Readiness, Shown } from '../poster.ts'
import { openThrottle } from '../throttle.ts'
import { openYoutubeApi } from './api.ts'
import type { YoutubeApiContext } from './api.ts'
import { endedChatMs } from './broadcasts.ts'
import { findMessage } from './look.ts'
import type { SentMessage } from './look.ts'
import { openYoutubeQuota } from './quota.ts'

const chatCacheMs = 60_000
/** How long a message waits when this poster is closed, so that another process sends it. */
const closedMs = 1_000
/** YouTube refuses more than an unpublished number of messages in a time, and a refusal costs as many units as a message. */
const [mostInWindow, windowMs] = [10, 10_000]
/** How often the poster looks whether a message is shown, as long as the bot is not known to be a moderator. */
const lookMs = 600_000

export interface YoutubePosterContext extends YoutubeApiContext {
  /** How many milliseconds after its payment a tip may still be announced. */
  lifetimeMs: number
}

/**
 * Opens the poster. As long as its messages succeed, it looks up a creator's live chat at most once a minute, and at most once in ten
 * minutes whether a message is shown.
 */
export function openYoutubePoster(ctx: YoutubePosterContext): ChatPoster {
  const { db, log, config, lifetimeMs, scale = 1 } = ctx
  const quota = openYoutubeQuota(db, config, log)
  const api = openYoutubeApi(ctx, quota)
  const chatCache = new Map<string, { id: string; until: number }>()
  const lastSent = new Map<string, { at: number; chatId: string; message: SentMessage }>()
  const lookedAt = new Map<string, number>()
  const ended = openThrottle()
  const window = openMessageWindow(mostInWindow, windowMs / scale)
  let isClosed = false

  async function insert({ uid }: ConnectionRow, chatId: string, text: string): Promise<boolean> {
    if (isClosed) throw new SlowDownError(closedMs)
    if (window.waitMs() > 0) throw new SlowDownError(window.waitMs(), 'destination')
    window.take()
    const message = await api.insertMessage(uid, chatId, text)
    if (message === undefined) {
      ended.block(chatId, endedChatMs)
      chatCache.delete(uid)
      return false
    }
    lastSent.set(uid, { at: performance.now(), chatId, message })
    return true
  }

  async function findChat(connection: ConnectionRow): Promise<string> {
    const cached = chatCache.get(connection.uid)
    if (cached && cached.until > Date.now()) return cached.id
    const id = await api.findLiveChat(connection, (chatId) => ended.waitMs(chatId) > 0)
    chatCache.set(connection.uid, { id, until: Date.now() + chatCacheMs })
    return id
  }

  return {
    platform: 'youtube',
    async ready({ uid }, isUrgent): Promise<Readiness> {
      const [state, price] = await Promise.all([quota.read(), quota.readPrice()])
      const { messages, gapMs, isScarce } = throttleQuota(state, price, lifetimeMs, isUrgent)
      if (messages === 0) return { messages, waitMs: lifetimeMs, reason: 'quotaExceeded' }
      const gapEndsIn = (lastSent.get(uid)?.at ?? -Infinity) + gapMs - performance.now()
      const waitMs = Math.max(gapEndsIn, window.waitMs(), 0)
      if (waitMs > 0) return { messages: 0, waitMs }
      const share = isScarce ? await readQuotaShare(db, quotaName, uid, { state, price }) : undefined
      return { messages: Math.min(messages, window.free()), waitMs, fromMinor: share?.fromMinor ?? 0 }
    },
    async post(connection, text) {
      // Each round finds out that one more chat has ended, until `findChat` finds no other and throws.
      while (!(await insert(connection, await findChat(connection), text)));
      return 'posted'
    },
    async findShown(connection, isTest): Promise<Shown | undefined> {
      const sent = lastSent.get(connection.uid)
      const sinceMs = performance.now() - (lookedAt.get(connection.uid) ?? -Infinity)
      if (!sent || isClosed || !isLookDue(connection, isTest, sinceMs * scale)) return undefined
      lookedAt.set(connection.uid, performance.now())
      const read = () => api.listMessages(connection, sent.chatId)
      return findMessage(sent.message, read, scale).catch(() => undefined)
    },
    async close() {
      isClosed = true
      api.close()
    },
  }
}

/** Returns whether it is time to look whether a chat's latest message is shown, `sinceMs` after the last look. */
function isLookDue({ problem, botIsModerator }: ConnectionRow, isTest: boolean, sinceMs: number): boolean {
  if (isTest || problem === 'held') return true
  return botIsModerator !== true && sinceMs >= lookMs
}
