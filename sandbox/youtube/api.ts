/** Implements the calls of the YouTube Data API that a tip bot makes. */
import type { Request, Router } from 'express'
import * as z from 'zod'
import { type Channel, youtubeScope } from './accounts.ts'
import { apiError, chatError, missingParameter } from './api-error.ts'
import { type ApiContext, type ApiRequest, handleCall, handleStream } from './api-handler.ts'
import { type ChatMessage, type Chats, isExempt, listChat, postToChat } from './chats.ts'
import { filterBroadcasts } from './broadcast-filters.ts'
import type { Streams } from './streams.ts'
import { showBroadcast, showChannel, showChat, showList, showMessage } from './wire.ts'

const readScopes = [youtubeScope, `${youtubeScope}.readonly`, `${youtubeScope}.force-ssl`]
const writeScopes = [youtubeScope, `${youtubeScope}.force-ssl`]

const newMessage = z.object({
  snippet: z
    .object({
      liveChatId: z.string().default(''),
      type: z.string().default(''),
      textMessageDetails: z.object({ messageText: z.string().default('') }).default({ messageText: '' }),
    })
    .default({ liveChatId: '', type: '', textMessageDetails: { messageText: '' } }),
})

/** Adds the calls under /youtube/v3. */
export function addApiCalls(router: Router, api: ApiContext, chats: Chats, streams: Streams): void {
  const { broadcasts } = chats
  const listing = { scopes: readScopes, cost: 'listCost' } as const
  const listChannels = handleCall(api, { operation: 'channels', ...listing }, (wanted) =>
    showList('channel', findChannels(api, wanted), wanted, showChannel),
  )
  const listBroadcasts = handleCall(api, { operation: 'list', ...listing }, (wanted) => {
    const found = filterBroadcasts(broadcasts, wanted.channelId, wanted.request.query)
    return showList('liveBroadcast', found, wanted, showBroadcast)
  })
  const insertion = { operation: 'insert', scopes: writeScopes, cost: 'insertCost' } as const
  const insertMessage = handleCall(api, insertion, ({ request, channelId, parts }) => {
    const author = api.accounts.channels[channelId]!
    return showMessage(postToChat(chats, author, messageIn(request)), parts)
  })
  const reading = { operation: 'messages', scopes: readScopes, cost: 'chatListCost' } as const
  const listMessages = handleCall(api, reading, (wanted) => showMessages(api, chats, wanted))
  router.get('/youtube/v3/channels', listChannels)
  router.get('/youtube/v3/liveBroadcasts', listBroadcasts)
  router.get('/youtube/v3/liveChat/messages', listMessages)
  const streaming = { operation: 'stream', scopes: readScopes, cost: 'chatListCost' } as const
  const streamMessages = handleStream(api, streaming, (wanted, response) =>
    streams.open(wanted, response, (messages, pageToken) => {
      const { parts, request } = wanted
      const from = { parts, request: { query: { liveChatId: request.query.liveChatId, pageToken } } }
      return showMessagesOf(api, chats, from, messages)
    }),
  )
  router.get('/youtube/v3/liveChat/messages/stream', streamMessages)
  router.post('/youtube/v3/liveChat/messages', insertMessage)
}

function showMessages(api: ApiContext, chats: Chats, wanted: ApiRequest): unknown {
  const { liveChatId } = wanted.request.query
  if (typeof liveChatId !== 'string') throw missingParameter('Required parameter: liveChatId', 'liveChatId')
  return showMessagesOf(api, chats, wanted, listChat(chats, wanted.channelId, liveChatId))
}

function showMessagesOf(
  api: ApiContext,
  chats: Chats,
  wanted: Parameters<typeof showChat>[1],
  messages: ChatMessage[],
) {
  const { liveChatId } = wanted.request.query
  const broadcast = Object.values(chats.broadcasts.all).find((one) => one.liveChatId === liveChatId)!
  const authorOf = (id: string) => ({
    channel: api.accounts.channels[id]!,
    isOwner: id === broadcast.channelId,
    isModerator: id !== broadcast.channelId && isExempt(chats, broadcast, id),
  })
  return showChat(messages, wanted, authorOf, chats.limits.pollingMillis)
}

function messageIn(request: Request) {
  const body = newMessage.safeParse(request.body)
  if (!body.success)
    throw apiError(400, 'parseError', 'This API does not support parsing form-encoded input.')
  const { liveChatId, type, textMessageDetails } = body.data.snippet
  if (!liveChatId) throw chatError('liveChatIdRequired')
  if (type !== 'textMessageEvent') throw chatError('typeRequired')
  return { liveChatId, text: textMessageDetails.messageText }
}

function findChannels(api: ApiContext, { request, channelId }: ApiRequest): Channel[] {
  const { mine, id, forHandle } = request.query
  if (mine === 'true') return [api.accounts.channels[channelId]!]
  const all = Object.values(api.accounts.channels)
  if (typeof id === 'string') return all.filter((channel) => id.split(',').includes(channel.id))
  if (typeof forHandle === 'string') {
    return all.filter(({ handle }) => handle === forHandle.toLowerCase().replace(/^@/, ''))
  }
  throw missingParameter('No filter selected. Expected one of: forHandle, id, mine', 'parameters.')
}
