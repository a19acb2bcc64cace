/** Builds the JSON of YouTube's resources. */
import { createHash } from 'node:crypto'
import type { Channel } from './accounts.ts'
import { apiError } from './api-error.ts'
import type { ApiRequest } from './api-handler.ts'
import type { Broadcast } from './broadcasts.ts'
import type { ChatMessage } from './chats.ts'

const defaultPage = 5
const maxPage = 50

/** Returns a page of resources, selected by `maxResults` and `pageToken`. */
export function showList<T>(
  kind: string,
  all: T[],
  { request, parts }: ApiRequest,
  show: (one: T, parts: Set<string>) => unknown,
) {
  const size = Number(request.query.maxResults ?? defaultPage)
  if (!Number.isInteger(size) || size < 0 || size > maxPage) {
    const message = 'Invalid value for maxResults. Values must be within the range: [0, 50]'
    throw apiError(400, 'invalidParameter', message, { location: 'maxResults' })
  }
  const from = offsetOf(request.query.pageToken)
  const items = all.slice(from, from + size).map((one) => show(one, parts))
  const next = from + size < all.length && size > 0 ? { nextPageToken: tokenOf(from + size) } : {}
  const pageInfo = { totalResults: all.length, resultsPerPage: size }
  return { kind: `youtube#${kind}ListResponse`, etag: etagOf(items), ...next, pageInfo, items }
}

/** Returns the wanted parts of a channel. */
export function showChannel(channel: Channel, parts: Set<string>) {
  const { id, title, handle, publishedAt } = channel
  const snippet = { title, description: '', customUrl: `@${handle}`, publishedAt, thumbnails: {} }
  const status = { privacyStatus: 'public', isLinked: true, longUploadsStatus: 'allowed', madeForKids: false }
  return { kind: 'youtube#channel', etag: etagOf(channel), id, ...only(parts, { snippet, status }) }
}

/** Returns the wanted parts of a broadcast. While its chat is disabled, it has no chat id. */
export function showBroadcast(broadcast: Broadcast, parts: Set<string>) {
  const { id, channelId, title, createdAt, startedAt, endedAt, isChatOn, liveChatId } = broadcast
  const snippet = {
    publishedAt: createdAt,
    channelId,
    title,
    description: '',
    thumbnails: {},
    scheduledStartTime: createdAt,
    ...(startedAt && { actualStartTime: startedAt }),
    ...(endedAt && { actualEndTime: endedAt }),
    isDefaultBroadcast: broadcast.type === 'persistent',
    ...(isChatOn && { liveChatId }),
  }
  const status = {
    lifeCycleStatus: broadcast.status,
    privacyStatus: broadcast.privacy ?? 'public',
    recordingStatus: broadcast.status === 'complete' ? 'recorded' : 'recording',
    madeForKids: false,
    selfDeclaredMadeForKids: false,
  }
  const contentDetails = {
    enableEmbed: true,
    enableDvr: true,
    recordFromStart: true,
    latencyPreference: 'low',
  }
  const body = only(parts, { snippet, status, contentDetails })
  return { kind: 'youtube#liveBroadcast', etag: etagOf(broadcast), id, ...body }
}

export interface MessageAuthor {
  channel: Channel
  isOwner: boolean
  isModerator: boolean
}

interface ChatRequest {
  request: { query: Record<string, unknown> }
  parts: Set<string>
}

const chatPage = { min: 200, usual: 500, max: 2000 }

/** Returns a page of a chat, oldest message first, with the milliseconds that the client has to wait before it asks again. */
export function showChat(
  messages: readonly ChatMessage[],
  { request, parts }: ChatRequest,
  authorOf: (id: string) => MessageAuthor,
  pollingIntervalMillis: number,
) {
  const size = Number(request.query.maxResults ?? chatPage.usual)
  if (!Number.isInteger(size) || size < chatPage.min || size > chatPage.max) {
    const message = 'Invalid value for maxResults. Values must be within the range: [200, 2000]'
    throw apiError(400, 'invalidParameter', message, { location: 'maxResults' })
  }
  const from = offsetOf(request.query.pageToken)
  const shown = messages.slice(from, from + size)
  const items = shown.map((one) => showMessage(one, parts, authorOf(one.authorChannelId)))
  const pageInfo = { totalResults: messages.length, resultsPerPage: items.length }
  const nextPageToken = tokenOf(from + items.length)
  const etag = etagOf(items)
  return {
    kind: 'youtube#liveChatMessageListResponse',
    etag,
    pollingIntervalMillis,
    pageInfo,
    nextPageToken,
    items,
  }
}

/** Returns the wanted parts of a chat message. The answer to an insert has no author. */
export function showMessage(message: ChatMessage, parts: Set<string>, author?: MessageAuthor) {
  const { id, liveChatId, authorChannelId, publishedAt, text } = message
  const snippet = {
    liveChatId,
    authorChannelId,
    publishedAt,
    hasDisplayContent: true,
    ...(message.details ?? {
      type: 'textMessageEvent',
      displayMessage: text,
      textMessageDetails: { messageText: text },
    }),
  }
  return {
    kind: 'youtube#liveChatMessage',
    etag: etagOf(message),
    id,
    ...only(parts, { snippet, ...(author && { authorDetails: showAuthor(author) }) }),
  }
}

function showAuthor({ channel, isOwner, isModerator }: MessageAuthor) {
  return {
    channelId: channel.id,
    channelUrl: `http://www.youtube.com/channel/${channel.id}`,
    displayName: channel.title,
    profileImageUrl: '',
    isVerified: false,
    isChatOwner: isOwner,
    isChatSponsor: false,
    isChatModerator: isModerator,
  }
}

function only(parts: Set<string>, all: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => parts.has(name)))
}

function etagOf(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('base64url')
}

function tokenOf(offset: number): string {
  return Buffer.from(`page:${offset}`).toString('base64url')
}

function offsetOf(token: unknown): number {
  if (token === undefined) return 0
  const text = typeof token === 'string' ? Buffer.from(token, 'base64url').toString() : ''
  const found = /^page:(\d+)$/.exec(text)
  if (!found)
    throw apiError(400, 'invalidPageToken', 'The request specifies an invalid page token.', {
      location: 'pageToken',
    })
  return Number(found[1])
}
