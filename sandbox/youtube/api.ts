/** Implements the calls of the YouTube Data API that a tip bot makes. */
import type { Request, Router } from 'express'
import * as z from 'zod'
import { type Channel, youtubeScope } from './accounts.ts'
import { apiError, chatError, missingParameter } from './api-error.ts'
import { type ApiContext, type ApiRequest, handleCall } from './api-handler.ts'
import { type Broadcasts, postToChat } from './broadcasts.ts'
import { filterBroadcasts } from './broadcast-filters.ts'
import { showBroadcast, showChannel, showList, showMessage } from './wire.ts'

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
export function addApiCalls(router: Router, api: ApiContext, broadcasts: Broadcasts): void {
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
    return showMessage(postToChat(broadcasts, author, messageIn(request)), parts)
  })
  router.get('/youtube/v3/channels', listChannels)
  router.get('/youtube/v3/liveBroadcasts', listBroadcasts)
  router.post('/youtube/v3/liveChat/messages', insertMessage)
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
