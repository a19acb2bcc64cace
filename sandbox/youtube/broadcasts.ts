/** Live broadcasts and what was said in their chats. */
import { randomUUID } from 'node:crypto'
import type { ChatLine } from '../chat-page.ts'
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
  /** The channels that may not write. */
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

export interface Studio {
  broadcasts: Record<string, Broadcast>
  /** By channel, so that its page shows yesterday's chat too. */
  said: Record<string, ChatLine[]>
  save(): void
}

const linesKept = 300
const maxTextLength = 200

/** Opens what was broadcast. */
export function openStudio(state: State): Studio {
  return {
    broadcasts: state.collection('youtube.broadcasts'),
    said: state.collection('youtube.said'),
    save: state.save,
  }
}

/** A channel's broadcasts, newest first. */
export function listBroadcasts(studio: Studio, channelId: string): Broadcast[] {
  const own = Object.values(studio.broadcasts).filter((broadcast) => broadcast.channelId === channelId)
  return own.sort((a, b) => b.createdAt.localeCompare(a.createdAt))
}

/** The broadcast a channel has on air. */
export function findLive(studio: Studio, channelId: string): Broadcast | undefined {
  return listBroadcasts(studio, channelId).find(({ status }) => status === 'live')
}

/** Puts a channel on air; one that is on air already stays so. */
export function goLive(
  studio: Studio,
  channelId: string,
  { title = 'Live now', type = 'event' }: { title?: string; type?: Broadcast['type'] } = {},
): Broadcast {
  const now = new Date().toISOString()
  const broadcast = findLive(studio, channelId) ?? {
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
  studio.broadcasts[broadcast.id] = broadcast
  studio.save()
  return broadcast
}

/** Ends what a channel has on air, and with it the chat. */
export function endLive(studio: Studio, channelId: string): void {
  const broadcast = findLive(studio, channelId)
  if (!broadcast) return
  broadcast.status = 'complete'
  broadcast.endedAt = new Date().toISOString()
  studio.save()
}

/** Writes into a live chat, or throws YouTube's reason why not. */
export function writeToChat(
  studio: Studio,
  author: { id: string; title: string },
  { liveChatId, text }: { liveChatId: string; text: string },
): ChatMessage {
  const broadcast = Object.values(studio.broadcasts).find((one) => one.liveChatId === liveChatId)
  if (!broadcast) throw chatError('liveChatNotFound')
  if (broadcast.status === 'complete') throw chatError('liveChatEnded')
  if (!broadcast.isChatOn) throw chatError('liveChatDisabled')
  if (broadcast.blocked.includes(author.id)) throw chatError('forbidden')
  if (!text.trim() || text.length > maxTextLength) throw chatError('messageTextInvalid')

  const publishedAt = new Date().toISOString()
  const said = (studio.said[broadcast.channelId] ??= [])
  said.push({ at: publishedAt, user: author.title, text })
  if (said.length > linesKept) said.splice(0, said.length - linesKept)
  studio.save()
  return { id: `LCC.${randomUUID()}`, liveChatId, authorChannelId: author.id, publishedAt, text }
}
