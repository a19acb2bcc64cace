/** Stores live broadcasts and the messages of their chats. */
import { randomUUID } from 'node:crypto'
import { addChatLine, type ChatLine } from '../chat-page.ts'
import { makeSecret } from '../secrets.ts'
import type { State } from '../state.ts'
import { chatError } from './api-error.ts'

export interface Broadcast {
  id: string
  channelId: string
  title: string
  type: 'event' | 'persistent'
  status: 'ready' | 'live' | 'complete'
  liveChatId: string
  isChatOn: boolean
  /** The channels that are blocked from the chat. */
  blocked: string[]
  createdAt: string
  startedAt?: string
  endedAt?: string
}

export interface ChatMessage {
  id: string
  liveChatId: string
  authorChannelId: string
  publishedAt: string
  text: string
}

export type Broadcasts = ReturnType<typeof openBroadcasts>

const maxTextLength = 200

/** Opens the stored broadcasts. */
export function openBroadcasts(state: State) {
  return {
    all: state.collection<Broadcast>('youtube.broadcasts'),
    /** The messages by channel, not by broadcast, so that a channel's page also shows the chat of earlier broadcasts. */
    messages: state.collection<ChatLine[]>('youtube.said'),
    save: state.save,
  }
}

/** Returns a channel's broadcasts, newest first. */
export function listBroadcasts(broadcasts: Broadcasts, channelId: string): Broadcast[] {
  const own = Object.values(broadcasts.all).filter((broadcast) => broadcast.channelId === channelId)
  return own.sort((a, b) => b.createdAt.localeCompare(a.createdAt))
}

/** Returns the live broadcast of a channel. */
export function findLive(broadcasts: Broadcasts, channelId: string): Broadcast | undefined {
  return listBroadcasts(broadcasts, channelId).find(({ status }) => status === 'live')
}

/** Starts a broadcast, or returns the one that is already live. */
export function goLive(
  broadcasts: Broadcasts,
  channelId: string,
  { title = 'Live now', type = 'event' }: { title?: string; type?: Broadcast['type'] } = {},
): Broadcast {
  const now = new Date().toISOString()
  const broadcast = findLive(broadcasts, channelId) ?? {
    id: makeSecret(8),
    channelId,
    title,
    type,
    status: 'live',
    liveChatId: makeSecret(40),
    isChatOn: true,
    blocked: [],
    createdAt: now,
    startedAt: now,
  }
  broadcasts.all[broadcast.id] = broadcast
  broadcasts.save()
  return broadcast
}

/** Ends a channel's live broadcast and its chat. */
export function endLive(broadcasts: Broadcasts, channelId: string): void {
  const broadcast = findLive(broadcasts, channelId)
  if (!broadcast) return
  broadcast.status = 'complete'
  broadcast.endedAt = new Date().toISOString()
  broadcasts.save()
}

/** Posts a message into a live chat. Throws YouTube's refusal. */
export function postToChat(
  broadcasts: Broadcasts,
  author: { id: string; title: string },
  { liveChatId, text }: { liveChatId: string; text: string },
): ChatMessage {
  const broadcast = Object.values(broadcasts.all).find((one) => one.liveChatId === liveChatId)
  if (!broadcast) throw chatError('liveChatNotFound')
  if (broadcast.status === 'complete') throw chatError('liveChatEnded')
  if (!broadcast.isChatOn) throw chatError('liveChatDisabled')
  if (broadcast.blocked.includes(author.id)) throw chatError('forbidden')
  if (!text.trim() || text.length > maxTextLength) throw chatError('messageTextInvalid')

  const publishedAt = new Date().toISOString()
  addChatLine(broadcasts.messages, broadcast.channelId, { at: publishedAt, user: author.title, text })
  broadcasts.save()
  return { id: `LCC.${randomUUID()}`, liveChatId, authorChannelId: author.id, publishedAt, text }
}
