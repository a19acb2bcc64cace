/** Stores the messages of live chats: those that everybody sees, and those that wait for a moderator. */
import { randomUUID } from 'node:crypto'
import { addChatLine, type ChatLine } from '../chat-page.ts'
import type { State } from '../state.ts'
import { apiError, chatError } from './api-error.ts'
import type { Broadcast, Broadcasts } from './broadcasts.ts'

export interface ChatMessage {
  id: string
  liveChatId: string
  authorChannelId: string
  publishedAt: string
  text: string
  /** Whether the message waits for a moderator, so that only moderators see it. */
  isHeld: boolean
  /** The type and details of what is no text. */
  details?: { type: string } & Record<string, unknown>
}

/** What a channel has set for all its live chats. Moderators and the channel itself are exempt from the filters. */
export interface ChatRules {
  moderators: string[]
  /** Stands for YouTube's own filter and for the channel's blocked words: messages with one of these are held. */
  heldWords: string[]
  holdsLinks: boolean
}

export interface ChatAuthor {
  id: string
  title: string
}

export type Chats = ReturnType<typeof openChats>

const maxTextLength = 200
const maxMessages = 300
const usualWords = ['free nitro', 'crypto giveaway']

/** Opens the stored chats. The limits start anew with the process. */
export function openChats(state: State, broadcasts: Broadcasts) {
  return {
    broadcasts,
    /** The visible lines by channel, not by broadcast, so that a channel's page also shows the chat of earlier broadcasts. */
    lines: state.collection<ChatLine[]>('youtube.said'),
    messages: state.collection<ChatMessage[]>('youtube.chatMessages'),
    rules: state.collection<ChatRules>('youtube.chatRules'),
    /** How many messages an author may post in how many seconds, and how long a reader waits between two lists of one chat. */
    limits: { messages: 20, seconds: 10, pollingMillis: 2000 },
    postedAt: new Map<string, number[]>(),
    listedAt: new Map<string, number>(),
    /** How many messages exceeded the limit since the start. */
    refused: 0,
    save: state.save,
  }
}

/** Returns the rules of a channel's chats, which may be changed. */
export function rulesOf({ rules }: Chats, channelId: string): ChatRules {
  return (rules[channelId] ??= { moderators: [], heldWords: usualWords, holdsLinks: false })
}

/** Returns whether a channel owns a chat or moderates it. */
export function isExempt(chats: Chats, { channelId }: Broadcast, author: string): boolean {
  return author === channelId || rulesOf(chats, channelId).moderators.includes(author)
}

/** Posts a message into a live chat; it may be held, which the response does not tell. Throws YouTube's refusal. */
export function postToChat(
  chats: Chats,
  author: ChatAuthor,
  { liveChatId, text }: { liveChatId: string; text: string },
): ChatMessage {
  const broadcast = getChat(chats, liveChatId)
  if (broadcast.blocked.includes(author.id)) throw chatError('forbidden')
  if (!text.trim() || text.length > maxTextLength) throw chatError('messageTextInvalid')
  countMessage(chats, author.id)

  const publishedAt = new Date().toISOString()
  const isHeld =
    !isExempt(chats, broadcast, author.id) && isFiltered(rulesOf(chats, broadcast.channelId), text)
  const message = {
    id: `LCC.${randomUUID()}`,
    liveChatId,
    authorChannelId: author.id,
    publishedAt,
    text,
    isHeld,
  }
  chats.messages[liveChatId] = [...(chats.messages[liveChatId] ?? []), message].slice(-maxMessages)
  if (!isHeld) addChatLine(chats.lines, broadcast.channelId, { at: publishedAt, user: author.title, text })
  chats.save()
  return message
}

/** Shows the messages of a channel that wait for a moderator, and returns how many there were. */
export function releaseHeld(chats: Chats, channelId: string, titleOf: (author: string) => string): number {
  const own = Object.values(chats.broadcasts.all).filter((broadcast) => broadcast.channelId === channelId)
  const held = own
    .flatMap(({ liveChatId }) => chats.messages[liveChatId] ?? [])
    .filter(({ isHeld }) => isHeld)
  for (const message of held) {
    message.isHeld = false
    const { publishedAt, authorChannelId, text } = message
    addChatLine(chats.lines, channelId, { at: publishedAt, user: titleOf(authorChannelId), text })
  }
  chats.save()
  return held.length
}

/** Lists the visible messages of a chat, oldest first. Throws YouTube's refusal, also for a reader who asks again too soon. */
export function listChat(chats: Chats, reader: string, liveChatId: string): ChatMessage[] {
  getChat(chats, liveChatId)
  const key = `${reader} ${liveChatId}`
  const now = performance.now()
  if (now - (chats.listedAt.get(key) ?? -Infinity) < chats.limits.pollingMillis)
    throw chatError('rateLimitExceeded')
  chats.listedAt.set(key, now)
  return (chats.messages[liveChatId] ?? []).filter(({ isHeld }) => !isHeld)
}

/** Returns the broadcast of a chat that is open. */
export function getChat({ broadcasts }: Chats, liveChatId: string): Broadcast {
  const broadcast = Object.values(broadcasts.all).find((one) => one.liveChatId === liveChatId)
  if (!broadcast) throw chatError('liveChatNotFound')
  if (broadcast.status === 'complete' || broadcast.hasEnded) throw chatError('liveChatEnded')
  if (!broadcast.isChatOn) throw chatError('liveChatDisabled')
  return broadcast
}

function countMessage(chats: Chats, author: string): void {
  const { messages, seconds } = chats.limits
  const now = performance.now()
  const recent = (chats.postedAt.get(author) ?? []).filter((at) => now - at < seconds * 1000)
  if (recent.length >= messages) {
    chats.refused += 1
    throw apiError(403, 'rateLimitExceeded', 'The user has posted too many chat messages.', {
      domain: 'youtube.liveChat',
    })
  }
  chats.postedAt.set(author, [...recent, now])
}

function isFiltered({ heldWords, holdsLinks }: ChatRules, text: string): boolean {
  return (
    heldWords.some((word) => text.toLowerCase().includes(word)) || (holdsLinks && /https?:\/\//i.test(text))
  )
}
