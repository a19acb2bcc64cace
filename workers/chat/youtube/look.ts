/**
 * Looks whether a posted message is shown. YouTube accepts a message and may hold it for a moderator's review without saying so
 * (support.google.com/youtube/answer/10888907), and `liveChatMessages.list` does not list it then. That the list leaves held
 * messages out is what developers see; Google does not document it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Shown } from '../poster.ts'
import type { youtube_v3 } from 'googleapis/build/src/apis/youtube/index.js'

export type ChatPage = youtube_v3.Schema$LiveChatMessageListResponse

export interface SentMessage {
  id: string
  /** When YouTube published the message, in milliseconds; NaN if it did not say so. */
  publishedAt: number
}

/** How long a message may take until it is listed. */
const listedAfterMs = 2_000

/**
 * Finds a message in its chat, at the second attempt if need be. Returns undefined if the pages do not go back to the message's time.
 * `read` reads the chat's latest messages; `scale` makes the waits shorter.
 */
export async function findMessage(
  message: SentMessage,
  read: () => Promise<ChatPage>,
  scale = 1,
): Promise<Shown | undefined> {
  const waitMs = listedAfterMs / scale
  await delay(waitMs)
  const first = await read()
  const found = findIn(first, message)
  if (found) return found
  await delay(Math.max(first.pollingIntervalMillis ?? 0, waitMs))
  const second = await read()
  return findIn(second, message) ?? (goesBackTo(second, message) ? { isShown: false } : undefined)
}

function findIn({ items = [] }: ChatPage, { id }: SentMessage): Shown | undefined {
  const message = items.find((item) => item.id === id)
  if (!message) return undefined
  const { isChatModerator, isChatOwner } = message.authorDetails ?? {}
  return { isShown: true, isModerator: isChatModerator === true || isChatOwner === true }
}

/** Returns whether a page is empty or has a message from before. YouTube lists some or all of a chat, oldest message first. */
function goesBackTo({ items }: ChatPage, { publishedAt }: SentMessage): boolean {
  if (!items) return false
  return (
    items.length === 0 || items.some(({ snippet }) => Date.parse(snippet?.publishedAt ?? '') <= publishedAt)
  )
}
