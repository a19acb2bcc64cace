/** Builds the JSON of YouTube's resources. */
import { createHash } from 'node:crypto'
import type { Channel } from './accounts.ts'
import { apiError } from './api-error.ts'
import type { ApiRequest } from './api-handler.ts'
import type { Broadcast, ChatMessage } from './broadcasts.ts'

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
    privacyStatus: 'public',
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

/** Returns the wanted parts of a chat message. */
export function showMessage(message: ChatMessage, parts: Set<string>) {
  const { id, liveChatId, authorChannelId, publishedAt, text } = message
  const snippet = {
    type: 'textMessageEvent',
    liveChatId,
    authorChannelId,
    publishedAt,
    hasDisplayContent: true,
    displayMessage: text,
    textMessageDetails: { messageText: text },
  }
  return { kind: 'youtube#liveChatMessage', etag: etagOf(message), id, ...only(parts, { snippet }) }
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
